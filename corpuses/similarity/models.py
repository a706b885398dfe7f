"""Sketches of texts, and the groups of similar documents and clauses that the last run in a corpus found."""

from typing import ClassVar

from django.db import models

from core.models import Keyed
from corpuses.models import Corpus
from corpuses.visibility import VisibleWith
from documents.models import Document, DocumentRevision


class TextSketch(models.Model):
    """MinHash signatures of the text of a revision and of its clauses. Corpora share them."""

    revision = models.OneToOneField(DocumentRevision, on_delete=models.CASCADE, primary_key=True, related_name="+")
    version = models.PositiveSmallIntegerField(help_text="of the code that made it")
    document = models.BinaryField(help_text="signature of the whole text")
    places = models.BinaryField(help_text="start, end and page of each clause, 32 bits each")
    clauses = models.BinaryField(help_text="signatures of the clauses, one after the other")

    def __str__(self) -> str:
        return f"sketch of {self.revision_id}"


class SimilarityRun(models.Model):
    """The last complete search for similar texts in a corpus."""

    corpus = models.OneToOneField(Corpus, on_delete=models.CASCADE, primary_key=True, related_name="+")
    started = models.DateTimeField(help_text="documents that were added or processed later were not compared")
    clause_count = models.PositiveIntegerField()
    is_complete = models.BooleanField(help_text="no: there were more clauses or groups than the limits")

    def __str__(self) -> str:
        return f"similar texts of {self.corpus_id}"


@VisibleWith()
class SimilarGroup(Keyed):
    """Documents, or clauses in documents, of a corpus that are nearly the same."""

    class Kind(models.TextChoices):
        """The texts that are compared."""

        DOCUMENT = "document"
        CLAUSE = "clause"

    corpus = models.ForeignKey(Corpus, on_delete=models.CASCADE, related_name="similar_groups", db_index=False)
    kind = models.CharField(max_length=8, choices=Kind.choices)
    size = models.PositiveIntegerField(help_text="of all texts, also of those that a user does not see")

    class Meta:
        indexes = [
            models.Index("corpus", "kind", models.F("size").desc(), models.F("id").desc(), name="similar_group_by_size")
        ]

    def __str__(self) -> str:
        return f"{self.size} similar texts ({self.kind})"


@VisibleWith(corpus="group__corpus", document="document")
class SimilarText(models.Model):
    """A document, or a clause in it, of a group of similar ones."""

    group = models.ForeignKey(SimilarGroup, on_delete=models.CASCADE, related_name="texts", db_index=False)
    order = models.PositiveIntegerField(help_text="the first text is the one that the others are compared with")
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="+")
    revision = models.ForeignKey(DocumentRevision, on_delete=models.CASCADE, related_name="+")
    page = models.PositiveIntegerField()
    start = models.PositiveIntegerField(help_text="code points, in the revision's text")
    end = models.PositiveIntegerField()
    quote = models.CharField(max_length=300, blank=True, help_text="the beginning of a clause")
    similarity = models.FloatField(help_text="to the first text: the share of pairs of words that both have")

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["group", "order"], name="similar_text_once")]

    def __str__(self) -> str:
        return f"{self.document_id}:{self.start}-{self.end}"
