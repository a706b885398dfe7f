"""Corpora and teams are told of, too."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tasks", "0014_fewer_looks")]

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
                ],
                max_length=16,
            ),
        ),
        migrations.AlterField(
            model_name="event",
            name="owner",
            field=models.UUIDField(help_text="Who is told, besides those whom the thing reaches."),
        ),
    ]
