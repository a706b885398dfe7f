"""Questions about every document, and the answers with the words that prove them."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from core.models import Keyed
from corpuses.models import Corpus
from documents.models import Document, DocumentRevision


class Fieldset(Keyed):
    """A named set of questions."""

    corpus = models.ForeignKey(Corpus, on_delete=models.CASCADE, related_name="fieldsets")
    name = models.CharField(max_length=100)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["corpus", "name"], name="fieldset_name_once")]

    def __str__(self) -> str:
        return self.name


class Column(Keyed):
    """One question."""

    fieldset = models.ForeignKey(Fieldset, on_delete=models.CASCADE, related_name="columns")
    name = models.CharField(max_length=100)
    question = models.TextField()

    class Meta:
        ordering: ClassVar = ["id"]
        constraints = [models.UniqueConstraint(fields=["fieldset", "name"], name="column_name_once")]

    def __str__(self) -> str:
        return self.name


class Datacell(Keyed):
    """One answer. A value without a position in the text counts as "not found"."""

    class Absence(models.TextChoices):
        NONE = "", "there is a value"
        NOT_IN_DOCUMENT = "not_in_document", "the document does not say"
        UNPROVEN = "unproven", "the words given as proof are not in the document"
        UNREADABLE = "unreadable", "the model's answer could not be read"

    column = models.ForeignKey(Column, on_delete=models.CASCADE, related_name="cells")
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="cells")
    revision = models.ForeignKey(DocumentRevision, on_delete=models.CASCADE, related_name="+")
    value = models.TextField(blank=True)
    is_found = models.BooleanField()
    absence = models.CharField(max_length=16, choices=Absence.choices, default=Absence.NONE, blank=True)
    quote = models.TextField(blank=True)
    start = models.PositiveIntegerField(null=True, blank=True)
    end = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["column", "revision"], name="cell_once_per_revision"),
            models.CheckConstraint(
                condition=Q(is_found=False) | Q(start__isnull=False, end__isnull=False), name="found_value_has_place"
            ),
            models.CheckConstraint(
                condition=Q(is_found=True, absence="") | (Q(is_found=False, value="") & ~Q(absence="")),
                name="missing_value_has_reason",
            ),
        ]

    def __str__(self) -> str:
        return self.value[:80]
