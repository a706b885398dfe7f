"""Record from which annotation one on a new version was copied; show documents with several versions once in the bin."""

from pathlib import Path

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

_BIN = Path(__file__).parent / "sql" / "bin_with_versions.sql"
_OLD_BIN = Path(__file__).parent / "sql" / "bin_with_comments.sql"
_DROP_BIN = "drop view corpuses_binitem;"


class Migration(migrations.Migration):
    dependencies = [
        ("corpuses", "0024_document_fields"),
        ("documents", "0007_versions"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="annotation",
            name="copied_from",
            field=models.ForeignKey(
                db_index=False,
                editable=False,
                help_text="the annotation on the previous version of the document",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="corpuses.annotation",
            ),
        ),
        migrations.AddConstraint(
            model_name="annotation",
            constraint=models.UniqueConstraint(
                condition=models.Q(("copied_from__isnull", False)),
                fields=("copied_from", "document"),
                name="annotation_copied_once",
            ),
        ),
        migrations.RunSQL(_DROP_BIN + _BIN.read_text(), _DROP_BIN + _OLD_BIN.read_text()),
    ]
