"""Doing a thing once, however often a client asks for it: the `Idempotency-Key` of one person's requests.

A key belongs to its owner and names one request: another request with it is refused. It counts for a day; what was
refused, or failed, has used no key. The row is written in the transaction that makes the thing, so that a rival that
sends the same key at the same moment waits for the first and then finds what it made.
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
_FORM: Final = re.compile(r"[\x21-\x7e]{1,255}")
_AT_ONCE: Final = 1_000


class InvalidIdempotencyKey(Invalid):
    """An Idempotency-Key has 1 to 255 visible ASCII characters."""

    code = "invalid_idempotency_key"


@dataclass(frozen=True, slots=True)
class Made:
    """What a request made, now or the first time it was sent."""

    id: UUID
    is_new: bool


def once(key: str, *, owner: User, route: str, payload: Mapping[str, object], make: Callable[[], UUID]) -> Made:
    """Call `make`, unless the same request was made with this key already; without a key, always.

    `payload` is the whole request, JSON. Raises `InvalidIdempotencyKey`, `IdempotencyKeyReuse`, and what `make` raises.
    """
    if not key:
        return Made(make(), is_new=True)
    if not _FORM.fullmatch(key):
        raise InvalidIdempotencyKey(field="Idempotency-Key")
    fingerprint = _fingerprint(route, payload)
    with transaction.atomic():
        claimed = _claim(key, owner=owner, now=timezone.now())
        if claimed.object_id is None:
            return Made(_keep(claimed, route=route, fingerprint=fingerprint, made=make()), is_new=True)
        if claimed.fingerprint != fingerprint:
            raise IdempotencyKeyReuse(field="Idempotency-Key")
        return Made(claimed.object_id, is_new=False)


def forget_expired(*, now: datetime | None = None) -> int:
    """Delete keys that do not count any more, a thousand at once; give how many."""
    expired = IdempotencyKey.objects.filter(expires__lte=now or timezone.now())
    with transaction.atomic():
        batch = list(expired.select_for_update(skip_locked=True).values_list("pk", flat=True)[:_AT_ONCE])
        return IdempotencyKey.objects.filter(pk__in=batch).delete()[0]


def _claim(key: str, *, owner: User, now: datetime) -> IdempotencyKey:
    """Give the locked row of the key; one that is new, or has expired, names no object."""
    # The unique index decides every race: this waits for a rival that has not committed yet, and locks what it left.
    wanted = IdempotencyKey(owner=owner, key=key, expires=now + LIFETIME)
    IdempotencyKey.objects.bulk_create(
        [wanted], update_conflicts=True, unique_fields=["owner", "key"], update_fields=["key"]
    )
    row = IdempotencyKey.objects.get(owner=owner, key=key)
    if row.expires <= now:
        row.object_id, row.expires = None, now + LIFETIME
    return row


def _keep(row: IdempotencyKey, *, route: str, fingerprint: str, made: UUID) -> UUID:
    row.route, row.fingerprint, row.object_id = route, fingerprint, made
    row.save(update_fields=["route", "fingerprint", "object_id", "expires"])
    return made


def _fingerprint(route: str, payload: Mapping[str, object]) -> str:
    text = json.dumps([route, payload], sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.sha256(text.encode()).hexdigest()
