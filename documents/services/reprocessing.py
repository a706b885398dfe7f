"""Parse documents again that an older version of their parser has parsed: in batches, with low priority."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from core.errors import DomainError
from documents.models import Document
from documents.services import lifecycle, parser_selection
from tasks.states import Priority

MAX_DOCUMENTS = 100
"""Documents per batch: they are locked until they have been processed."""


@dataclass(frozen=True, slots=True)
class Started:
    """The number of documents that are processed now, and that remain."""

    started: int
    left: int


def outdated(documents: QuerySet[Document] | None = None) -> QuerySet[Document]:
    """Return unlocked documents that another version of an installed parser has parsed, the oldest first."""
    rows = Document.objects.all() if documents is None else documents
    older = Q(pk__in=())
    for parser, version in parser_selection.installed_versions().items():
        older |= Q(revision__parser=parser) & ~Q(revision__parser_version=version)
    return rows.filter(older, backend_lock=False).order_by("pk")


def reprocess(documents: QuerySet[Document] | None = None, *, limit: int = MAX_DOCUMENTS) -> Started:
    """Process some of them again, with low priority; the jobs belong to the owners of the documents."""
    rows = outdated(documents)
    started = 0
    for document in rows.select_related("owner").defer("revision__text")[: min(limit, MAX_DOCUMENTS)]:
        try:
            lifecycle.retry_document(document, actor=document.owner, priority=Priority.LOW)
        except DomainError:  # it has been started meanwhile, is infected, or its parser is not installed
            continue
        started += 1
    return Started(started, outdated(documents).count())
