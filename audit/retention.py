"""Delete entries that are older than `AUDIT_DAYS`. Nothing else can: a trigger refuses it."""

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from core.db.ids import first_uuid7

_BATCH: Final = 10_000
_DELETE_EXPIRED: Final = """
delete from audit_auditentry where id in (select id from audit_auditentry where id < %s order by id limit %s)
"""


def delete_expired() -> int:
    """Delete a batch of expired entries and return their number."""
    if not settings.AUDIT_DAYS:
        return 0
    first_kept = first_uuid7(timezone.now() - timedelta(days=settings.AUDIT_DAYS))
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("select set_config('cartulary.audit_retention', 'on', true)")
        cursor.execute(_DELETE_EXPIRED, [first_kept, _BATCH])
        return int(cursor.rowcount)
