"""Secrets that stay valid: those who have one read or change something without signing in as its owner.

Packages register their kinds at start-up. A secret ends alone, with all others, when the password is reset or the
account is deactivated, and with the API token that made it. While an account is inactive, its secrets open nothing:
each kind is looked up with that condition (`tests/sharing/test_inactive_accounts.py`); the flag alone ends none.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, Protocol
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from core.errors import NotAllowed, NotAuthenticated, NotFound
from users.models import User

CONFIRMED_FOR: Final = timedelta(hours=1)


class ConfirmationNeeded(NotAllowed):
    """Confirm your password first: it was last entered a while ago."""

    code = "confirmation_needed"
    what_to_do = (
        "Browsers: send the password to `POST /auth/confirm`. Programs, and users without a password: sign in again."
    )


class SecretKind(StrEnum):
    """The use of a secret."""

    API_TOKEN = "api_token"  # noqa: S105 - not a secret
    SHARE_LINK = "share_link"
    CALENDAR_ADDRESS = "calendar_address"
    SIGNING_SECRET = "signing_secret"  # noqa: S105 - the same


@dataclass(frozen=True, slots=True, kw_only=True)
class LastingSecret:
    """A secret of a user, without the secret itself."""

    id: UUID
    kind: SecretKind
    title: str  # of what it opens; empty if the user may not view that any more
    created: datetime
    last_used: datetime | None
    expires: datetime | None = None
    document: UUID | None = None
    corpus: UUID | None = None
    token: UUID | None = None  # the API token that made it


class Source(Protocol):
    """All secrets of one kind."""

    def list_secrets(self, user: User) -> Iterable[LastingSecret]:
        """Return those of a user."""

    def end(self, user: User, keys: Collection[UUID]) -> None:
        """End those of a user with these keys; one that has ended meanwhile is no error."""


_sources: dict[SecretKind, Callable[[], Source]] = {}


def register_source(kind: SecretKind, load: Callable[[], Source]) -> None:
    """Let a kind of secrets be listed and ended with the others. `load` imports its code when it is needed."""
    _sources[kind] = load


def _all_sources() -> Iterator[Source]:
    return (load() for load in _sources.values())


def list_secrets(user: User) -> list[LastingSecret]:
    """Return the secrets of a user, the newest first."""
    found = [secret for source in _all_sources() for secret in source.list_secrets(user)]
    return sorted(found, key=lambda secret: (secret.created, secret.id), reverse=True)


@transaction.atomic
def end_secret(user: User, key: UUID) -> None:
    """End one of the user's own; raise `NotFound` for others and for ended ones."""
    secret = next((each for each in list_secrets(user) if each.id == key), None)
    if secret is None:
        raise NotFound
    _sources[secret.kind]().end(user, [key])


@transaction.atomic
def end_secrets(user: User) -> None:
    """End all secrets of a user. None that is being made outlives this: see `lock_owner`."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    for source in _all_sources():
        source.end(user, [secret.id for secret in source.list_secrets(user)])


def end_secrets_made_with(user: User, tokens: Collection[UUID]) -> None:
    """End the secrets that API tokens of a user have made."""
    for source in _all_sources():
        if keys := [secret.id for secret in source.list_secrets(user) if secret.token in tokens]:
            source.end(user, keys)


def require_confirmed(user: User) -> None:
    """Raise `ConfirmationNeeded` if the user of a request signed in, or confirmed the password, over an hour ago.

    An unattended or stolen session must not become access that outlives it. Requests with API tokens pass: what they
    make ends with the token.
    """
    if user.confirmed is not None and timezone.now() - user.confirmed > CONFIRMED_FOR:
        raise ConfirmationNeeded


def lock_owner(user: User) -> None:
    """Lock the row of a user who makes a secret, until the end of the transaction.

    Raises `ConfirmationNeeded`, or `NotAuthenticated` if all sessions of the user have ended since the request began: a
    reset of the password that waits for this lock ends the new secret, and one that came first prevents it.
    """
    require_confirmed(user)
    lock_signed_in(user)


def lock_signed_in(user: User) -> None:
    """Lock the row of a user, as `lock_owner` does; raise `NotAuthenticated` if all sessions have ended meanwhile."""
    current = User.objects.select_for_update(no_key=True).filter(pk=user.pk).first()
    if current is None or current.generation != user.generation or current.password != user.password:
        raise NotAuthenticated
