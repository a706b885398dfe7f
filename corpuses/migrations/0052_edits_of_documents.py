from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("corpuses", "0051_annotations_to_check")]

    operations = [
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
                ],
                db_default="annotation",
                default="annotation",
                max_length=16,
            ),
        ),
        migrations.AlterField(
            model_name="edit",
            name="subject_id",
            field=models.UUIDField(
                db_index=True,
                help_text="key of the relation, the comment, the field …; null for annotations",
                null=True,
            ),
        ),
    ]
