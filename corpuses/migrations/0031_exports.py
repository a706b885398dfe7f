"""Add exports that jobs write, and notifications about them; record the corpus of each notification."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import core.db.ids

# The constraints are checked at once, because PostgreSQL changes no table whose checks are pending.
_FILL = """
set constraints all immediate;
update corpuses_notification
set corpus_id = corpuses_thread.corpus_id
from corpuses_comment join corpuses_thread on corpuses_thread.id = corpuses_comment.thread_id
where corpuses_comment.id = corpuses_notification.comment_id
"""


class Migration(migrations.Migration):
    dependencies = [
        ("corpuses", "0030_answers_by_the_reader"),
        ("documents", "0007_versions"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="notification",
            name="corpus",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="corpuses.corpus"
            ),
        ),
        migrations.RunSQL(_FILL, migrations.RunSQL.noop),
        migrations.AlterField(
            model_name="notification",
            name="corpus",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="+", to="corpuses.corpus"
            ),
        ),
        migrations.AlterField(
            model_name="notification",
            name="comment",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="notifications",
                to="corpuses.comment",
            ),
        ),
        migrations.AlterField(
            model_name="notification",
            name="kind",
            field=models.CharField(
                choices=[("mention", "Mention"), ("reply", "Reply"), ("export", "Export")], max_length=16
            ),
        ),
        migrations.CreateModel(
            name="Export",
            fields=[
                ("id", models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "kind",
                    models.CharField(
                        choices=[("annotations", "Annotations"), ("documents", "Documents"), ("extract", "Extract")],
                        max_length=16,
                    ),
                ),
                ("format", models.CharField(max_length=16)),
                (
                    "query",
                    models.JSONField(default=dict, help_text="the parameters of the export that is sent at once"),
                ),
                ("origin", models.CharField(help_text="that of the links in the file", max_length=300)),
                ("filename", models.CharField(max_length=255)),
                (
                    "state",
                    models.CharField(
                        choices=[("waiting", "Waiting"), ("done", "Done"), ("failed", "Failed")],
                        default="waiting",
                        max_length=16,
                    ),
                ),
                ("row_count", models.PositiveIntegerField(help_text="known once it has been written", null=True)),
                ("error_code", models.CharField(blank=True, max_length=64)),
                ("error_message", models.TextField(blank=True)),
                ("job", models.UUIDField(null=True)),
                ("finished", models.DateTimeField(db_index=True, null=True)),
                (
                    "blob",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="documents.blob"
                    ),
                ),
                (
                    "corpus",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="exports", to="corpuses.corpus"
                    ),
                ),
                (
                    "extract",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="corpuses.extract"
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.AddField(
            model_name="notification",
            name="export",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="notifications",
                to="corpuses.export",
            ),
        ),
        migrations.AddConstraint(
            model_name="notification",
            constraint=models.UniqueConstraint(fields=("export",), name="notification_of_export_once"),
        ),
        migrations.AddConstraint(
            model_name="notification",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("comment__isnull", False), ("export__isnull", True)),
                    models.Q(("comment__isnull", True), ("export__isnull", False), ("kind", "export")),
                    _connector="OR",
                ),
                name="notification_about_one",
            ),
        ),
        migrations.AddConstraint(
            model_name="export",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("extract__isnull", False), ("kind", "extract")),
                    models.Q(models.Q(("kind", "extract"), _negated=True), ("extract__isnull", True)),
                    _connector="OR",
                ),
                name="export_of_extract_has_extract",
            ),
        ),
        migrations.AddConstraint(
            model_name="export",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("blob__isnull", False), ("state", "done")),
                    models.Q(("state", "done"), _negated=True),
                    _connector="OR",
                ),
                name="export_has_file",
            ),
        ),
    ]
