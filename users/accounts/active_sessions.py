"""Sign-ins of a user: sessions of browsers, and of programs with refresh tokens. Any of them can be ended."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final
from uuid import UUID

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils import timezone

from audit.actions import Action
from audit.log import record
from core.errors import NotFound
from users.accounts.models import BrowserSession, RefreshFamily
from users.accounts.token_pairs import TokenPairs
from users.models import User

MAX_LISTED: Final = 100  # of each kind, the newest


class SessionKind(StrEnum):
    """The program that the user signed in with."""

    BROWSER = "browser"
    PROGRAM = "program"


@dataclass(frozen=True, slots=True, kw_only=True)
class ActiveSession:
    """A session that has not ended. `last_used` is accurate to the hour for browsers, to 15 minutes for programs."""

    id: UUID
    kind: SessionKind
    created: datetime
    last_used: datetime
    expires: datetime
    address: str | None
    user_agent: str
    is_current: bool


def list_sessions(user: User, *, session_key: str | None, family: UUID | None) -> list[ActiveSession]:
    """Return the sessions of `user`, the latest used first. `session_key` or `family` is that of the request."""
    found = [*_browsers(user, session_key), *_programs(user, family)]
    return sorted(found, key=lambda each: (each.is_current, each.last_used, each.id), reverse=True)


@transaction.atomic
def end_session(user: User, key: UUID) -> None:
    """End one of the user's own; raise `NotFound` for others and for ended ones."""
    browser = _valid_browsers(user).filter(pk=key).first()
    if browser is not None:
        Session.objects.filter(pk=browser.session_id).delete()
    elif _valid_families(user).filter(pk=key).exists():
        TokenPairs().revoke_family(key, now=timezone.now())
    else:
        raise NotFound
    record(Action.SESSION_ENDED, user, actor=user)


def _valid_browsers(user: User) -> QuerySet[BrowserSession]:
    return BrowserSession.objects.filter(
        user=user, session_auth_hash__in=user.session_auth_hashes(), session__expire_date__gt=timezone.now()
    )


def _valid_families(user: User) -> QuerySet[RefreshFamily]:
    return RefreshFamily.objects.filter(
        user=user, session_auth_hash__in=user.session_auth_hashes(), revoked=None, expires__gt=timezone.now()
    )


def _browsers(user: User, session_key: str | None) -> Iterator[ActiveSession]:
    idle = timedelta(seconds=settings.SESSION_COOKIE_AGE)
    for row in _valid_browsers(user).select_related("session").order_by("-id")[:MAX_LISTED]:
        yield ActiveSession(
            id=row.pk,
            kind=SessionKind.BROWSER,
            created=row.created,
            last_used=row.session.expire_date - idle,
            expires=min(row.session.expire_date, row.created + settings.SESSION_LIFETIME),
            address=row.address,
            user_agent=row.user_agent,
            is_current=row.session_id == session_key,
        )


def _programs(user: User, family: UUID | None) -> Iterator[ActiveSession]:
    rows = _valid_families(user).annotate(last_used=Max("tokens__issued"))
    for row in rows.order_by("-id")[:MAX_LISTED]:
        yield ActiveSession(
            id=row.pk,
            kind=SessionKind.PROGRAM,
            created=row.began,
            last_used=row.last_used or row.began,
            expires=row.expires,
            address=row.address,
            user_agent=row.user_agent,
            is_current=row.pk == family,
        )
