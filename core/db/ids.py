"""Primary keys: UUIDv7 (RFC 9562). They are public, hard to guess, and sort by time."""

from datetime import datetime
from hashlib import sha256
from uuid import UUID

from uuid_utils import compat


def uuid7() -> UUID:
    """Return a new time-ordered key; the default of every model."""
    return compat.uuid7()


def first_uuid7(moment: datetime) -> UUID:
    """Return the smallest key of a moment: rows created later have greater ones."""
    milliseconds = min(max(int(moment.timestamp() * 1000), 0), 2**48 - 1)
    return _uuid7(milliseconds)


def derived_uuid7(base: UUID, key: UUID) -> UUID:
    """Return a key of the moment of `base`, always the same one for these two."""
    digest = int.from_bytes(sha256(base.bytes + key.bytes).digest())
    return _uuid7(base.int >> 80, digest >> 100 & 0xFFF, digest & (1 << 62) - 1)


def _uuid7(milliseconds: int, first: int = 0, second: int = 0) -> UUID:
    return UUID(int=milliseconds << 80 | 7 << 76 | first << 64 | 2 << 62 | second)
