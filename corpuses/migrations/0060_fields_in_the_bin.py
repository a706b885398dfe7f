"""Move deleted fields to the bin with their values, and keep values of before conversions, so that they can be undone."""

from pathlib import Path

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

_BIN = Path(__file__).parents[1] / "bin" / "view.sql"
_OLD_BIN = Path(__file__).parent / "sql" / "bin_with_versions.sql"
_DROP_BIN = "drop view corpuses_binitem;"


def delete_fields_in_the_bin(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Delete what the earlier tables cannot have: fields in the bin, whose names others may have, and the edits."""
    apps.get_model("corpuses", "Edit").objects.filter(subject="field").delete()
    apps.get_model("corpuses", "DocumentField").objects.exclude(deleted_at=None).delete()
    # PostgreSQL alters no table while checks of its foreign keys are deferred.
    schema_editor.execute("set constraints all immediate")


class Migration(migrations.Migration):
    dependencies = [
        ("corpuses", "0059_length_of_tool_results"),
        ("documents", "0008_title_order"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="documentfield",
            name="document_field_name_once",
        ),
        migrations.AddField(
            model_name="documentfield",
            name="deleted_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="documentfield",
            name="deleted_by",
            field=models.ForeignKey(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="fieldvalue",
            name="earlier",
            field=models.JSONField(
                db_default={},
                default=dict,
                help_text="values before and after edits that converted it: {edit: [before, after]}",
            ),
        ),
        migrations.AlterField(
            model_name="edit",
            name="document",
            field=models.ForeignKey(
                help_text="null for labels, fields, folders, the corpus and the comments on it",
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="documents.document",
            ),
        ),
        migrations.AlterField(
            model_name="edit",
            name="subject",
            field=models.CharField(
                choices=[
                    ("annotation", "Annotation"),
                    ("relation", "Relation"),
                    ("document_label", "Document Label"),
                    ("comment", "Comment"),
                    ("thread", "Thread"),
                    ("field_value", "Field Value"),
                    ("document", "Document"),
                    ("label", "Label"),
                    ("folder", "Folder"),
                    ("membership", "Membership"),
                    ("cell", "Cell"),
                    ("corpus", "Corpus"),
                    ("field", "Field"),
                ],
                db_default="annotation",
                default="annotation",
                max_length=16,
            ),
        ),
        migrations.AddIndex(
            model_name="documentfield",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", False)), fields=["deleted_at"], name="document_field_bin"
            ),
        ),
        migrations.AddConstraint(
            model_name="documentfield",
            constraint=models.UniqueConstraint(
                condition=models.Q(("deleted_at", None)), fields=("corpus", "name"), name="document_field_name_once"
            ),
        ),
        migrations.RunSQL(_DROP_BIN + _BIN.read_text(), _DROP_BIN + _OLD_BIN.read_text()),
        migrations.RunPython(migrations.RunPython.noop, delete_fields_in_the_bin),
    ]
