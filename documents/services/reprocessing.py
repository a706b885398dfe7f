"""Read again what an older version of its parser has read: few at a time, behind what people wait for."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from core.errors import DomainError
from documents.models import Document
from documents.services import lifecycle, parser_selection
from tasks.states import Priority

MAX_DOCUMENTS = 100
"""A document is locked until it has been read again: so many at once, and not all there are."""


@dataclass(frozen=True, slots=True)
class Started:
    """How many are read again now, and how many are left to be."""

    started: int
    left: int


def outdated(documents: QuerySet[Document] | None = None) -> QuerySet[Document]:
    """Those that another version of an installed parser has read, the oldest first; locked ones not."""
    rows = Document.objects.all() if documents is None else documents
    older = Q(pk__in=())
    for parser, version in parser_selection.installed_versions().items():
        older |= Q(revision__parser=parser) & ~Q(revision__parser_version=version)
    return rows.filter(older, backend_lock=False).order_by("pk")


def reprocess(documents: QuerySet[Document] | None = None, *, limit: int = MAX_DOCUMENTS) -> Started:
    """Let some of them be read again, with low priority, on behalf of their owners: the jobs are theirs."""
    rows = outdated(documents)
    started = 0
    for document in rows.select_related("owner").defer("revision__text")[: min(limit, MAX_DOCUMENTS)]:
        try:
            lifecycle.retry_document(document, actor=document.owner, priority=Priority.LOW)
        except DomainError:  # somebody was faster, its file is infected, its parser is gone
            continue
        started += 1
    return Started(started, outdated(documents).count())
