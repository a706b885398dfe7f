"""Look at accounts and steps only where an earlier attempt may have left any."""

from django.db import migrations

from tasks.sql import install


class Migration(migrations.Migration):
    dependencies = [("tasks", "0013_children_of_old_workers")]

    operations = [migrations.RunPython(install, migrations.RunPython.noop)]
