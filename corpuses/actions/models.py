"""Actions of a corpus and their executions: one per action, document and revision."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from core.models import Keyed
from corpuses.extracts.models import Fieldset
from corpuses.models import Corpus
from documents.models import Document, DocumentRevision


class CorpusAction(Keyed):
    """Work that is done with every document of a corpus once it has been parsed."""

    class Kind(models.TextChoices):
        EMBED = "embed", "index for search"
        EXTRACT = "extract", "extract fields"
        ANALYZE = "analyze", "annotate with an analyzer"
        AGENT = "agent", "run an agent"

    corpus = models.ForeignKey(Corpus, on_delete=models.CASCADE, related_name="actions")
    kind = models.CharField(max_length=16, choices=Kind.choices)
    name = models.CharField(max_length=100)
    fieldset = models.ForeignKey(Fieldset, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    analyzer = models.CharField(max_length=100, blank=True)
    instructions = models.TextField(blank=True, help_text="the task of the agent")
    enabled = models.BooleanField(default=True)

    class Meta:
        ordering: ClassVar = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["corpus"], condition=Q(kind="embed"), name="one_embed_action_per_corpus"),
        ]

    def __str__(self) -> str:
        return self.name


class ActionExecution(Keyed):
    """One run of an action on one revision of a document."""

    class State(models.TextChoices):
        QUEUED = "queued"
        SUCCESS = "success"
        FAILED = "failed"
        CANCELLED = "cancelled"

    action = models.ForeignKey(CorpusAction, on_delete=models.CASCADE, related_name="executions")
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="executions")
    revision = models.ForeignKey(DocumentRevision, on_delete=models.CASCADE, related_name="+")
    state = models.CharField(max_length=16, choices=State.choices, default=State.QUEUED)
    message = models.TextField(blank=True)
    job = models.UUIDField(null=True, blank=True, editable=False)
    finished = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["action", "document", "revision"], name="execution_once_per_revision"),
            models.CheckConstraint(
                condition=Q(state="queued", finished__isnull=True) | (~Q(state="queued") & Q(finished__isnull=False)),
                name="execution_finished_has_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.action_id} on {self.document_id}"
