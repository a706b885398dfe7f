"""Versions of what people edit: a fingerprint of the part that can be edited, so that nobody overwrites unseen changes.

Two states with the same content are the same version; nothing has to be counted, wherever the change comes from.
"""

import hashlib
import json

from core.errors import EditConflict


def fingerprint(*facts: object) -> str:
    """Give the version of something that is described by these facts."""
    text = json.dumps(facts, ensure_ascii=True, separators=(",", ":"), default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def require_unchanged(expected: str | None, version: str) -> None:
    """Raise `EditConflict` unless `expected` (if anything) is the present version. The row must be locked."""
    if expected is not None and expected != version:
        raise EditConflict(version=version)
