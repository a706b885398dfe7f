"""Index the states of cells by row, for counts and filters of large extracts."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("corpuses", "0010_action_engine"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="cell",
            index=models.Index(
                fields=["row"],
                include=("status", "review", "has_conflict", "confidence", "input_tokens", "output_tokens", "cost"),
                name="cell_of_row",
            ),
        ),
    ]
