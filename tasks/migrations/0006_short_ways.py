"""Fewer round trips for a step, a deep window for short jobs, an end for what was killed on purpose."""

from django.db import migrations

from tasks.sql import install


class Migration(migrations.Migration):
    dependencies = [("tasks", "0005_event_outbox")]

    operations = [migrations.RunPython(install, migrations.RunPython.noop)]
