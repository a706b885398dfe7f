"""Limit API tokens to corpora and teams."""

import django.contrib.postgres.fields
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("users", "0003_team_invitations"),
    ]

    operations = [
        migrations.AddField(
            model_name="apitoken",
            name="corpora",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.UUIDField(), db_default=[], default=list, size=None
            ),
        ),
        migrations.AddField(
            model_name="apitoken",
            name="teams",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.UUIDField(), db_default=[], default=list, size=None
            ),
        ),
    ]
