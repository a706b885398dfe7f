"""Add threads of comments with mentions, notifications, and comments in the bin."""

from pathlib import Path

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import core.db.ids

_BIN = Path(__file__).parent / "sql" / "bin_with_comments.sql"
_OLD_BIN = Path(__file__).parent / "sql" / "bin_with_boxes.sql"
_DROP_BIN = "drop view corpuses_binitem;"


class Migration(migrations.Migration):
    dependencies = [
        ("corpuses", "0014_annotation_boxes"),
        ("documents", "0004_modified"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Thread",
            fields=[
                ("id", models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("comment_count", models.PositiveIntegerField(default=0, help_text="without deleted comments")),
                ("latest", models.DateTimeField(help_text="time of the newest comment", null=True)),
                ("resolved_at", models.DateTimeField(null=True)),
                (
                    "annotation",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="threads",
                        to="corpuses.annotation",
                    ),
                ),
                (
                    "corpus",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="threads", to="corpuses.corpus"
                    ),
                ),
                (
                    "document",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="documents.document",
                    ),
                ),
                (
                    "resolved_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="Comment",
            fields=[
                ("id", models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("deleted_at", models.DateTimeField(editable=False, null=True)),
                ("text", models.TextField(blank=True, help_text="empty when it was purged and replies follow")),
                ("edited", models.DateTimeField(null=True)),
                (
                    "author",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "deleted_by",
                    models.ForeignKey(
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("mentions", models.ManyToManyField(related_name="+", to=settings.AUTH_USER_MODEL)),
                (
                    "thread",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="comments", to="corpuses.thread"
                    ),
                ),
            ],
            options={
                "ordering": ["created", "id"],
            },
        ),
        migrations.CreateModel(
            name="Notification",
            fields=[
                ("id", models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("kind", models.CharField(choices=[("mention", "Mention"), ("reply", "Reply")], max_length=16)),
                ("read_at", models.DateTimeField(null=True)),
                (
                    "comment",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="notifications", to="corpuses.comment"
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
                "indexes": [
                    models.Index(
                        condition=models.Q(("read_at", None)), fields=["owner", "id"], name="notification_owner"
                    )
                ],
                "constraints": [models.UniqueConstraint(fields=("owner", "comment"), name="notification_once")],
            },
        ),
        migrations.AddIndex(
            model_name="thread",
            index=models.Index(fields=["corpus", "document", "id"], name="thread_of_document"),
        ),
        migrations.AddConstraint(
            model_name="thread",
            constraint=models.CheckConstraint(
                condition=models.Q(("annotation", None), ("document__isnull", False), _connector="OR"),
                name="thread_of_annotation_has_document",
            ),
        ),
        migrations.AddIndex(
            model_name="comment",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", False)), fields=["deleted_at"], name="comment_bin"
            ),
        ),
        migrations.RunSQL(_DROP_BIN + _BIN.read_text(), _DROP_BIN + _OLD_BIN.read_text()),
    ]
