from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("corpuses", "0058_edits_of_settings"),
    ]

    operations = [
        migrations.AddField(
            model_name="toolcall",
            name="length",
            field=models.PositiveIntegerField(db_default=0, default=0, help_text="characters of the result"),
        ),
    ]
