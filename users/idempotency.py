"""Idempotency keys: a request that a user sends twice with the same `Idempotency-Key` is processed once.

A key belongs to its owner and identifies one request: a different request with it is refused. It is valid for a day;
failed requests do not use it up. The row is written in the transaction that creates the object, so a concurrent request
with the same key waits for the first and then finds the object.
"""

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from core.errors import IdempotencyKeyReuse, Invalid
from users.models import IdempotencyKey, User

LIFETIME: Final = timedelta(days=1)
_KEY: Final = re.compile(r"[\x21-\x7e]{1,255}")
_BATCH: Final = 1_000


class InvalidIdempotencyKey(Invalid):
    """An Idempotency-Key has 1 to 255 visible ASCII characters."""

    code = "invalid_idempotency_key"
    what_to_do = "Send a key of this form, such as a UUID."


@dataclass(frozen=True, slots=True)
class Created:
    """The object that a request created, now or when it was first sent."""

    id: UUID
    is_new: bool


def once(key: str, *, owner: User, route: str, payload: Mapping[str, object], make: Callable[[], UUID]) -> Created:
    """Call `make` unless the same request was processed with this key before; without a key, always.

    `payload` is the whole request as JSON. Raises `InvalidIdempotencyKey`, `IdempotencyKeyReuse`, and what `make`
    raises.
    """
    if not key:
        return Created(make(), is_new=True)
    if not _KEY.fullmatch(key):
        raise InvalidIdempotencyKey(field="Idempotency-Key")
    fingerprint = _fingerprint(route, payload)
    with transaction.atomic():
        row = _lock(key, owner=owner, now=timezone.now())
        if row.object_id is None:
            object_id = make()
            row.route, row.fingerprint, row.object_id = route, fingerprint, object_id
            row.save(update_fields=["route", "fingerprint", "object_id", "expires"])
            return Created(object_id, is_new=True)
        if row.fingerprint != fingerprint:
            raise IdempotencyKeyReuse(field="Idempotency-Key")
        return Created(row.object_id, is_new=False)


def delete_expired(*, now: datetime | None = None) -> int:
    """Delete expired keys, a thousand at a time; return their number."""
    expired = IdempotencyKey.objects.filter(expires__lte=now or timezone.now())
    with transaction.atomic():
        batch = list(expired.select_for_update(skip_locked=True).values_list("pk", flat=True)[:_BATCH])
        return IdempotencyKey.objects.filter(pk__in=batch).delete()[0]


def _lock(key: str, *, owner: User, now: datetime) -> IdempotencyKey:
    """Return the locked row of the key; a new or expired one has no object."""
    # The unique index decides races: this waits for an uncommitted insert of the same key, and locks its row.
    row = IdempotencyKey(owner=owner, key=key, expires=now + LIFETIME)
    IdempotencyKey.objects.bulk_create(
        [row], update_conflicts=True, unique_fields=["owner", "key"], update_fields=["key"]
    )
    row = IdempotencyKey.objects.get(owner=owner, key=key)
    if row.expires <= now:
        row.object_id, row.expires = None, now + LIFETIME
    return row


def _fingerprint(route: str, payload: Mapping[str, object]) -> str:
    text = json.dumps([route, payload], sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.sha256(text.encode()).hexdigest()
