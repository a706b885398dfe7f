"""Primary keys: UUIDv7 (RFC 9562). They are public, hard to guess, and sort by time."""

from datetime import datetime
from uuid import UUID

from uuid_utils import compat


def uuid7() -> UUID:
    """Return a new time-ordered key; the default of every model."""
    return compat.uuid7()


def first_uuid7(moment: datetime) -> UUID:
    """Return the smallest key of a moment: rows created later have greater ones."""
    milliseconds = min(max(int(moment.timestamp() * 1000), 0), 2**48 - 1)
    return UUID(int=milliseconds << 80 | 7 << 76 | 2 << 62)
