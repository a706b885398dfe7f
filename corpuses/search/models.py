"""Passages of documents with their vectors. They belong to a revision, so corpora share them."""

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVector, SearchVectorField
from django.db import models
from django.db.models import F, Q
from pgvector.django import HnswIndex, VectorField

from documents.models import DocumentRevision

MINILM = "minilm-l6-v2"
DIMENSIONS = 384


class Passage(models.Model):
    """A piece of a document's text that one embedder turned into one vector."""

    revision = models.ForeignKey(DocumentRevision, on_delete=models.CASCADE, related_name="passages")
    embedder = models.CharField(max_length=50)
    order = models.PositiveIntegerField()
    page = models.PositiveIntegerField()
    start = models.PositiveIntegerField(help_text="code points, in the revision's text")
    end = models.PositiveIntegerField()
    text = models.TextField()
    vector = VectorField(dimensions=DIMENSIONS)
    words = models.GeneratedField(
        expression=SearchVector("text", config="simple"), output_field=SearchVectorField(), db_persist=True
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["revision", "embedder", "order"], name="passage_once"),
            models.CheckConstraint(condition=Q(start__lt=F("end")), name="passage_covers_text"),
        ]
        indexes = [
            # One index per embedder: vectors of two models must never be compared.
            HnswIndex(
                name="passage_minilm_hnsw",
                fields=["vector"],
                opclasses=["vector_cosine_ops"],
                condition=Q(embedder=MINILM),
            ),
            GinIndex(fields=["words"], name="passage_words"),
        ]

    def __str__(self) -> str:
        return self.text[:80]
