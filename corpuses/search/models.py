"""Passages of documents and their vectors. They belong to a revision, so corpora share them."""

from django.contrib.postgres.indexes import GinIndex, OpClass
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Cast
from pgvector.django import HalfVectorField, HnswIndex, SparseVectorField

from corpuses.search.bm25 import DIMENSIONS
from documents.models import DocumentRevision

# As `corpuses.llm.minilm` has them, which imports numpy.
MINILM = "minilm-l6-v2"
MINILM_DIMENSIONS = 384


class Passage(models.Model):
    """A piece of a document's text, with what the search by words needs."""

    revision = models.ForeignKey(DocumentRevision, on_delete=models.CASCADE, related_name="passages", db_index=False)
    order = models.PositiveIntegerField()
    page = models.PositiveIntegerField()
    start = models.PositiveIntegerField(help_text="code points, in the revision's text")
    end = models.PositiveIntegerField()
    text = models.TextField()
    header = models.TextField(blank=True, help_text="title, parties and section, which are embedded before the text")
    language = models.CharField(max_length=16, blank=True)
    digest = models.CharField(max_length=64, help_text="SHA-256 of the header and the text")
    words = SearchVectorField(help_text="words and their positions, for phrases")
    weights = SparseVectorField(dimensions=DIMENSIONS, help_text="BM25 weights of the terms")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["revision", "order"], include=["language"], name="passage_once"),
            models.CheckConstraint(condition=Q(start__lt=F("end")), name="passage_covers_text"),
        ]
        indexes = [GinIndex(fields=["words"], name="passage_words")]

    def __str__(self) -> str:
        return self.text[:80]


class PassageVector(models.Model):
    """The vector of a passage by one embedder. Embedders have different dimensions, and an index of their own."""

    passage = models.ForeignKey(Passage, on_delete=models.CASCADE, related_name="vectors", db_index=False)
    revision = models.ForeignKey(DocumentRevision, on_delete=models.CASCADE, related_name="+", db_index=False)
    embedder = models.CharField(max_length=100)
    vector = HalfVectorField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["passage", "embedder"], name="passage_embedded_once")]
        indexes = [
            models.Index(fields=["revision", "embedder"], name="vector_of_revision"),
            # The index of the built-in embedder; `corpuses.search.vectors` creates those of others.
            HnswIndex(
                OpClass(Cast("vector", HalfVectorField(dimensions=MINILM_DIMENSIONS)), name="halfvec_cosine_ops"),
                name="vector_minilm_hnsw",
                condition=Q(embedder=MINILM),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.embedder} of passage {self.passage_id}"
