"""Write the audit log.

`record` writes in the caller's transaction: an entry is stored if and only if the change is. Reads and refusals are
written after the response was sent, outside of all transactions, and cost the request next to nothing.
"""

import logging
import time
from collections.abc import Iterable
from typing import Any, Final
from uuid import UUID, uuid5

from django.db import DatabaseError, connection, transaction
from django.db.models import Model
from django.http import HttpRequest

from audit import origin
from audit.actions import Action
from audit.models import AuditEntry, AuditOutcome
from audit.objects import Subject, subject_of
from core.access import Actor
from core.observability import request_id

logger = logging.getLogger(__name__)

_NAMESPACE: Final = UUID("5d1f6c1e-3a0b-5c52-9c0e-6f7d1f1b0a51")
_PENDING: Final = "_audit_pending"
_HOUR: Final = 3600
_BATCH: Final = 1_000
_MAX_REMEMBERED: Final = 20_000
_remembered: set[UUID] = set()


def record(
    action: Action,
    target: Model | Subject,
    *,
    actor: "Actor | None" = None,
    document_id: UUID | None = None,
    **details: Any,
) -> None:
    """Record what was done to an object, in the transaction that does it."""
    _write([_entry(action, target, actor=actor, document_id=document_id, details=details)])


def record_all(
    action: Action, targets: Iterable[Model | Subject], *, actor: "Actor | None" = None, **details: Any
) -> None:
    """Record the same change of several objects; one statement."""
    _write([_entry(action, each, actor=actor, details=details) for each in targets])


def record_documents(
    action: Action, target: Model, documents: Iterable[UUID], *, actor: "Actor | None" = None, **details: Any
) -> None:
    """Record a change of an object for each document that it is about: each may be visible to other users."""
    _write([_entry(action, target, actor=actor, document_id=key, details=details) for key in documents])


def record_result(action: Action, target: Model, *, reason: str, document_id: UUID | None) -> None:
    """Record the end of work on a document, in the transaction that ends it; with a reason if it failed."""
    entry = _entry(action, target, document_id=document_id)
    entry.outcome, entry.reason = (AuditOutcome.FAILURE if reason else AuditOutcome.SUCCESS), reason
    _write([entry])


def record_read(action: Action, obj: Model, *, actor: Actor, **details: Any) -> None:
    """Record that an object was read: once per actor (or address), object and hour, after the response."""
    request = origin.current_request()
    if request is not None:
        reader = actor.pk or origin.address_of(request)
        once = _once(action, reader, obj.pk, sorted(details.items()), time.time() // _HOUR)
        _postpone_once(_entry(action, obj, actor=actor, details=details, once=once), request)


def record_first(action: Action, target: Model, *, actor: Actor) -> None:
    """Record after the response that something was done to an object from an address for the first time."""
    request = origin.current_request()
    if request is not None:
        _postpone_once(
            _entry(action, target, actor=actor, once=_once(action, target.pk, origin.address_of(request))), request
        )


def record_refusal(action: Action, target: Model | Subject, *, reason: str, hourly: str = "") -> None:
    """Record a failure, after the response: it is kept although its transaction is rolled back.

    Of the failures with the same value of `hourly`, one an hour is recorded.
    """
    entry = _entry(action, target, once=_once(action, hourly, time.time() // _HOUR) if hourly else None)
    entry.outcome, entry.reason = AuditOutcome.FAILURE, reason
    request = origin.current_request()
    if request is None:
        _write([entry])
    else:
        _postpone_once(entry, request)


def record_call(action: Action, target: Model, *, actor: Actor, reason: str = "", **details: Any) -> None:
    """Record a call after the response, whether it changed anything or not; with a reason if it failed."""
    entry = _entry(action, target, actor=actor, details=details)
    if reason:
        entry.outcome, entry.reason = AuditOutcome.FAILURE, reason
    request = origin.current_request()
    if request is None:
        _write([entry])
    else:
        _postpone_once(entry, request)


def write_pending(**_: object) -> None:
    """Write what was postponed until the response was sent. A receiver of `request_finished`."""
    request = origin.current_request()
    entries: list[AuditEntry] = getattr(request, _PENDING, []) if request else []
    try:
        if entries:
            with transaction.atomic():
                _write(entries)
    except DatabaseError:
        _remembered.difference_update(each.once for each in entries if each.once)
        logger.exception("audit.entries_lost", extra={"actions": [each.action for each in entries]})
    finally:
        origin.clear()
        # Django has released the connection of the request by now.
        if entries and not connection.in_atomic_block:
            connection.close_if_unusable_or_obsolete()


def _entry(
    action: Action,
    target: Model | Subject,
    *,
    details: dict[str, Any] | None = None,
    actor: "Actor | None" = None,
    document_id: UUID | None = None,
    once: UUID | None = None,
) -> AuditEntry:
    subject = target if isinstance(target, Subject) else subject_of(target)
    return AuditEntry(
        action=action,
        outcome=AuditOutcome.SUCCESS,
        actor_id=actor.pk if actor is not None else None,
        request_id=request_id.current(),
        object_kind=subject.kind,
        object_id=subject.id,
        owner_id=subject.owner_id,
        corpus_id=subject.corpus_id,
        document_id=document_id or subject.document_id,
        details=details or {},
        once=once,
    )


def _write(entries: list[AuditEntry]) -> None:
    """Insert entries with their origin; those whose `once` exists already are left out."""
    found = origin.current()
    for each in entries:
        each.actor_id = each.actor_id or found.actor_id
        each.interface, each.credential, each.credential_id = found.interface, found.credential, found.credential_id
        each.address, each.user_agent = found.address, found.user_agent
    are_unique = all(each.once is None for each in entries)
    AuditEntry.objects.bulk_create(entries, batch_size=_BATCH, ignore_conflicts=not are_unique)


def _once(*parts: object) -> UUID:
    return uuid5(_NAMESPACE, repr(parts))


def _postpone_once(entry: AuditEntry, request: HttpRequest) -> None:
    """Write an entry after the response, unless this process has recorded the same; the database refuses others."""
    if entry.once is not None:
        if entry.once in _remembered:
            return
        if len(_remembered) >= _MAX_REMEMBERED:
            _remembered.clear()
        _remembered.add(entry.once)
    setattr(request, _PENDING, [*getattr(request, _PENDING, []), entry])
