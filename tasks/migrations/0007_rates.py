"""Tenants' rates are kept."""

from django.db import migrations

from tasks.sql import install


class Migration(migrations.Migration):
    dependencies = [("tasks", "0006_short_ways")]

    operations = [migrations.RunPython(install, migrations.RunPython.noop)]
