"""The hot functions of the runtime and the guard on changes of state."""

from django.db import migrations

from tasks.sql import install


class Migration(migrations.Migration):
    dependencies = [("tasks", "0001_job_runtime")]

    operations = [migrations.RunPython(install, migrations.RunPython.noop)]
