"""Primary keys: UUIDv7 (RFC 9562), so that ids are public, unguessable enough and sort by time."""

from uuid import UUID

from uuid_utils import compat


def uuid7() -> UUID:
    """Give a new time-ordered key; the default of every model."""
    return compat.uuid7()
