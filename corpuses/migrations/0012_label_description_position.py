"""Add the description and the position of labels."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("corpuses", "0011_cells_by_row"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="label",
            options={"ordering": ["position", "id"]},
        ),
        migrations.AddField(
            model_name="label",
            name="description",
            field=models.CharField(blank=True, db_default="", default="", max_length=1000),
        ),
        migrations.AddField(
            model_name="label",
            name="position",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
    ]
