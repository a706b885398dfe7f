"""Add triggers and versions of settings to actions, and to executions who started them, when, and why they were skipped."""

import django.contrib.postgres.fields
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q

import corpuses.actions.models

_TRIGGERS = [
    ("document_added", "a document was added"),
    ("new_version", "a document has a new version"),
    ("manual", "a user ran the action"),
]


class Migration(migrations.Migration):
    dependencies = [
        ("corpuses", "0006_passages"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="actionexecution", name="execution_finished_has_time"),
        migrations.RemoveConstraint(model_name="actionexecution", name="execution_once_per_revision"),
        migrations.AddField(
            model_name="corpusaction",
            name="triggers",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(choices=_TRIGGERS, max_length=16),
                default=corpuses.actions.models.all_triggers,
                help_text="`manual` is always among them",
                size=None,
            ),
        ),
        migrations.AddField(
            model_name="corpusaction",
            name="settings_version",
            field=models.PositiveIntegerField(
                db_default=1, default=1, editable=False, help_text="counts the changes of what the action does"
            ),
        ),
        migrations.AddField(
            model_name="actionexecution",
            name="settings_version",
            field=models.PositiveIntegerField(db_default=1, default=1, help_text="of the action"),
        ),
        migrations.AddField(
            model_name="actionexecution",
            name="trigger",
            field=models.CharField(
                choices=_TRIGGERS, db_default="document_added", default="document_added", max_length=16
            ),
        ),
        migrations.AddField(
            model_name="actionexecution",
            name="started_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="actionexecution",
            name="reason",
            field=models.CharField(
                blank=True,
                choices=[
                    ("no_text", "the document has no text"),
                    ("no_language_model", "no language model is configured"),
                    ("dependency_failed", "an action that it depends on did not succeed"),
                    ("budget_used_up", "the budget for language models is used up"),
                ],
                db_default="",
                default="",
                max_length=32,
            ),
        ),
        migrations.AddField(
            model_name="actionexecution",
            name="tries",
            field=models.PositiveIntegerField(db_default=1, default=1, help_text="how often it was queued"),
        ),
        migrations.AddField(
            model_name="actionexecution",
            name="queued",
            field=models.DateTimeField(default=django.utils.timezone.now, help_text="the last time"),
        ),
        migrations.RunSQL("update corpuses_actionexecution set queued = created", migrations.RunSQL.noop),
        migrations.AddField(
            model_name="actionexecution", name="started", field=models.DateTimeField(blank=True, null=True)
        ),
        migrations.AddField(
            model_name="actionexecution",
            name="engine",
            field=models.CharField(blank=True, db_default="", default="", max_length=200),
        ),
        migrations.AddField(
            model_name="actionexecution",
            name="input_tokens",
            field=models.PositiveBigIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="actionexecution",
            name="output_tokens",
            field=models.PositiveBigIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="actionexecution",
            name="cost",
            field=models.DecimalField(db_default=0, decimal_places=6, default=0, max_digits=12),
        ),
        migrations.AlterField(
            model_name="actionexecution",
            name="state",
            field=models.CharField(
                choices=[
                    ("waiting", "waiting for another action"),
                    ("queued", "Queued"),
                    ("success", "Success"),
                    ("failed", "Failed"),
                    ("cancelled", "Cancelled"),
                    ("skipped", "Skipped"),
                ],
                default="queued",
                max_length=16,
            ),
        ),
        migrations.AddIndex(
            model_name="actionexecution",
            index=models.Index(fields=["revision"], condition=Q(state="waiting"), name="execution_waiting"),
        ),
        migrations.AddConstraint(
            model_name="actionexecution",
            constraint=models.UniqueConstraint(
                fields=["action", "document", "revision", "settings_version"], name="execution_once_per_revision"
            ),
        ),
        migrations.AddConstraint(
            model_name="actionexecution",
            constraint=models.CheckConstraint(
                condition=Q(state__in=["waiting", "queued"], finished__isnull=True)
                | (~Q(state__in=["waiting", "queued"]) & Q(finished__isnull=False)),
                name="execution_finished_has_time",
            ),
        ),
        migrations.AddConstraint(
            model_name="actionexecution",
            constraint=models.CheckConstraint(
                condition=(Q(state="skipped") & ~Q(reason="")) | (~Q(state="skipped") & Q(reason="")),
                name="execution_skipped_has_reason",
            ),
        ),
    ]
