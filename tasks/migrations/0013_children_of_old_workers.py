"""While workers of an earlier release are still there, the others judge their children."""

from django.db import migrations

from tasks.sql import install


class Migration(migrations.Migration):
    dependencies = [("tasks", "0012_trace_context")]

    operations = [migrations.RunPython(install, migrations.RunPython.noop)]
