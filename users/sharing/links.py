"""Share links: access for anyone who has the token. Only the token's SHA-256 is stored."""

import hashlib
import secrets
from collections.abc import MutableMapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.utils import timezone

from audit.actions import Action
from audit.log import record
from users.sharing.errors import LinkExpired, LinkNotFound
from users.sharing.registry import find_link, kind_of

_SESSION_KEY: Final = "share_links"
_MAX_OPENED: Final = 50
_MAX_TOKEN_LENGTH: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkPreview:
    """The information that a link shows before it is opened; `id` is for after."""

    id: UUID
    kind: str
    title: str
    shared_by: str
    role: str
    expires: datetime | None


def new_token() -> str:
    """Return a random token (256 bits)."""
    return secrets.token_urlsafe(32)


def hash_token(token: str) -> str:
    """Return the hash that is stored for a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def preview_link(token: str) -> LinkPreview:
    """Return the preview of a link; raise `LinkExpired`, or `LinkNotFound` for unknown and withdrawn ones alike."""
    return _preview(_usable_link(token))


def _usable_link(token: str) -> Any:
    share: Any = find_link(hash_token(token)) if 0 < len(token) <= _MAX_TOKEN_LENGTH else None
    if share is None:
        raise LinkNotFound
    if share.expires is not None and share.expires <= timezone.now():
        raise LinkExpired(expired=share.expires.isoformat())  # no secret: the token was valid
    return share


def _preview(share: Any) -> LinkPreview:
    return LinkPreview(
        id=share.target.pk,
        kind=kind_of(share).lower(),
        title=share.target.title,
        shared_by=share.created_by.get_full_name(),
        role=share.role,
        expires=share.expires,
    )


def open_link(token: str, session: MutableMapping[str, Any]) -> LinkPreview:
    """Add a link to a session; beyond a maximum, the oldest ones are dropped."""
    share = _usable_link(token)
    record(Action.LINK_OPENED, share.target, share=str(share.pk))
    type(share).objects.filter(pk=share.pk).update(last_used=timezone.now())
    others = [each for each in session.get(_SESSION_KEY, []) if each != hash_token(token)]
    session[_SESSION_KEY] = [*others, hash_token(token)][-_MAX_OPENED:]
    return _preview(share)


def opened_links(session: MutableMapping[str, Any]) -> frozenset[str]:
    """Return the hashes of the links that were opened in a session."""
    return frozenset(session.get(_SESSION_KEY, []))


def link_path(token: str) -> str:
    """Return the path of a link's page in the user interface."""
    return f"/s/{token}"
