from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("corpuses", "0057_obligations_that_are_done"),
    ]

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
                    ("label", "Label"),
                    ("folder", "Folder"),
                    ("membership", "Membership"),
                    ("cell", "Cell"),
                    ("corpus", "Corpus"),
                ],
                db_default="annotation",
                default="annotation",
                max_length=16,
            ),
        ),
    ]
