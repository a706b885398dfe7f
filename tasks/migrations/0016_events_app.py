"""Events belong to the app `events`, which keeps the table (`events.0001_initial`)."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tasks", "0015_events_of_what_is_shared")]

    operations = [
        migrations.SeparateDatabaseAndState(state_operations=[migrations.DeleteModel("Event")]),
        migrations.RunSQL(
            "drop trigger if exists tasks_job_submitted on tasks_job;"
            "drop trigger if exists tasks_job_changed on tasks_job;"
            "drop function if exists tasks_job_event();"
            "alter table tasks_event rename to events_event",
            "alter table events_event rename to tasks_event",
        ),
    ]
