"""Threads of comments, and the notifications of users about them."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from core.models import Deletable, Keyed
from corpuses.annotations.models import Annotation
from corpuses.models import Corpus
from corpuses.visibility import VisibleWith
from documents.models import Document


class ThreadManager(models.Manager["Thread"]):
    """The threads that have comments, and whose annotation, if they have one, is not in the bin."""

    def get_queryset(self) -> models.QuerySet["Thread"]:
        return super().get_queryset().filter(_on_live_annotation(), comment_count__gt=0)


class CommentManager(models.Manager["Comment"]):
    """The comments that are not in the bin, and neither is the annotation that they are on."""

    def get_queryset(self) -> models.QuerySet["Comment"]:
        return super().get_queryset().filter(_on_live_annotation("thread__"), deleted_at=None)


class NotificationManager(models.Manager["Notification"]):
    """The notifications about exports and retention, and about comments that are not in the bin."""

    def get_queryset(self) -> models.QuerySet["Notification"]:
        live = _on_live_annotation("comment__thread__")
        return super().get_queryset().filter(live, comment__deleted_at=None)


def _on_live_annotation(prefix: str = "") -> Q:
    return Q((f"{prefix}annotation", None)) | Q((f"{prefix}annotation__deleted_at", None))


@VisibleWith(document="document", has_document=False, for_members=True, related=("annotation",))
class Thread(Keyed):
    """A discussion of a corpus, of a document in it, or of an annotation on that."""

    corpus = models.ForeignKey(Corpus, on_delete=models.CASCADE, related_name="threads")
    document = models.ForeignKey(Document, on_delete=models.CASCADE, null=True, related_name="+")
    annotation = models.ForeignKey(Annotation, on_delete=models.CASCADE, null=True, related_name="threads")
    comment_count = models.PositiveIntegerField(default=0, help_text="without deleted comments")
    latest = models.DateTimeField(null=True, help_text="time of the newest comment")
    resolved_at = models.DateTimeField(null=True)
    resolved_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    objects = ThreadManager()
    with_deleted = models.Manager["Thread"]()

    class Meta:
        ordering: ClassVar = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(annotation=None) | Q(document__isnull=False), name="thread_of_annotation_has_document"
            )
        ]
        indexes = [models.Index(fields=["corpus", "document", "id"], name="thread_of_document")]

    def __str__(self) -> str:
        return f"thread {self.pk}"


@VisibleWith(
    corpus="thread__corpus",
    document="thread__document",
    has_document=False,
    for_members=True,
    related=("thread", "author"),
)
class Comment(Keyed, Deletable):
    """A comment in Markdown. `mentions` are the users whose names it contains and who may read it.

    One with an `agent` was written by this action, in the name of the author. Its text has the sources, too.
    """

    thread = models.ForeignKey(Thread, on_delete=models.CASCADE, related_name="comments")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    text = models.TextField(blank=True, help_text="empty when it was purged and replies follow")
    edited = models.DateTimeField(null=True)
    agent = models.CharField(max_length=100, blank=True, db_default="", default="", help_text="name of the action")
    engine = models.CharField(max_length=200, blank=True, db_default="", default="", help_text="that the agent used")
    sentences = models.JSONField(default=list, db_default=[], help_text="of the agent, with what they cite")
    conversation = models.ForeignKey(
        "corpuses.Conversation", on_delete=models.SET_NULL, null=True, related_name="+", help_text="of the agent"
    )
    mentions: "models.ManyToManyField[models.Model, models.Model]" = models.ManyToManyField(
        settings.AUTH_USER_MODEL, related_name="+"
    )

    objects = CommentManager()
    with_deleted = models.Manager["Comment"]()

    class Meta:
        ordering: ClassVar = ["created", "id"]
        indexes = [models.Index(fields=["deleted_at"], name="comment_bin", condition=Q(deleted_at__isnull=False))]

    def __str__(self) -> str:
        return self.text[:80]


@VisibleWith(
    document="comment__thread__document",
    has_document=False,
    for_members=True,
    for_owner=True,
    related=("comment__thread", "comment__author", "export"),
)
class Notification(Keyed):
    """A comment that its owner was mentioned in, or that follows one by its owner; or an export that has ended; or
    documents that the retention rule of a corpus moved.
    """

    class Kind(models.TextChoices):
        MENTION = "mention"
        REPLY = "reply"
        EXPORT = "export"
        RETENTION = "retention"

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    corpus = models.ForeignKey(Corpus, on_delete=models.CASCADE, related_name="+")
    comment = models.ForeignKey(Comment, on_delete=models.CASCADE, null=True, related_name="notifications")
    export = models.ForeignKey("corpuses.Export", on_delete=models.CASCADE, null=True, related_name="notifications")
    kind = models.CharField(max_length=16, choices=Kind.choices)
    count = models.PositiveIntegerField(default=0, db_default=0, help_text="documents that the rule of retention moved")
    read_at = models.DateTimeField(null=True)

    objects = NotificationManager()
    with_deleted = models.Manager["Notification"]()

    class Meta:
        ordering: ClassVar = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["owner", "comment"], name="notification_once"),
            models.UniqueConstraint(fields=["export"], name="notification_of_export_once"),
            models.CheckConstraint(
                condition=Q(comment__isnull=False, export__isnull=True)
                | Q(kind="export", comment__isnull=True, export__isnull=False)
                | Q(kind="retention", comment__isnull=True, export__isnull=True),
                name="notification_about_one",
            ),
        ]
        indexes = [models.Index(fields=["owner", "id"], name="notification_owner", condition=Q(read_at=None))]

    def __str__(self) -> str:
        return f"{self.kind} {self.comment_id or self.export_id or self.corpus_id}"
