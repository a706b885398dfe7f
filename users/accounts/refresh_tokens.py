"""Rotation of refresh tokens: each is used once and returns the next; reuse revokes its family (S3-16, S3-G8).

Within a grace period of some seconds a used token returns the same successor again, because the response may have been
lost. So concurrent requests get one successor. The rules are here; stores apply them.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Protocol
from uuid import UUID

from django.conf import settings

from core.db.ids import uuid7


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenFamily:
    """All tokens of one sign-in."""

    id: UUID
    user_id: UUID
    session_auth_hash: str
    began: datetime
    revoked: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class IssuedToken:
    """A token of a family."""

    id: UUID
    family: UUID
    issued: datetime
    expires: datetime
    used: datetime | None = None
    successor: UUID | None = None


@dataclass(frozen=True, slots=True)
class Rotation:
    """The successor of a used token, or none; `is_reuse` if the use revoked the family."""

    family: TokenFamily
    token: IssuedToken | None
    is_reuse: bool = False


class RefreshStore(Protocol):
    """Stores families and tokens, in the database or (for tests) in memory (S3-21)."""

    def begin(self, family: TokenFamily, token: IssuedToken) -> None:
        """Store a new family and its first token."""

    def rotate(self, token_id: UUID, *, now: datetime) -> Rotation | None:
        """Apply `decide` to a token under a lock; return `None` if there is no such token."""

    def revoke(self, family: UUID, *, now: datetime) -> None:
        """Revoke a family."""

    def delete_expired(self, *, now: datetime) -> int:
        """Delete families whose newest token has expired; return their number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """The changes that a store applies: the token to return, the used one, whether the family is revoked."""

    token: IssuedToken | None
    used: IssuedToken | None = None
    revokes_family: bool = False


def first_token(family: TokenFamily, *, now: datetime) -> IssuedToken:
    """Create the first token of a sign-in."""
    return IssuedToken(id=uuid7(), family=family.id, issued=now, expires=_expiry(family, now))


def decide(family: TokenFamily, token: IssuedToken, successor: IssuedToken | None, *, now: datetime) -> Decision:
    """Decide on the use of a token. `successor` is the token that its first use returned."""
    if family.revoked is not None or token.expires <= now:
        return Decision(token=None)
    if token.used is None:
        new = IssuedToken(id=uuid7(), family=family.id, issued=now, expires=_expiry(family, now))
        return Decision(token=new, used=replace(token, used=now, successor=new.id))
    grace: timedelta = settings.REFRESH_GRACE
    if now - token.used <= grace and successor is not None and successor.used is None:
        return Decision(token=successor)
    return Decision(token=None, revokes_family=True)


def _expiry(family: TokenFamily, now: datetime) -> datetime:
    end: datetime = min(now + settings.REFRESH_TOKEN_LIFETIME, family.began + settings.REFRESH_FAMILY_LIFETIME)
    return end
