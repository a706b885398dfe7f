"""Install the functions again: only repeated disconnects make a disconnected job wait."""

from django.db import migrations

from tasks.sql import install


class Migration(migrations.Migration):
    dependencies = [("tasks", "0001_squashed_0018_plain_help_texts")]

    operations = [migrations.RunPython(install, migrations.RunPython.noop)]
