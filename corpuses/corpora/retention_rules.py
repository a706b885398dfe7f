"""The fields of a corpus that limit how long its documents and its entries in the audit log are kept."""

from typing import Final

from django.conf import settings

from audit.retention import MIN_DAYS
from core.errors import Invalid

RULES: Final = frozenset({"retention_days", "audit_days"})
MAX_DAYS: Final = 36_500


def check_days(name: str, value: int) -> int:
    """Return a number of days as it is stored, 0 for no rule; raise `Invalid` if it is not allowed."""
    if not 0 <= value <= MAX_DAYS:
        raise Invalid(f"Enter a number from 0 to {MAX_DAYS:,}.", field=name)
    if name == "audit_days" and 0 < value < MIN_DAYS:
        raise Invalid(f"Entries of the audit log are kept for {MIN_DAYS} days or longer.", field=name)
    if name == "audit_days" and settings.AUDIT_DAYS and value > settings.AUDIT_DAYS:
        raise Invalid(
            f"This installation keeps entries for {settings.AUDIT_DAYS} days, and a corpus can only shorten that.",
            field=name,
        )
    return value
