"""Add the counts of annotations and labels to memberships, which triggers keep."""

from pathlib import Path

from django.db import migrations, models

_TRIGGERS = (Path(__file__).parent / "sql" / "document_counts.sql").read_text()
_DROP = """
alter table corpuses_corpusdocument reset (fillfactor);
drop function count_annotations, count_document_labels, count_deleted_labels, keep_document_counts cascade;
drop function change_annotation_count, recount_document_labels, lock_counted, document_count_lock;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("corpuses", "0044_similar_texts"),
    ]

    operations = [
        *(
            migrations.AddField(
                model_name="corpusdocument",
                name=f"{name}_count",
                field=models.PositiveIntegerField(
                    db_default=0,
                    default=0,
                    editable=False,
                    help_text=f"{name}s that are not in the bin; set by triggers",
                ),
            )
            for name in ("annotation", "label")
        ),
        migrations.RunSQL(_TRIGGERS, _DROP),
    ]
