"""Visible obligations and calendar feeds, for REST and GraphQL."""

from datetime import date
from typing import Final
from uuid import UUID

from django.db.models import DateField, Exists, F, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Coalesce

from core.access import Actor
from core.api.ordering import Order
from corpuses.annotations.models import Annotation
from corpuses.annotations.reviews import with_review
from corpuses.models import Corpus, CorpusDocument
from corpuses.obligations.models import CalendarFeed, Obligation
from corpuses.obligations.services import CHANGED_BY_USERS
from corpuses.visible_rows import visible_rows

_UNDATED_LAST: Final = Coalesce("due", Value(date.max), output_field=DateField())
BY_DATE: Final = Order(("due_or_last", "id"), computed={"due_or_last": _UNDATED_LAST})
"""By date; obligations without one come last."""

_MEMBERSHIP: Final = CorpusDocument.objects.filter(corpus=OuterRef("corpus"), document=OuterRef("document"))
_IS_IN_TEXT: Final = (
    Q(annotation__revision=F("document__revision"), annotation__confidence__gt=0)
    | Q(annotation__reviewed__isnull=False)
    | Q(annotation__source=Annotation.Source.HUMAN)
    | CHANGED_BY_USERS
)
"""False for suggestions that users have not worked on and whose words are not in the present text of the document."""


def list_obligations(
    actor: Actor,
    corpus: Corpus | None,
    *,
    document: UUID | None = None,
    kind: str | None = None,
    review: str | None = None,
    is_done: bool | None = None,
    due__gte: date | None = None,
    due__lte: date | None = None,
) -> "QuerySet[Obligation]":
    """Return the visible obligations in a visible corpus, or in all; of a document, a kind or a time, if given.

    Without a document, those of the newest versions of the documents that are in the corpus.
    """
    rows = visible_rows(Obligation, actor, corpus=corpus).select_related("annotation", "document").filter(_IS_IN_TEXT)
    if document is None:
        rows = rows.filter(Exists(_MEMBERSHIP))
    given = {"document": document, "kind": kind, "due__gte": due__gte, "due__lte": due__lte}
    rows = rows.filter(**{name: value for name, value in given.items() if value is not None})
    if is_done is not None:
        rows = rows.filter(done__isnull=not is_done)
    if review is None:
        return rows
    return rows.filter(annotation__in=with_review(Annotation.objects.all(), review))


def list_calendar_feeds(actor: Actor, corpus: Corpus | None) -> "QuerySet[CalendarFeed]":
    """Return the calendar feeds of the user, of a corpus or of all."""
    return visible_rows(CalendarFeed, actor, corpus=corpus)
