from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def delete_edits_without_document(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Delete what the earlier table cannot have."""
    apps.get_model("corpuses", "Edit").objects.filter(document=None).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("corpuses", "0054_suggestions_of_extracts"),
    ]

    operations = [
        migrations.AlterField(
            model_name="edit",
            name="document",
            field=models.ForeignKey(
                help_text="null for labels and folders",
                null=True,
                on_delete=models.deletion.CASCADE,
                related_name="+",
                to="documents.document",
            ),
        ),
        migrations.AlterField(
            model_name="edit",
            name="kind",
            field=models.CharField(
                choices=[
                    ("created", "Created"),
                    ("changed", "Changed"),
                    ("deleted", "Deleted"),
                    ("restored", "Restored"),
                    ("accepted", "Accepted"),
                    ("rejected", "Rejected"),
                    ("reopened", "Reopened"),
                    ("resolved", "Resolved"),
                    ("moved", "Moved"),
                    ("merged", "Merged"),
                ],
                max_length=16,
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
                ],
                db_default="annotation",
                default="annotation",
                max_length=16,
            ),
        ),
        migrations.RunPython(migrations.RunPython.noop, delete_edits_without_document),
    ]
