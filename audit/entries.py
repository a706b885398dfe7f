"""Read the audit log: staff all of it, other users the entries about what they own."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.db.models import Q, QuerySet

from audit.models import AuditEntry
from audit.objects import DOCUMENT, names_of, seen_by_owner
from core.access import Actor, is_staff, require_staff, require_unlimited, require_user
from core.db.ids import first_uuid7
from core.db.rows import get_row

if TYPE_CHECKING:
    from users.models import User

_BATCH: Final = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryFilter:
    """Conditions on entries; all that are given must hold."""

    object_id: UUID | None = None
    actor_id: UUID | None = None
    action: str | None = None
    outcome: str | None = None
    created_after: datetime | None = None
    created_before: datetime | None = None

    def conditions(self) -> Q:
        """Return the condition. The object may also be the corpus or the document that an entry mentions."""
        found = Q()
        if self.object_id is not None:
            found &= Q(object_id=self.object_id) | Q(corpus_id=self.object_id) | Q(document_id=self.object_id)
        if self.actor_id is not None:
            found &= Q(actor_id=self.actor_id)
        if self.action:
            found &= Q(action__startswith=self.action) if self.action.endswith(".") else Q(action=self.action)
        if self.outcome:
            found &= Q(outcome=self.outcome)
        # Keys sort by time, and are indexed.
        if self.created_after is not None:
            found &= Q(id__gte=first_uuid7(self.created_after))
        if self.created_before is not None:
            found &= Q(id__lt=first_uuid7(self.created_before))
        return found


def all_entries(wanted: EntryFilter) -> "QuerySet[AuditEntry]":
    """Return entries of all users, for operators."""
    return AuditEntry.objects.filter(wanted.conditions())


def visible_entries(actor: Actor, *, everyone: bool = False, **filters: Any) -> "QuerySet[AuditEntry]":
    """Return the entries about what the user owns, newest first; `everyone`: all entries, for staff."""
    wanted = EntryFilter(**filters)
    if everyone:
        require_staff(actor)
        return all_entries(wanted)
    user = require_user(actor)
    require_unlimited(actor)
    return AuditEntry.objects.filter(seen_by_owner(actor, user.pk) & wanted.conditions())


def get_visible_entry(user: "User", key: UUID) -> AuditEntry:
    """Return an entry that a user may see, staff any; raise `NotFound`."""
    return get_row(visible_entries(user, everyone=is_staff(user)), pk=key)


def in_batches(entries: "QuerySet[AuditEntry]") -> Iterator[list[AuditEntry]]:
    """Return entries in batches, oldest first; none is held in memory longer."""
    rows = entries.order_by("id")
    batch = list(rows[:_BATCH])
    while batch:
        yield batch
        batch = list(rows.filter(id__gt=batch[-1].pk)[:_BATCH])


def object_names(entries: "Sequence[AuditEntry]", actor: Actor) -> dict[UUID, str]:
    """Return the present names of the objects of entries, by entry; a query for each kind of object."""
    keys = defaultdict(set)
    for entry in entries:
        if entry.object_id:
            keys[entry.object_kind].add(entry.object_id)
    names = {kind: names_of(kind, among, actor) for kind, among in keys.items()}
    return {
        entry.pk: names[entry.object_kind][entry.object_id]
        for entry in entries
        if entry.object_id and entry.object_id in names[entry.object_kind]
    }


def document_titles(entries: "Sequence[AuditEntry]", actor: Actor) -> dict[UUID, str]:
    """Return the present titles of the documents that entries mention, by entry."""
    titles = names_of(DOCUMENT, {entry.document_id for entry in entries if entry.document_id}, actor)
    return {
        entry.pk: titles[entry.document_id] for entry in entries if entry.document_id and entry.document_id in titles
    }


def shows_address(entry: AuditEntry, actor: "Actor | None") -> bool:
    """Check whether an actor may see from where something was done: by themselves, or to their own account.

    Staff may, and commands, which have no actor.
    """
    return actor is None or is_staff(actor) or actor.pk in {entry.actor_id, entry.object_id}
