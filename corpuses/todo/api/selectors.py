"""Counts of the pending work of a user: reviews, decisions and failures, each by the list that shows it.

Each kind is one query, however many corpora the user has.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.db.models import Count, QuerySet
from django.utils import timezone

from core.access import ListScope, Permission
from corpuses.annotations.models import Annotation
from corpuses.annotations.placements import with_placement
from corpuses.annotations.reviews import with_review
from corpuses.comments.api.selectors import list_notifications
from corpuses.comments.models import Notification
from corpuses.conversations.api.proposals import list_proposals
from corpuses.conversations.models import Proposal
from corpuses.extracts.models import Cell
from corpuses.memberships.api.selectors import list_documents
from corpuses.models import Corpus
from corpuses.obligations.api.selectors import list_obligations
from corpuses.visible_rows import visible_rows
from documents.models import Document

if TYPE_CHECKING:
    from users.models import User

MAX_ITEMS: Final = 50
"""Of one kind: the corpora or extracts with the largest counts."""

DUE_WITHIN: Final = timedelta(days=7)
_ANSWERED: Final = (*Cell.WITH_VALUE, Cell.Status.NOT_FOUND)


class TodoKind(StrEnum):
    """The kinds of pending work."""

    MENTIONS = "mentions"
    FAILED_DOCUMENTS = "failed_documents"
    OBLIGATIONS = "obligations"
    PROPOSALS = "proposals"
    SUGGESTIONS = "suggestions"
    POSITIONS = "positions"
    CELLS = "cells"


@dataclass(frozen=True, slots=True, kw_only=True)
class TodoItem:
    """A count of one kind of objects: in a corpus, in an extract of it, or in all that the user sees."""

    kind: TodoKind
    count: int
    corpus: UUID | None = None
    corpus_title: str = ""
    extract: UUID | None = None
    extract_name: str = ""
    creator: UUID | None = None  # of the counted annotations, if those of others are left out


@dataclass(frozen=True, slots=True, kw_only=True)
class Todo:
    """The pending work of a user. `has_more`: of a kind, there is some in more corpora than are listed."""

    items: Sequence[TodoItem]
    due_until: date
    has_more: bool


def todo_of(user: "User") -> Todo:
    """Return the pending work of a user; one query for each kind, two for positions."""
    due_until = timezone.localdate() + DUE_WITHIN
    annotatable = Corpus.objects.permitting(user, Permission.ANNOTATE)
    annotations = visible_rows(Annotation, user, newest=True).filter(corpus__in=annotatable)
    obligations = list_obligations(user, None, is_done=False, due__lte=due_until).filter(corpus__in=annotatable)
    kinds = [
        _total(TodoKind.MENTIONS, list_notifications(user, unread=True).filter(kind=Notification.Kind.MENTION)),
        _total(TodoKind.FAILED_DOCUMENTS, list_documents(user, scope=ListScope.MINE, state=Document.State.FAILED)),
        list(_by_corpus(TodoKind.OBLIGATIONS, obligations)),
        _total(TodoKind.PROPOSALS, list_proposals(user, state=Proposal.State.PENDING)),
        list(_by_corpus(TodoKind.SUGGESTIONS, with_review(annotations, Annotation.Review.PENDING))),
        _positions(with_placement(annotations, Annotation.Placement.TO_CHECK), user),
        list(_by_extract(user)),
    ]
    return Todo(
        items=[item for items in kinds for item in items[:MAX_ITEMS]],
        due_until=due_until,
        has_more=any(len(items) > MAX_ITEMS for items in kinds),
    )


def _total(kind: TodoKind, rows: "QuerySet[Any, Any]") -> list[TodoItem]:
    count = rows.count()
    return [TodoItem(kind=kind, count=count)] if count else []


def _by_corpus(kind: TodoKind, rows: "QuerySet[Any, Any]", creator: UUID | None = None) -> Iterator[TodoItem]:
    for key, title, count in _counted(rows, "corpus", "corpus__title"):
        yield TodoItem(kind=kind, count=count, corpus=key, corpus_title=title, creator=creator)


def _positions(rows: "QuerySet[Annotation]", user: "User") -> list[TodoItem]:
    """Return the positions to check: all where the user may edit; elsewhere those of their own annotations."""
    editable = Corpus.objects.permitting(user, Permission.EDIT)
    own = rows.filter(creator=user, source=Annotation.Source.HUMAN).exclude(corpus__in=editable)
    kind = TodoKind.POSITIONS
    items = [*_by_corpus(kind, rows.filter(corpus__in=editable)), *_by_corpus(kind, own, user.pk)]
    return sorted(items, key=lambda item: -item.count)


def _by_extract(user: "User") -> Iterator[TodoItem]:
    """Yield the counts of the answers that are not reviewed, by extract."""
    reviewable = Corpus.objects.permitting(user, Permission.REVIEW)
    rows = visible_rows(Cell, user).filter(
        row__extract__corpus__in=reviewable,
        row__extract__deleted_at=None,
        status__in=_ANSWERED,
        review=Cell.Review.UNREVIEWED,
    )
    names = [f"row__extract{name}" for name in ("", "__name", "__corpus", "__corpus__title")]
    for extract, name, corpus, title, count in _counted(rows, *names):
        yield TodoItem(
            kind=TodoKind.CELLS, count=count, corpus=corpus, corpus_title=title, extract=extract, extract_name=name
        )


def _counted(rows: "QuerySet[Any, Any]", *names: str) -> "QuerySet[Any, Any]":
    """Return the numbers of rows by the first of these columns, on which the others depend; the largest first."""
    counted: QuerySet[Any, Any] = rows.order_by().values_list(*names).annotate(count=Count("pk"))
    return counted.order_by("-count", names[0])[: MAX_ITEMS + 1]
