"""Links: whoever holds the token may open what it names. Only the token's SHA-256 is stored."""

import hashlib
import secrets
from collections.abc import MutableMapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.utils import timezone

from users.sharing.errors import LinkExpired, LinkNotFound
from users.sharing.models import Share
from users.sharing.registry import find_link, kind_of

_HELD: Final = "share_links"
_MOST_HELD: Final = 50
_LONGEST_TOKEN: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Landing:
    """What a link says about itself to whoever follows it, before it is opened."""

    id: UUID
    kind: str
    title: str
    shared_by: str
    role: str
    expires: datetime | None


def new_token() -> str:
    """Give a token that nobody can guess (256 bits)."""
    return secrets.token_urlsafe(32)


def hash_of(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def landing(token: str) -> Landing:
    """Tell what a link opens; `LinkExpired`, or `LinkNotFound` for unknown and withdrawn ones alike."""
    share: Any = _link(token)
    by = share.created_by or share.target.owner
    return Landing(
        id=share.target.pk,
        kind=kind_of(share).lower(),
        title=share.target.title,
        shared_by=by.get_full_name() or by.get_username(),
        role=share.role,
        expires=share.expires,
    )


def open_link(token: str, session: MutableMapping[str, Any]) -> Landing:
    """Put a link into a session, beside those that were opened before; the oldest make room."""
    found = landing(token)
    kept = [each for each in session.get(_HELD, []) if each != hash_of(token)]
    session[_HELD] = [*kept, hash_of(token)][-_MOST_HELD:]
    return found


def held_in(session: MutableMapping[str, Any]) -> frozenset[str]:
    """The hashes of the links that were opened in a session."""
    return frozenset(session.get(_HELD, []))


def _link(token: str) -> Share:
    share = find_link(hash_of(token)) if 0 < len(token) <= _LONGEST_TOKEN else None
    if share is None:
        raise LinkNotFound
    if share.expires is not None and share.expires <= timezone.now():
        raise LinkExpired(expired=share.expires.isoformat())  # whoever holds the token was given it
    return share
