"""The column `lane` is called `queue_rank`; SQL functions get the words of the field."""

from django.db import migrations, models

from tasks.sql import install

# Their parameters have other names now, which `create or replace` refuses.
DROP_RENAMED = """
drop function if exists tasks_first_queued(uuid, int);
drop function if exists tasks_lost_jobs(int, int[], int[], boolean);
drop function if exists tasks_reconcile(int, int, int[], int[], boolean);
drop function if exists tasks_rank_order(tasks_tenantqueue, tasks_schedulerstate);
"""


class Migration(migrations.Migration):
    dependencies = [("tasks", "0016_events_app")]

    operations = [
        migrations.RemoveIndex("job", "job_claim"),
        migrations.RemoveConstraint("job", "job_lane"),
        migrations.RenameField("job", "lane", "queue_rank"),
        migrations.AlterField(
            "job",
            "queue_rank",
            models.SmallIntegerField(db_default=1, help_text="0 for a retry that is due, else the priority."),
        ),
        migrations.AddIndex(
            "job",
            models.Index(condition=models.Q(("queued", True)), fields=["tenant", "queue_rank", "id"], name="job_claim"),
        ),
        migrations.AddConstraint(
            "job",
            models.CheckConstraint(
                condition=models.Q(("queue_rank", 0), ("queue_rank", models.F("priority")), _connector="OR"),
                name="job_queue_rank",
            ),
        ),
        migrations.RunSQL(DROP_RENAMED, migrations.RunSQL.noop),
        migrations.RunPython(install, migrations.RunPython.noop),
    ]
