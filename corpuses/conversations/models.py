"""Conversations about documents: questions, answers with citations, the tools that were called, and proposals."""

from typing import ClassVar, Final

from django.conf import settings
from django.db import models
from django.db.models import Q

from core.access import VisibleQuerySet
from core.models import Keyed
from corpuses.annotations.models import Annotation
from corpuses.extracts.models import Cell
from corpuses.models import Corpus
from documents.models import Document

RUN_ANSWER: Final = 1  # the order of the answer to the instructions of an action


class Conversation(Keyed):
    """Questions of its owner about a corpus, a document, or (with neither) all documents that the owner may see.

    It is private, unless `is_shared`: then the members of the corpus may read it. An agent that answers a comment reads
    what both the owner and the `comment_author`, who wrote it, may see.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    tenant = models.ForeignKey("users.Tenant", on_delete=models.CASCADE, related_name="+")
    corpus = models.ForeignKey(Corpus, on_delete=models.CASCADE, null=True, related_name="conversations")
    document = models.ForeignKey(Document, on_delete=models.CASCADE, null=True, related_name="conversations")
    selection = models.JSONField(default=list, help_text="tokens of the document that it is about: [page, first, last]")
    title = models.CharField(max_length=200, blank=True, help_text="from the first question, until it is renamed")
    updated = models.DateTimeField(auto_now_add=True, help_text="time of the newest message")
    is_shared = models.BooleanField(default=False)
    comment_author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+")
    run = models.UUIDField(null=True, unique=True, help_text="the execution of an action that its first question is")

    objects = VisibleQuerySet["Conversation"].as_manager()

    class Meta:
        ordering: ClassVar = ["-updated", "-id"]
        indexes = [
            models.Index(fields=["owner", "-updated", "-id"], name="conversation_of_owner"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(is_shared=False) | Q(corpus__isnull=False), name="shared_conversation_has_corpus"
            ),
        ]

    def __str__(self) -> str:
        return self.title


class Message(Keyed):
    """A question, or an answer with its sentences and their citations (`corpuses.conversations.citations`)."""

    class Role(models.TextChoices):
        """The author of a message."""

        USER = "user"
        ASSISTANT = "assistant"

    class State(models.TextChoices):
        """The state of an answer. Questions are complete."""

        WAITING = "waiting"
        RUNNING = "running"
        COMPLETE = "complete"
        FAILED = "failed"
        CANCELLED = "cancelled"

    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, related_name="messages")
    order = models.PositiveIntegerField()
    role = models.CharField(max_length=16, choices=Role.choices)
    state = models.CharField(max_length=24, choices=State.choices)
    text = models.TextField(blank=True)
    sentences = models.JSONField(default=list)
    has_answer = models.BooleanField(null=True, help_text="false: the documents do not contain the answer")
    error_code = models.CharField(max_length=64, blank=True)
    error_message = models.TextField(blank=True)
    engine = models.CharField(max_length=200, blank=True)
    input_tokens = models.PositiveIntegerField(default=0)
    output_tokens = models.PositiveIntegerField(default=0)
    cost = models.DecimalField(max_digits=12, decimal_places=6, default=0)
    by_reader = models.BooleanField(default=False, help_text="no language model may answer")
    client_key = models.CharField(max_length=255, null=True)  # noqa: DJ001  # null: several have none
    limits = models.TextField(blank=True, help_text="of the token that asked (`core.access.AccessLimits`)")
    attempt = models.UUIDField(null=True, help_text="of the task that answers; another one may not store anything")
    lease = models.DateTimeField(null=True, help_text="when the task is taken as dead, unless it renews the lease")
    finished = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["order"]
        constraints = [
            models.UniqueConstraint(fields=["conversation", "order"], name="message_order_once"),
            models.UniqueConstraint(fields=["conversation", "client_key"], name="message_client_key_once"),
            models.UniqueConstraint(
                fields=["conversation"],
                condition=Q(state__in=["waiting", "running"]),
                name="one_open_answer",
            ),
            models.CheckConstraint(condition=~Q(state="failed") | ~Q(error_code=""), name="failed_message_has_code"),
        ]
        indexes = [models.Index(fields=["lease"], name="message_lease", condition=Q(state__in=["waiting", "running"]))]

    @property
    def is_of_action(self) -> bool:
        """Check whether it answers the instructions of an action, or a comment: only another run can do that again."""
        return self.order == RUN_ANSWER and self.conversation.run is not None

    def __str__(self) -> str:
        return self.text[:80]


class ToolCall(Keyed):
    """A call of a tool by the language model, for an answer."""

    class State(models.TextChoices):
        """The state of a call of a tool."""

        RUNNING = "running"
        COMPLETE = "complete"
        FAILED = "failed"

    message = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="tool_calls")
    name = models.CharField(max_length=64)
    arguments = models.JSONField(default=dict)
    state = models.CharField(max_length=16, choices=State.choices, default=State.RUNNING)
    summary = models.CharField(max_length=300, blank=True, help_text="the beginning of the result")
    length = models.PositiveIntegerField(default=0, db_default=0, help_text="characters of the result")
    picture_size = models.PositiveIntegerField(default=0, db_default=0, help_text="bytes of its picture")

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return self.name


class Proposal(Keyed):
    """A change that a language model proposes. It is made when the user of the conversation approves it.

    An annotation or a comment is about words of the document (`quote`); a relation connects two annotations.
    """

    class Kind(models.TextChoices):
        """The change that is proposed."""

        ANNOTATION = "annotation"
        RELATION = "relation"
        COMMENT = "comment"
        CELL = "cell"

    class State(models.TextChoices):
        """The decision of the user."""

        PENDING = "pending"
        APPROVED = "approved"
        REJECTED = "rejected"

    message = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="proposals")
    kind = models.CharField(max_length=16, choices=Kind.choices)
    state = models.CharField(max_length=16, choices=State.choices, default=State.PENDING)
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="+")
    label = models.CharField(max_length=100, blank=True, help_text="of an annotation or a relation")
    text = models.TextField(blank=True, help_text="the note, the comment, or the value of the cell")
    quote = models.TextField(blank=True, help_text="the words that it is about, or that prove the value")
    page = models.PositiveIntegerField(null=True)
    start = models.PositiveIntegerField(null=True)
    end = models.PositiveIntegerField(null=True)
    source = models.ForeignKey(Annotation, on_delete=models.CASCADE, null=True, related_name="+")
    target = models.ForeignKey(Annotation, on_delete=models.CASCADE, null=True, related_name="+")
    cell = models.ForeignKey(Cell, on_delete=models.CASCADE, null=True, related_name="+")
    made = models.UUIDField(null=True, help_text="the annotation, relation, thread or cell after the approval")
    decided = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["id"]
        constraints = [
            models.CheckConstraint(condition=Q(state="pending") ^ Q(decided__isnull=False), name="proposal_is_decided"),
            models.CheckConstraint(
                condition=~Q(kind="relation") | Q(source__isnull=False, target__isnull=False),
                name="relation_proposal_has_ends",
            ),
            models.CheckConstraint(condition=~Q(kind="cell") | Q(cell__isnull=False), name="cell_proposal_has_cell"),
        ]
        indexes = [models.Index(fields=["message"], name="proposal_pending", condition=Q(state="pending"))]

    def __str__(self) -> str:
        return f"{self.kind} {self.label}"
