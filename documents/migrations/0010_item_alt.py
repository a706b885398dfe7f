from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("documents", "0009_file_store")]

    operations = [
        migrations.AddField(
            model_name="structureitem",
            name="alt",
            field=models.TextField(blank=True, db_default="", default="", help_text="text instead of a picture"),
        ),
    ]
