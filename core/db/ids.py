"""Primary keys: UUIDv7 (RFC 9562). They are public, hard to guess, and sort by time."""

from uuid import UUID

from uuid_utils import compat


def uuid7() -> UUID:
    """Return a new time-ordered key; the default of every model."""
    return compat.uuid7()
