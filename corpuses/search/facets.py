"""Facets of a search: how many of the documents that match have each value."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.db.models import Count, F, QuerySet
from django.db.models.functions import TruncMonth

from core.models import ListScope
from corpuses.annotations.models import Annotation
from corpuses.models import Corpus, CorpusDocument
from documents.models import Document
from documents.services.file_types import type_name

if TYPE_CHECKING:
    from core.access.actors import Actor

MOST_VALUES: Final = 20  # of each facet

Documents = Sequence[UUID] | QuerySet[Document, Any]
"""Documents that are counted: their keys, or a query of them."""


class FacetName(StrEnum):
    """The property of documents that a facet counts."""

    CORPUS = "corpus"
    FOLDER = "folder"
    LABEL = "label"
    TYPE = "type"
    LANGUAGE = "language"
    DATE = "date"
    FIELD = "field"
    STATE = "state"
    OWNER = "owner"


@dataclass(frozen=True, slots=True)
class FacetValue:
    """A value, its name for people, and the number of documents that have it."""

    value: str
    name: str
    count: int


@dataclass(frozen=True, slots=True)
class Facet:
    """The values of one property of the documents, the most frequent first. Each field is a property of its own."""

    facet: FacetName
    values: Sequence[FacetValue]
    name: str = ""


def facets_of(actor: "Actor", documents: Documents, scope: ListScope | None) -> list[Facet]:
    """Return the facets with a value; corpora, folders and labels only of the scope."""
    corpora = Corpus.objects.in_scope(actor, scope).order_by().values("pk")
    memberships = CorpusDocument.objects.filter(document__in=documents, corpus__in=corpora)
    annotations = Annotation.objects.filter(document__in=documents, corpus__in=corpora)
    rows = Document.objects.filter(pk__in=documents)
    months = rows.annotate(month=TruncMonth("created"))
    counted = {
        FacetName.CORPUS: _counted(memberships, "corpus_id", "corpus__title"),
        FacetName.FOLDER: _counted(memberships.filter(folder__deleted_at=None), "folder_id", "folder__path"),
        FacetName.LABEL: _counted(annotations, "label_id", "label__name"),
        FacetName.TYPE: _typed(_counted(rows, "mime_type", "mime_type", key="pk")),
        FacetName.LANGUAGE: _counted(rows.exclude(language=""), "language", "language", key="pk"),
        FacetName.DATE: _dated(_counted(months, "month", "month", key="pk")),
    }
    return [Facet(name, values) for name, values in counted.items() if values]


def _counted(rows: Any, value: str, name: str, *, key: str = "document") -> list[FacetValue]:
    found: Iterable[tuple[Any, Any, int]] = (
        rows.filter((f"{value.removesuffix('_id')}__isnull", False))
        .order_by()
        .values_list(F(value), F(name))
        .annotate(documents=Count(key, distinct=True))
        .order_by("-documents", name)[:MOST_VALUES]
    )
    return [FacetValue(str(each), str(label), count) for each, label, count in found]


def _typed(values: Sequence[FacetValue]) -> list[FacetValue]:
    return [FacetValue(each.value, type_name(each.value), each.count) for each in values]


def _dated(values: Sequence[FacetValue]) -> list[FacetValue]:
    """Return months, such as 2026-11, the newest first."""
    months = [FacetValue(each.value[:7], each.value[:7], each.count) for each in values]
    return sorted(months, key=lambda each: each.value, reverse=True)
