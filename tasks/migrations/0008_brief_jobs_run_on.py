"""Brief jobs are run on by the process that has ended one, so nothing is given out ahead for them."""

from django.db import migrations

from tasks.sql import install


class Migration(migrations.Migration):
    dependencies = [("tasks", "0007_rates")]

    operations = [migrations.RunPython(install, migrations.RunPython.noop)]
