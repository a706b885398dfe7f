"""Record where the title of a document comes from."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("documents", "0004_modified")]

    operations = [
        migrations.AddField(
            model_name="document",
            name="title_source",
            field=models.CharField(
                choices=[
                    ("filename", "the file name"),
                    ("document", "the document itself"),
                    ("user", "a user"),
                ],
                db_default="filename",
                default="filename",
                editable=False,
                max_length=8,
            ),
        ),
    ]
