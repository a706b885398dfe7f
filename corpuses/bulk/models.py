"""Changes of all documents that a filter selects, by a job, in batches."""

from django.contrib.postgres.fields import ArrayField
from django.db import models

from core.models import Keyed
from corpuses.models import Corpus, JobReport
from corpuses.visibility import VisibleWith


@VisibleWith(for_members=True, for_owner=True)  # in a corpus; others are their owner's
class BulkChange(JobReport):
    """A change of many documents that a job makes, or undoes. Its batches have the documents it was started with."""

    class Kind(models.TextChoices):
        LABEL = "label"
        UNLABEL = "unlabel"
        SET_FIELD = "set_field"
        MOVE = "move"
        REMOVE = "remove", "remove from the corpus"
        ADD = "add", "add to the corpus"
        RETRY = "retry", "process failed documents again"
        DELETE = "delete"

    corpus = models.ForeignKey(
        Corpus,
        on_delete=models.CASCADE,
        null=True,
        related_name="bulk_changes",
        help_text="that of the list, or added to",
    )
    kind = models.CharField(max_length=16, choices=Kind.choices)
    query = models.JSONField(default=dict, help_text="the parameters of the list")
    target = models.JSONField(default=dict, help_text="the label, the folder, or the field and its values")
    is_undone = models.BooleanField(default=False, help_text="it was undone, or is being undone")
    total = models.PositiveIntegerField(help_text="documents at the start")
    processed = models.PositiveIntegerField(default=0)
    changed = models.PositiveIntegerField(default=0)
    restored = models.PositiveIntegerField(default=0, help_text="documents whose change was undone")
    skipped = models.JSONField(default=dict, help_text="numbers of skipped documents by the code of the reason")

    class Meta(JobReport.Meta):
        indexes = [models.Index(fields=["owner", "-id"], name="bulk_change_of_owner")]

    def __str__(self) -> str:
        return f"{self.kind} {self.total}"


class BulkBatch(Keyed):
    """A part of the documents of a bulk change, which one transaction changes."""

    class State(models.TextChoices):
        WAITING = "waiting"
        DONE = "done"
        UNDONE = "undone"

    change = models.ForeignKey(BulkChange, on_delete=models.CASCADE, related_name="batches", db_index=False)
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    documents = ArrayField(models.UUIDField())
    changed = models.JSONField(
        db_column="before", default=dict, help_text="of the documents that have changed: {key: null}"
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["change", "number"], name="bulk_batch_once")]

    def __str__(self) -> str:
        return f"{self.change_id} {self.number}"
