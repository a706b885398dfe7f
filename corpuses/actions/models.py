"""Actions of a corpus and their executions.

One per action, document, revision and version of the settings; those of agents that answer comments, one per comment.
"""

from typing import ClassVar, Final

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils import timezone

from core.models import Keyed
from corpuses.comments.models import Comment
from corpuses.extracts.models import Fieldset
from corpuses.models import Corpus
from corpuses.visibility import VisibleWith
from documents.models import Document, DocumentRevision


class ActionTrigger(models.TextChoices):
    """The event that starts an action on a document, or an agent on a comment."""

    DOCUMENT_ADDED = "document_added", "a document was added"
    NEW_VERSION = "new_version", "a document has a new version"
    NEW_THREAD = "new_thread", "a user started a thread"
    NEW_MESSAGE = "new_message", "a user answered in a thread"
    MANUAL = "manual", "a user ran the action"


COMMENT_TRIGGERS: Final = (ActionTrigger.NEW_THREAD, ActionTrigger.NEW_MESSAGE)
"""Those of agents only."""


def all_triggers() -> list[str]:
    """Return the triggers about documents: the default of new actions."""
    return [each for each in ActionTrigger.values if each not in COMMENT_TRIGGERS]


@VisibleWith(for_members=True, related=("corpus__owner", "fieldset"))
class CorpusAction(Keyed):
    """Work that is done with the documents of a corpus once they have been parsed."""

    class Kind(models.TextChoices):
        EMBED = "embed", "index for search"
        EXTRACT = "extract", "extract fields"
        ANALYZE = "analyze", "annotate with an analyzer"
        AGENT = "agent", "run an agent"

    corpus = models.ForeignKey(Corpus, on_delete=models.CASCADE, related_name="actions")
    kind = models.CharField(max_length=16, choices=Kind.choices)
    name = models.CharField(max_length=100)
    triggers = ArrayField(
        models.CharField(max_length=16, choices=ActionTrigger.choices),
        default=all_triggers,
        help_text="`manual` is always among them",
    )
    fieldset = models.ForeignKey(Fieldset, on_delete=models.CASCADE, null=True, blank=True, related_name="actions")
    engine = models.CharField(
        max_length=50, blank=True, default="", db_default="", help_text="of an extraction; blank: the default one"
    )
    analyzer = models.CharField(max_length=100, blank=True)
    analyzer_version = models.CharField(
        max_length=100, blank=True, default="", db_default="", editable=False, help_text="of the last settings version"
    )
    settings = models.JSONField(default=dict, blank=True, db_default={}, help_text="of the analyzer")
    instructions = models.TextField(blank=True, help_text="the task of the agent")
    enabled = models.BooleanField(default=True)
    settings_version = models.PositiveIntegerField(
        default=1, db_default=1, editable=False, help_text="counts the changes of what the action does"
    )

    class Meta:
        ordering: ClassVar = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["corpus"], condition=Q(kind="embed"), name="one_embed_action_per_corpus"),
        ]

    def __str__(self) -> str:
        return self.name


@VisibleWith(corpus="action__corpus", document="document", has_document=False, for_members=True)
class ActionExecution(Keyed):
    """One run of an action on one revision of a document, with the settings that the action had.

    An agent also runs on a comment: with the document of its thread, if it has one, and the revision once it is ready.
    """

    class State(models.TextChoices):
        WAITING = "waiting", "waiting for the document, for another action, or for results of another server"
        QUEUED = "queued"
        SUCCESS = "success"
        FAILED = "failed"
        CANCELLED = "cancelled"
        SKIPPED = "skipped"

    class Reason(models.TextChoices):
        """The reason why an execution was skipped."""

        NO_TEXT = "no_text", "the document has no text"
        NO_LANGUAGE_MODEL = "no_language_model", "no language model is configured"
        LANGUAGE_MODEL_NOT_ALLOWED = "language_model_not_allowed", "a corpus does not allow language models"
        DEPENDENCY_FAILED = "dependency_failed", "an action that it depends on did not succeed"
        BUDGET_USED_UP = "budget_used_up", "the budget for language models is used up"
        DOCUMENT_FAILED = "document_failed", "the document could not be processed"

    action = models.ForeignKey(CorpusAction, on_delete=models.CASCADE, related_name="executions")
    document = models.ForeignKey(Document, on_delete=models.CASCADE, null=True, blank=True, related_name="executions")
    revision = models.ForeignKey(DocumentRevision, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    comment = models.ForeignKey(Comment, on_delete=models.CASCADE, null=True, blank=True, related_name="executions")
    settings_version = models.PositiveIntegerField(default=1, db_default=1, help_text="of the action")
    trigger = models.CharField(
        max_length=16,
        choices=ActionTrigger.choices,
        default=ActionTrigger.DOCUMENT_ADDED,
        db_default=ActionTrigger.DOCUMENT_ADDED,
    )
    started_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    state = models.CharField(max_length=16, choices=State.choices, default=State.QUEUED)
    reason = models.CharField(max_length=32, choices=Reason.choices, blank=True, default="", db_default="")
    code = models.CharField(max_length=64, blank=True, default="", db_default="", help_text="of the error of a failure")
    message = models.TextField(blank=True)
    job = models.UUIDField(null=True, blank=True, editable=False)
    tries = models.PositiveIntegerField(default=1, db_default=1, help_text="how often it was queued")
    queued = models.DateTimeField(default=timezone.now, help_text="the last time")
    started = models.DateTimeField(null=True, blank=True)
    finished = models.DateTimeField(null=True, blank=True)
    engine = models.CharField(max_length=200, blank=True, default="", db_default="")
    input_tokens = models.PositiveBigIntegerField(default=0, db_default=0)
    output_tokens = models.PositiveBigIntegerField(default=0, db_default=0)
    cost = models.DecimalField(max_digits=12, decimal_places=6, default=0, db_default=0)

    class Meta:
        ordering: ClassVar = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["action", "document", "revision", "settings_version"],
                condition=Q(comment=None),
                name="execution_once_per_revision",
            ),
            models.UniqueConstraint(
                fields=["action", "comment"], condition=Q(comment__isnull=False), name="execution_once_per_comment"
            ),
            models.CheckConstraint(
                condition=Q(comment__isnull=False) | Q(document__isnull=False, revision__isnull=False),
                name="execution_is_about_something",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "queued"], finished__isnull=True)
                | (~Q(state__in=["waiting", "queued"]) & Q(finished__isnull=False)),
                name="execution_finished_has_time",
            ),
            models.CheckConstraint(
                condition=(Q(state="skipped") & ~Q(reason="")) | (~Q(state="skipped") & Q(reason="")),
                name="execution_skipped_has_reason",
            ),
        ]
        indexes = [
            models.Index(fields=["revision"], name="execution_waiting", condition=Q(state="waiting")),
            models.Index(
                fields=["document"],
                name="execution_of_comment_waiting",
                condition=Q(state="waiting", comment__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.action_id} on {self.comment_id or self.document_id}"
