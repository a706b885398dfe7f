"""What programs sign in with: a short access token and a long refresh token, from sign-in to sign-out."""

import hmac
import logging
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.utils import timezone

from core.db.ids import uuid7
from users.accounts.blocklist import Blocklist, RedisBlocklist
from users.accounts.errors import InvalidToken
from users.accounts.refresh_stores import DatabaseStore
from users.accounts.refreshing import Family, Issued, RefreshStore, first_token
from users.accounts.signed_tokens import SignedToken, TokenType, access_token, read
from users.models import User

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Pair:
    """Both tokens, as text."""

    access: str
    refresh: str


@dataclass(frozen=True, slots=True)
class TokenPairs:
    """The rules, over a store and a blocklist of one's choice."""

    store: RefreshStore = field(default_factory=DatabaseStore)
    blocklist: Blocklist = field(default_factory=RedisBlocklist)

    def begin(self, user: User, *, now: datetime | None = None) -> Pair:
        """Begin a family for somebody who has just proven who they are."""
        now = now or timezone.now()
        family = Family(id=uuid7(), user_id=user.pk, stamp=user.stamp(), began=now)
        token = first_token(family, now=now)
        self.store.begin(family, token)
        return _pair(family, token, now=now)

    def refresh(self, text: str, *, now: datetime | None = None) -> Pair:
        """Give the next pair for a refresh token; `InvalidToken` when it does not count any more."""
        now = now or timezone.now()
        token = read(text, TokenType.REFRESH)
        _owner(token)
        rotation = self.store.rotate(token.id, now=now)
        if rotation is None or rotation.token is None:
            if rotation is not None and rotation.is_reuse:
                self._end_stolen(rotation.family, now=now)
            raise InvalidToken
        return _pair(rotation.family, rotation.token, now=now)

    def _end_stolen(self, family: Family, *, now: datetime) -> None:
        """Somebody else has a token of this family: what it gave last ends too."""
        logger.warning("auth.refresh_reuse", extra={"user_id": family.user_id, "family": family.id})
        self.blocklist.block(family.id, until=now + settings.ACCESS_TOKEN_LIFETIME)

    def person_of(self, text: str) -> tuple[User, SignedToken]:
        """Give who an access token stands for; `InvalidToken`, or `TokensUnavailable` when that cannot be known."""
        token = read(text, TokenType.ACCESS)
        if self.blocklist.is_blocked([token.id, token.family]):
            raise InvalidToken
        return _owner(token), token

    def end(self, access: SignedToken | None, refresh: str = "") -> None:
        """Sign out: the access token ends now, and the family of the refresh token with it (S3-17, S3-18)."""
        now = timezone.now()
        if access is not None:
            self.blocklist.block(access.id, until=access.expires)
        if refresh:
            token = read(refresh, TokenType.REFRESH)
            if access is not None and token.user_id != access.user_id:
                raise InvalidToken
            self.store.revoke(token.family, now=now)
            self.blocklist.block(token.family, until=now + settings.ACCESS_TOKEN_LIFETIME)


def _pair(family: Family, token: Issued, *, now: datetime) -> Pair:
    refresh = SignedToken(
        type=TokenType.REFRESH,
        user_id=family.user_id,
        family=family.id,
        stamp=family.stamp,
        id=token.id,
        issued=token.issued,
        expires=token.expires,
    )
    access = access_token(user_id=family.user_id, family=family.id, stamp=family.stamp, now=now)
    return Pair(access=access.text(), refresh=refresh.text())


def _owner(token: SignedToken) -> User:
    """The person, who may still sign in and whose password is still the same."""
    owner = User.objects.filter(pk=token.user_id, is_active=True).first()
    if owner is None or not hmac.compare_digest(owner.stamp(), token.stamp):
        raise InvalidToken
    return owner


def end_everything(user: User) -> None:
    """End all sessions and tokens of a person, wherever they are; API tokens stay."""
    user.generation += 1
    user.save(update_fields=["generation"])
    logger.info("auth.ended_everything", extra={"user_id": user.pk})


def access_token_for(user: User, *, family: UUID | None = None) -> str:
    """Give an access token outside of any sign-in, for commands and tests."""
    now = timezone.now()
    return access_token(user_id=user.pk, family=family or uuid7(), stamp=user.stamp(), now=now).text()
