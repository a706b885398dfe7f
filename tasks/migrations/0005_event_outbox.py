"""The outbox of events, and the triggers that fill it when a job changes."""

import django.contrib.postgres.fields
import django.db.models.functions.datetime
from django.db import migrations, models

from tasks.sql import install


class CurrentTransaction(models.Func):
    function = "pg_current_xact_id"
    template = "%(function)s()"
    arity = 0


class TransactionIdField(models.Field):
    def db_type(self, connection):
        return "xid8"


class Migration(migrations.Migration):
    dependencies = [("tasks", "0004_dead_letters_schedules_rates")]

    operations = [
        migrations.CreateModel(
            name="Event",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("created", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("xid", TransactionIdField(db_default=CurrentTransaction(), editable=False)),
                ("owner", models.UUIDField(help_text="Who is told.")),
                (
                    "entity",
                    models.CharField(
                        choices=[("job", "Job"), ("document", "Document"), ("execution", "Execution")], max_length=16
                    ),
                ),
                ("uuid", models.UUIDField()),
                (
                    "subject",
                    models.UUIDField(help_text="What the thing is about, for those who show both.", null=True),
                ),
                (
                    "changed",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=32),
                        help_text="Names of what changed; empty: it is gone.",
                        size=None,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["xid"], name="event_tail"),
                    models.Index(fields=["owner", "id"], name="event_owner"),
                ],
            },
        ),
        migrations.RunPython(install, migrations.RunPython.noop),
    ]
