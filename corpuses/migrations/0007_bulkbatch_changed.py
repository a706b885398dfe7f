from django.db import migrations, models


class Migration(migrations.Migration):
    """The edits have what documents had before a bulk change; its batches have only which documents changed."""

    dependencies = [("corpuses", "0006_allowedserver")]
    operations = [
        migrations.AlterField("bulkbatch", "before", models.JSONField(db_column="before", default=dict)),
        migrations.RenameField("bulkbatch", "before", "changed"),
        migrations.AlterField(
            "bulkbatch",
            "changed",
            models.JSONField(
                db_column="before", default=dict, help_text="of the documents that have changed: {key: null}"
            ),
        ),
    ]
