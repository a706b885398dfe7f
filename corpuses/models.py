"""Corpora and the documents in them. Annotations, actions, search and the rest keep their tables in their folders."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from core.models import Keyed, Owned, VisibleQuerySet
from documents.models import Document


class Corpus(Owned):
    """A set of documents that people work on together. Everyone has a personal one."""

    title = models.CharField(max_length=200)
    description = models.TextField(blank=True)
    is_personal = models.BooleanField(default=False, editable=False)
    documents = models.ManyToManyField(Document, through="CorpusDocument", related_name="corpuses")

    objects = VisibleQuerySet["Corpus"].as_manager()

    class Meta:
        ordering: ClassVar = ["-is_personal", "-id"]
        verbose_name_plural = "corpuses"
        constraints = [
            models.UniqueConstraint(fields=["owner"], condition=Q(is_personal=True), name="one_personal_corpus"),
            models.CheckConstraint(condition=~Q(title=""), name="corpus_has_title"),
        ]

    def __str__(self) -> str:
        return self.title


class CorpusDocument(Keyed):
    """A document's place in a corpus."""

    corpus = models.ForeignKey(Corpus, on_delete=models.CASCADE, related_name="memberships")
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="memberships")
    added_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["corpus", "document"], name="document_once_in_corpus")]

    def __str__(self) -> str:
        return f"{self.document_id} in {self.corpus_id}"
