"""Dead letters, schedules of periodic jobs, rates of tenants, and the functions that write and read them."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

import core.db.ids
from tasks.sql import install


class Migration(migrations.Migration):
    dependencies = [
        ("tasks", "0003_plans_by_index"),
        ("users", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="DeadLetter",
            fields=[
                ("id", models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("kind", models.CharField(max_length=100)),
                ("reason", models.CharField(max_length=32)),
                ("error_code", models.CharField(db_default="", max_length=64)),
                ("error_message", models.TextField(db_default="")),
                ("attempts", models.SmallIntegerField()),
                ("crashes", models.SmallIntegerField()),
                (
                    "first_failed_at",
                    models.DateTimeField(help_text="Of the first failed try since the job was submitted."),
                ),
                ("last_failed_at", models.DateTimeField()),
                ("requeued_at", models.DateTimeField(null=True)),
                ("discarded_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Schedule",
            fields=[
                ("id", models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("name", models.CharField(max_length=100, unique=True)),
                ("kind", models.CharField(max_length=100)),
                ("args", models.JSONField(blank=True, default=dict)),
                ("cron", models.CharField(help_text="Minute, hour, day of month, month, day of week.", max_length=100)),
                ("timezone", models.CharField(default="UTC", max_length=64)),
                ("enabled", models.BooleanField(default=True)),
                (
                    "next_at",
                    models.DateTimeField(db_index=True, help_text="Empty: worked out at the next look.", null=True),
                ),
                ("last_tick", models.DateTimeField(null=True)),
                ("last_job_id", models.UUIDField(null=True)),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.AddField(
            model_name="tenantqueue",
            name="rate",
            field=models.PositiveIntegerField(
                blank=True,
                help_text="Most jobs begun in a minute, at most ten seconds' worth at once; empty: no limit.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="tenantqueue",
            name="tokens",
            field=models.FloatField(db_default=0.0, help_text="What is left of the rate."),
        ),
        migrations.AddField(
            model_name="tenantqueue",
            name="tokens_at",
            field=models.DateTimeField(db_default=django.db.models.functions.datetime.Now()),
        ),
        migrations.AddConstraint(
            model_name="tenantqueue",
            constraint=models.CheckConstraint(
                condition=models.Q(("rate__isnull", True), ("rate__gt", 0), _connector="OR"),
                name="tenant_rate_positive",
            ),
        ),
        migrations.AddField(
            model_name="deadletter",
            name="job",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE, related_name="dead_letter", to="tasks.job"
            ),
        ),
        migrations.AddField(
            model_name="deadletter",
            name="tenant",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="users.tenant"
            ),
        ),
        migrations.AddField(
            model_name="schedule",
            name="owner",
            field=models.ForeignKey(
                blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="schedule",
            name="tenant",
            field=models.ForeignKey(
                blank=True,
                help_text="Empty for the system's own.",
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                to="users.tenant",
            ),
        ),
        migrations.AddIndex(
            model_name="deadletter",
            index=models.Index(
                condition=models.Q(("discarded_at__isnull", True), ("requeued_at__isnull", True)),
                fields=["last_failed_at"],
                name="dead_letter_open",
            ),
        ),
        migrations.RunPython(install, migrations.RunPython.noop),
    ]
