"""Access and refresh tokens of programs, from sign-in to sign-out."""

import logging
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from redis import RedisError

from audit.actions import Action
from audit.log import record
from core import redis_client
from core.db.ids import uuid7
from users.accounts.errors import InvalidToken, TokensUnavailable
from users.accounts.refresh_stores import DatabaseStore
from users.accounts.refresh_tokens import IssuedToken, RefreshStore, TokenFamily, first_token
from users.accounts.signed_tokens import SignedToken, TokenType, access_token, read
from users.models import User


class RevokedTokens(Protocol):
    """The set of revoked ids."""

    def add(self, identifier: UUID, *, until: datetime) -> None:
        """Revoke a token or a family until `until`; tokens that have expired need no entry."""

    def contains_any(self, identifiers: Collection[UUID]) -> bool:
        """Check whether one of these ids is revoked."""


class RedisRevokedTokens:
    """Revoked ids in Redis. Raises `TokensUnavailable` if Redis is: without it, a token cannot be trusted."""

    def add(self, identifier: UUID, *, until: datetime) -> None:
        seconds = int(until.timestamp()) - int(time.time())
        if seconds <= 0:
            return
        try:
            redis_client.client().set(_key(identifier), 1, ex=seconds)
        except RedisError as error:
            raise TokensUnavailable from error

    def contains_any(self, identifiers: Collection[UUID]) -> bool:
        try:
            return bool(redis_client.client().exists(*map(_key, identifiers)))
        except RedisError as error:
            raise TokensUnavailable from error


def _key(identifier: UUID) -> str:
    return redis_client.key("revoked", identifier.hex)


class MemoryRevokedTokens:
    """Revoked ids in memory, for tests without Redis."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._until: dict[UUID, float] = {}

    def add(self, identifier: UUID, *, until: datetime) -> None:
        self._until[identifier] = until.timestamp()

    def contains_any(self, identifiers: Collection[UUID]) -> bool:
        return any(self._until.get(each, 0.0) > self._clock() for each in identifiers)


logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TokenPair:
    """An access and a refresh token, encoded."""

    access: str
    refresh: str


@dataclass(frozen=True, slots=True)
class TokenPairs:
    """Issues, refreshes, checks and revokes pairs of tokens."""

    store: RefreshStore = field(default_factory=DatabaseStore)
    revoked: RevokedTokens = field(default_factory=RedisRevokedTokens)

    def issue(self, user: User, *, now: datetime | None = None) -> TokenPair:
        """Start a family for a user who has just signed in; return its first pair."""
        now = now or timezone.now()
        family = TokenFamily(id=uuid7(), user_id=user.pk, session_auth_hash=user.get_session_auth_hash(), began=now)
        token = first_token(family, now=now)
        with transaction.atomic():
            self.store.begin(family, token)
            record(Action.SIGNED_IN, user, actor=user)
        return _pair(family, token, now=now)

    def refresh(self, text: str, *, now: datetime | None = None) -> TokenPair:
        """Return the next pair for a refresh token; raise `InvalidToken` if it was used, revoked or has expired."""
        now = now or timezone.now()
        token = read(text, TokenType.REFRESH)
        _user_of(token)
        rotation = self.store.rotate(token.id, now=now)
        if rotation is None or rotation.token is None:
            if rotation is not None and rotation.is_reuse:
                # Someone else has a token of this family: its latest access token is revoked as well.
                family = rotation.family
                logger.warning("auth.refresh_reuse", extra={"user_id": family.user_id, "family": family.id})
                self.revoked.add(family.id, until=now + settings.ACCESS_TOKEN_LIFETIME)
            raise InvalidToken
        return _pair(rotation.family, rotation.token, now=now)

    def authenticate(self, text: str) -> tuple[User, SignedToken]:
        """Return the user of an access token; raise `InvalidToken`, or `TokensUnavailable` without Redis."""
        token = read(text, TokenType.ACCESS)
        if self.revoked.contains_any([token.id, token.family]):
            raise InvalidToken
        user = _user_of(token)
        user.confirmed = token.signed_in
        return user, token

    def revoke(self, access: SignedToken | None, refresh: str = "") -> None:
        """Sign out: revoke the access token, and the family of the refresh token (S3-17, S3-18)."""
        now = timezone.now()
        if access is not None:
            self.revoked.add(access.id, until=access.expires)
        if refresh:
            token = read(refresh, TokenType.REFRESH)
            if access is not None and token.user_id != access.user_id:
                raise InvalidToken
            self.revoke_family(token.family, now=now)

    def revoke_family(self, family: UUID, *, now: datetime) -> None:
        """Revoke all tokens of a sign-in."""
        self.store.revoke(family, now=now)
        self.revoked.add(family, until=now + settings.ACCESS_TOKEN_LIFETIME)


def _pair(family: TokenFamily, token: IssuedToken, *, now: datetime) -> TokenPair:
    refresh = SignedToken(
        type=TokenType.REFRESH,
        user_id=family.user_id,
        family=family.id,
        session_auth_hash=family.session_auth_hash,
        id=token.id,
        issued=token.issued,
        expires=token.expires,
    )
    access = access_token(
        user_id=family.user_id,
        family=family.id,
        session_auth_hash=family.session_auth_hash,
        signed_in=family.began,
        now=now,
    )
    return TokenPair(access=access.encode(), refresh=refresh.encode())


def _user_of(token: SignedToken) -> User:
    """Return the user, who must be active and have the same password as when the token was issued."""
    user = User.objects.filter(pk=token.user_id, is_active=True).first()
    if user is None or not user.has_session_auth_hash(token.session_auth_hash):
        raise InvalidToken
    return user


def revoke_all_sessions(user: User) -> None:
    """Revoke all sessions and tokens of a user, on all devices; API tokens stay valid."""
    user.generation += 1
    with transaction.atomic():
        user.save(update_fields=["generation"])
        record(Action.SESSIONS_REVOKED, user)
    logger.info("auth.all_sessions_revoked", extra={"user_id": user.pk})


def access_token_for(user: User, *, family: UUID | None = None) -> str:
    """Return an access token without a sign-in, for commands and tests."""
    now = timezone.now()
    token = access_token(
        user_id=user.pk,
        family=family or uuid7(),
        session_auth_hash=user.get_session_auth_hash(),
        signed_in=now,
        now=now,
    )
    return token.encode()
