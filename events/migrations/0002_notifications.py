"""Add notifications to the entities of events."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0001_initial"),
    ]

    operations = [
        migrations.AlterField(
            model_name="event",
            name="entity",
            field=models.CharField(
                choices=[
                    ("job", "Job"),
                    ("document", "Document"),
                    ("execution", "Execution"),
                    ("corpus", "Corpus"),
                    ("team", "Team"),
                    ("notification", "Notification"),
                ],
                max_length=16,
            ),
        ),
    ]
