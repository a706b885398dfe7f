"""Saved views: the filters and the order of a list, under a name."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from core.models import Keyed
from corpuses.models import Corpus


class SavedView(Keyed):
    """The state of a list, which its owner saved; `is_shared` shows it to the readers of the corpus."""

    class Kind(models.TextChoices):
        """The list that a view is of."""

        DOCUMENTS = "documents"
        CORPUS_DOCUMENTS = "corpus_documents"
        ANNOTATIONS = "annotations"

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="saved_views")
    corpus = models.ForeignKey(Corpus, on_delete=models.CASCADE, null=True, blank=True, related_name="saved_views")
    kind = models.CharField(max_length=24, choices=Kind.choices)
    name = models.CharField(max_length=100)
    query = models.JSONField(default=dict, help_text="the parameters of the address of the list")
    is_shared = models.BooleanField(default=False, db_default=False)

    class Meta:
        ordering: ClassVar = ["name", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["owner", "corpus", "kind", "name"], nulls_distinct=False, name="saved_view_name_once"
            ),
            models.CheckConstraint(
                condition=Q(kind="documents", corpus__isnull=True) | ~Q(kind="documents") & Q(corpus__isnull=False),
                name="saved_view_has_corpus",
            ),
            models.CheckConstraint(condition=Q(is_shared=False) | Q(corpus__isnull=False), name="saved_view_shared_in"),
        ]

    def __str__(self) -> str:
        return self.name
