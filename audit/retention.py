"""Delete entries older than `AUDIT_DAYS`, or than the days of their corpus. Nothing else can: a trigger refuses it."""

from datetime import timedelta
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from core.db.ids import first_uuid7

MIN_DAYS: Final = 30
"""Younger entries cannot be deleted: a trigger refuses it (`audit/sql`)."""
_BATCH: Final = 10_000
_DELETE: Final = """
delete from audit_auditentry where id in
    (select id from audit_auditentry where id < %(before)s
     and (corpus_id = %(corpus)s::uuid or %(corpus)s::uuid is null) order by id limit %(batch)s)
"""


def delete_expired() -> int:
    """Delete a batch of expired entries and return their number."""
    return _delete(settings.AUDIT_DAYS) if settings.AUDIT_DAYS else 0


def delete_expired_of(corpus_id: UUID, days: int) -> int:
    """Delete a batch of the entries of a corpus that are older than so many days; return their number."""
    return _delete(max(days, MIN_DAYS), corpus_id)


def _delete(days: int, corpus_id: UUID | None = None) -> int:
    before = first_uuid7(timezone.now() - timedelta(days=days))
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("select set_config('cartulary.audit_retention', 'on', true)")
        cursor.execute(_DELETE, {"before": before, "corpus": corpus_id, "batch": _BATCH})
        return int(cursor.rowcount)
