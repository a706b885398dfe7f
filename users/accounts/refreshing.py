"""Refresh tokens: each is used once and gives the next; one that is used again ends its whole family (S3-16, S3-G8).

Within a grace of some seconds a used token gives the same successor again, for the answer may have been lost; so
however many use a token at once, there is one successor. The rules are here; stores only keep what they are told.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Protocol
from uuid import UUID

from django.conf import settings

from core.db.ids import uuid7


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """All tokens that follow from one sign-in."""

    id: UUID
    user_id: UUID
    stamp: str
    began: datetime
    revoked: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Issued:
    """One token of a family."""

    id: UUID
    family: UUID
    issued: datetime
    expires: datetime
    used: datetime | None = None
    successor: UUID | None = None


@dataclass(frozen=True, slots=True)
class Rotation:
    """What became of a token that was used: its successor, or none; `is_reuse` when that ended the family."""

    family: Family
    token: Issued | None
    is_reuse: bool = False


class RefreshStore(Protocol):
    """Keeps families and tokens, in the database or (for tests) in memory (S3-21)."""

    def begin(self, family: Family, token: Issued) -> None:
        """Keep a new family and its first token."""

    def rotate(self, token_id: UUID, *, now: datetime) -> Rotation | None:
        """Apply `decide` to a token while nobody else does; `None` when there is no such token."""

    def revoke(self, family: UUID, *, now: datetime) -> None:
        """End a family."""

    def forget_expired(self, *, now: datetime) -> int:
        """Delete families whose newest token has expired; give how many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What a store has to keep: the new token, the old one as it is now, whether the family ends."""

    answer: Issued | None
    used: Issued | None = None
    ends_family: bool = False


def first_token(family: Family, *, now: datetime) -> Issued:
    """Make the token that a sign-in gives."""
    return Issued(id=uuid7(), family=family.id, issued=now, expires=_expiry(family, now))


def decide(family: Family, token: Issued, successor: Issued | None, *, now: datetime) -> Decision:
    """Say what the use of a token means. `successor` is what its first use gave."""
    if family.revoked is not None or token.expires <= now:
        return Decision(answer=None)
    if token.used is None:
        new = Issued(id=uuid7(), family=family.id, issued=now, expires=_expiry(family, now))
        return Decision(answer=new, used=replace(token, used=now, successor=new.id))
    grace: timedelta = settings.REFRESH_GRACE
    if now - token.used <= grace and successor is not None and successor.used is None:
        return Decision(answer=successor)
    return Decision(answer=None, ends_family=True)


def _expiry(family: Family, now: datetime) -> datetime:
    end: datetime = min(now + settings.REFRESH_TOKEN_LIFETIME, family.began + settings.REFRESH_FAMILY_LIFETIME)
    return end
