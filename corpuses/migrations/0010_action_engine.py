"""Let extract actions choose their engine."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("corpuses", "0009_extracts"),
    ]

    operations = [
        migrations.AddField(
            model_name="corpusaction",
            name="engine",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="of an extraction; blank: the default one",
                max_length=50,
            ),
        ),
        migrations.AlterField(
            model_name="corpusaction",
            name="fieldset",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="actions",
                to="corpuses.fieldset",
            ),
        ),
    ]
