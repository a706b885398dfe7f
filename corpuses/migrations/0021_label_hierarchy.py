"""Add the parent of labels and the archive."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("corpuses", "0020_annotation_edits"),
    ]

    operations = [
        migrations.AddField(
            model_name="label",
            name="archived",
            field=models.DateTimeField(
                blank=True, help_text="archived labels are not used for new annotations", null=True
            ),
        ),
        migrations.AddField(
            model_name="label",
            name="parent",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="children",
                to="corpuses.label",
            ),
        ),
        migrations.AddField(
            model_name="label",
            name="parent_path",
            field=models.CharField(
                blank=True, db_default="", default="", help_text="the names of the labels above it", max_length=300
            ),
        ),
    ]
