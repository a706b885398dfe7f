"""Agent runs and their conversations."""

from typing import ClassVar

from django.db import models

from core.models import Keyed
from corpuses.models import Corpus
from documents.models import Document, DocumentRevision


class AgentRun(Keyed):
    """One conversation of an agent with its tools about one document."""

    key = models.UUIDField(unique=True, help_text="what asked for the run; a second ask gives the same run")
    corpus = models.ForeignKey(Corpus, on_delete=models.CASCADE, related_name="agent_runs")
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="agent_runs")
    revision = models.ForeignKey(DocumentRevision, on_delete=models.CASCADE, related_name="+")
    answer = models.TextField(blank=True)

    def __str__(self) -> str:
        return self.answer[:80]


class AgentMessage(models.Model):
    """One turn: a message of the model, or the result of a tool."""

    run = models.ForeignKey(AgentRun, on_delete=models.CASCADE, related_name="messages")
    order = models.PositiveIntegerField()
    role = models.CharField(max_length=16)
    content = models.JSONField()

    class Meta:
        ordering: ClassVar = ["order"]
        constraints = [models.UniqueConstraint(fields=["run", "order"], name="agent_message_order_once")]

    def __str__(self) -> str:
        return f"{self.role} {self.order}"
