"""Optimistic locking: the version of an object is a hash of its editable fields.

Equal states have equal versions, and no counter has to be kept, wherever a change comes from.
"""

import hashlib
import json
from collections.abc import Sequence
from uuid import UUID

from core.errors import EditConflict, Invalid


def fingerprint(*fields: object) -> str:
    """Return the version of an object with these editable fields."""
    text = json.dumps(fields, ensure_ascii=True, separators=(",", ":"), default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def require_unchanged(expected: str | None, version: str) -> None:
    """Raise `EditConflict` if `expected` is set and not the current version. The row must be locked."""
    if expected is not None and expected != version:
        raise EditConflict(version=version)


def expected_versions(keys: Sequence[UUID], versions: Sequence[str] | None) -> dict[UUID, str]:
    """Return the version of each object that a client has seen; raise `Invalid` if there is not one for each."""
    if versions is None:
        return {}
    if len(versions) != len(keys):
        raise Invalid("Send one version for each object, or none.", field="versions")
    return dict(zip(keys, versions, strict=True))
