"""Store the deadlines that analyzers find as obligations, change them, and manage calendar feeds."""

from collections.abc import Iterable
from datetime import date, timedelta
from typing import Any, Final, NamedTuple

from django.db import transaction
from django.db.models import Case, Q, QuerySet, When
from django.utils import timezone

from audit.actions import Action
from audit.log import record
from core.access import Permission, require, require_unlimited
from core.db.optimistic_locking import fingerprint, require_unchanged
from core.db.rows import get_row, saved_changes
from core.db.transactions import atomic_with_retry
from core.errors import Conflict
from core.unchanged import UNCHANGED, Unchanged
from corpuses.annotations.models import Annotation
from corpuses.events import record_corpus_event
from corpuses.models import Corpus
from corpuses.obligations.models import CalendarFeed, Obligation
from documents.models import DocumentRevision
from users.models import User
from users.secrets import lock_owner

FEED_LIMIT: Final = 20
_LAST_USED_STEP: Final = timedelta(minutes=1)
KINDS: Final = {label: kind for kind, label in Obligation.Kind.choices}
"""The kind of the obligation for each label of a finding."""

CHANGED_BY_USERS: Final = Q(done__isnull=False) | Q(is_due_by_user=True)
"""True for obligations that users have ticked off, or whose date they have set."""


class TooManyCalendarFeeds(Conflict):
    """You have the largest number of calendar addresses of this corpus."""

    code = "too_many_calendar_feeds"
    what_to_do = "Revoke an address that is not used any more."


class NoComputedDate(Conflict):
    """The analyzer has computed no date for this obligation, as far as is known."""

    code = "no_computed_date"
    what_to_do = "Run the analyzer again, or set a date."


class DueDate(NamedTuple):
    """A finding of an analyzer that is an obligation: its place, its label, and its date, if that is known."""

    start: int
    end: int
    label: str
    due: date | None


def due_dates(findings: Iterable[tuple[int, int, str, str | None]]) -> list[DueDate]:
    """Return the findings that are obligations: their label is one of `KINDS`. A value that is no date is left out."""
    return [DueDate(start, end, label, _date(value)) for start, end, label, value in findings if label in KINDS]


def store_obligations(corpus: Corpus, revision: DocumentRevision, found: Iterable[DueDate], *, origin: str) -> None:
    """Store the obligations that a run has found. Part of its transaction.

    The annotation of one is that of the run or, if the words had that label already, the one that they had. A second
    run changes the dates that it has computed anew, but not those that a user has set, and nothing else.
    """
    by_place = {(each.start, each.end, each.label): each for each in found}
    if not by_place:
        return
    present = Obligation.with_deleted.select_for_update(no_key=True).order_by("pk")
    known = {row.annotation_id: row for row in present.filter(corpus=corpus, document=revision.document_id)}
    rows = []
    for annotation in _labelled(corpus, revision, origin=origin):
        match = by_place.pop((annotation.start, annotation.end, annotation.label.name), None)
        if match is not None and (changed := _with_date(known.get(annotation.pk), match.due)):
            changed.corpus, changed.document_id, changed.annotation = corpus, revision.document_id, annotation
            changed.kind = KINDS[match.label]
            rows.append(changed)
    Obligation.with_deleted.bulk_create(
        rows,
        batch_size=1000,
        update_conflicts=True,
        unique_fields=["annotation"],
        update_fields=["due", "computed_due"],
    )
    if rows:
        record_corpus_event(corpus, "annotations", about=revision.document_id)


def _with_date(known: Obligation | None, due: date | None) -> Obligation | None:
    """Return the obligation of an annotation with the date that a run has computed; `None` if it has that already."""
    shown = known.due if known and known.is_due_by_user else due
    if known and (known.due, known.computed_due) == (shown, due):
        return None
    return Obligation(due=shown, computed_due=due)


def _labelled(corpus: Corpus, revision: DocumentRevision, *, origin: str) -> "QuerySet[Annotation]":
    """Return the annotations of a text whose label is that of an obligation; those of the origin first."""
    rows = Annotation.objects.filter(corpus=corpus, revision=revision, label__name__in=KINDS, box=None)
    rows = rows.select_related("label").only("start", "end", "label__name")
    return rows.order_by(Case(When(origin=origin, then=0), default=1), "pk")


def version_of_obligation(obligation: Obligation) -> str:
    """Return the version of what users change."""
    return fingerprint(obligation.due, obligation.done)


@atomic_with_retry
def update_obligation(
    obligation: Obligation,
    *,
    actor: User,
    is_done: bool | None = None,
    due: date | Unchanged | None = UNCHANGED,
    expected: str | None = None,
) -> Obligation:
    """Tick off an obligation, or not any more, and set its date. Needs the right to annotate.

    `is_done` of `None` leaves it as it is; `due` of `None` sets the date that the last run has computed.
    Raises `NoComputedDate` if that is not known.
    """
    require(actor, Permission.ANNOTATE, obligation.corpus)
    require(actor, Permission.VIEW, obligation.document)
    rows = Obligation.objects.select_for_update(of=("self",)).select_related("annotation", "corpus__owner", "document")
    locked = get_row(rows, pk=obligation.pk)
    require_unchanged(expected, version_of_obligation(locked))
    with saved_changes(locked) as changed:
        if due is not UNCHANGED:
            _set_due(locked, due)
        if is_done is not None and is_done != (locked.done is not None):
            locked.done = timezone.now() if is_done else None
    if not changed:
        return locked
    changes: dict[str, Any] = {} if is_done is None else {"is_done": is_done}
    if due is not UNCHANGED:
        changes["due"] = due.isoformat() if due else None
    record(Action.OBLIGATION_CHANGED, locked.annotation, actor=actor, **changes)
    record_corpus_event(locked.corpus, "annotations", about=locked.document_id)
    return locked


def _set_due(obligation: Obligation, due: date | None) -> None:
    """Set the date of a user, or the computed one for `None`."""
    if not obligation.is_due_by_user:
        # The computed date: servers of versions without the column `computed_due` store it here only.
        obligation.computed_due = obligation.due
    if due is not None and due != obligation.due:
        obligation.due, obligation.is_due_by_user = due, True
    elif due is None and obligation.is_due_by_user:
        if obligation.computed_due is None:
            raise NoComputedDate(field="due")
        obligation.due, obligation.is_due_by_user = obligation.computed_due, False


@transaction.atomic
def create_calendar_feed(corpus: Corpus, *, actor: User) -> CalendarFeed:
    """Create an address at which a calendar program reads the obligations that the user sees in a corpus."""
    require(actor, Permission.VIEW, corpus)
    require_unlimited(actor)
    lock_owner(actor)
    if CalendarFeed.objects.filter(owner=actor, corpus=corpus).count() >= FEED_LIMIT:
        raise TooManyCalendarFeeds(f"You have {FEED_LIMIT} calendar addresses of this corpus already.")
    feed = CalendarFeed.objects.create(corpus=corpus, owner=actor, token_id=actor.access.token_id)
    record(Action.CALENDAR_FEED_CREATED, feed, actor=actor)
    return feed


@transaction.atomic
def delete_calendar_feed(feed: CalendarFeed, *, actor: User) -> None:
    """Revoke the address of a feed of the user: programs get 404 from then on."""
    record(Action.CALENDAR_FEED_DELETED, feed, actor=actor)
    feed.delete()


def usable_feeds() -> "QuerySet[CalendarFeed]":
    """Return the feeds whose owner may sign in, and whose API token, if one has created them, has not expired."""
    has_token = Q(token=None) | Q(token__expires=None) | Q(token__expires__gt=timezone.now())
    return CalendarFeed.objects.filter(has_token, owner__is_active=True)


def note_use(feed: CalendarFeed) -> None:
    """Remember that a feed is read now, at most once a minute."""
    now = timezone.now()
    if feed.last_used is None or now - feed.last_used >= _LAST_USED_STEP:
        CalendarFeed.objects.filter(pk=feed.pk).update(last_used=now)


def _date(value: str | None) -> date | None:
    try:
        return date.fromisoformat(value) if value else None
    except ValueError:
        return None
