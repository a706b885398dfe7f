"""A worker judges its own children, the others judge the worker: the row keeps the process, the beat since when it is missed."""

from django.db import migrations, models

from tasks.sql import install


class Migration(migrations.Migration):
    dependencies = [("tasks", "0008_brief_jobs_run_on")]

    operations = [
        migrations.AddField(
            model_name="job",
            name="pid",
            field=models.IntegerField(help_text="The holder's process, as its worker sees it.", null=True),
        ),
        migrations.AddField(
            model_name="workerbeat",
            name="lost_at",
            field=models.DateTimeField(
                help_text="Since when nobody holds its lock; it is dead after a grace.", null=True
            ),
        ),
        migrations.RunPython(install, migrations.RunPython.noop),
    ]
