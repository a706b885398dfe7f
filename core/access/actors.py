"""Actors: a user or an anonymous one, and what came with the request: an API token, share links.

An API token may reach only what lies in chosen corpora, or what chosen teams own or was shared with. `rules` says which
rows place an object within a limit, and `compiler` adds the condition to all statements of a limited actor, so that no
view needs to know of limits. What concerns an account as a whole, and lies in no corpus and no team, calls
`require_unlimited`.
"""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Self, TypeAlias
from uuid import UUID

from core.access.compiler import ActorKind
from core.access.rules import CORPORA, TEAMS
from core.errors import NotAllowed, NotAuthenticated

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser, _User

# A user, or `AnonymousUser`. What came with the request is found by `access_of`.
Actor: TypeAlias = "_User | AnonymousUser"


class TokenScope(StrEnum):
    """`read`: read; `write`: change and upload; `upload`: upload only; `admin`: the operations of staff.

    `provisioning`: users and groups for the directory of an organization (SCIM), and nothing else.
    """

    READ = "read"
    WRITE = "write"
    UPLOAD = "upload"
    ADMIN = "admin"
    PROVISIONING = "provisioning"


UPLOADING: Final = (TokenScope.UPLOAD, TokenScope.WRITE)


class ScopeMissing(NotAllowed):
    """This token does not have the scope for this request."""

    code = "scope_missing"
    what_to_do = "Use a token with the scope, or sign in."


class TokenLimited(NotAllowed):
    """This token is limited to some corpora or teams, and cannot do this. Use a token without such limits."""

    code = "token_limited"
    what_to_do = "Use a token without `corpora` and `teams`."


class UserSessionRequired(NotAllowed):
    """API tokens cannot do this. Sign in with your password."""

    code = "user_session_required"
    what_to_do = "Sign in with a user name and a password."


class SecondFactorRequired(NotAllowed):
    """Administrators need a second factor here. Set one up on the page of your account."""

    code = "second_factor_required"
    what_to_do = "Set up a second factor: `POST /auth/second-factor`."


@dataclass(frozen=True, slots=True)
class AccessLimits:
    """The corpora and teams that a token is limited to; it reaches what lies in any of them."""

    corpora: frozenset[UUID] = frozenset()
    teams: frozenset[UUID] = frozenset()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse the output of `dump`."""
        return cls(**{name: frozenset(map(UUID, keys)) for name, keys in json.loads(text).items()})

    def dump(self) -> str:
        """Return the limits as text, to store them with work that continues after the request."""
        return json.dumps({name: list(map(str, keys)) for name, keys in self.values().items()})

    def values(self) -> Mapping[str, list[UUID]]:
        """Return the parameters of compiled statements."""
        return {CORPORA: sorted(self.corpora), TEAMS: sorted(self.teams)}


@dataclass(frozen=True)
class Access:
    """The reach of a request: made once, when it is authenticated, and kept on its user as `access`.

    A signed-in user may do all that their roles allow, and has neither scopes nor limits. A token has scopes, and may
    have limits. Work that continues after a request has the limits only.
    """

    user_id: UUID | None = None
    scopes: frozenset[str] | None = None
    limits: AccessLimits | None = None
    links: frozenset[str] = frozenset()  # the hashes of share links (`users.sharing.links`)
    token_id: UUID | None = None
    token_expires: datetime | None = None

    @cached_property
    def kind(self) -> ActorKind:
        """The kind of actor that a compiled statement is for."""
        return ActorKind(
            is_user=self.user_id is not None, has_links=bool(self.links), is_limited=self.limits is not None
        )

    @cached_property
    def values(self) -> Mapping[str, Any]:
        """The parameters of compiled statements."""
        limits = self.limits.values() if self.limits else {}
        return {"user": self.user_id, "links": sorted(self.links), **limits}

    def has_scope(self, *allowed: TokenScope) -> bool:
        """Check whether there is no token, or one with one of these scopes."""
        return self.scopes is None or not self.scopes.isdisjoint(allowed)


_ANONYMOUS: Final = Access()


def access_of(actor: Actor) -> Access:
    """Return what came with an actor's request."""
    access: Access = getattr(actor, "access", _ANONYMOUS)
    return access


def require_user(actor: Actor) -> "_User":
    """Return the signed-in user; raise `NotAuthenticated` for anyone else."""
    if not actor.is_authenticated:
        raise NotAuthenticated
    return actor


def require_reader(actor: Actor) -> Actor:
    """Return an actor that may ask for lists: a user, or the holder of a share link; else `NotAuthenticated`."""
    return actor if access_of(actor).links else require_user(actor)


def require_scope(actor: Actor, allowed: Collection[TokenScope]) -> None:
    """Raise `ScopeMissing` if `actor` uses a token that has none of the scopes."""
    if not access_of(actor).has_scope(*allowed):
        raise ScopeMissing(scopes=[scope.value for scope in allowed])


def require_no_token(actor: Actor) -> None:
    """Raise `UserSessionRequired` if `actor` uses an API token: account security is not changed by programs."""
    if access_of(actor).scopes is not None:
        raise UserSessionRequired


def require_unlimited(actor: Actor) -> None:
    """Raise `TokenLimited` if `actor` uses a token that is limited to corpora or teams."""
    if access_of(actor).limits is not None:
        raise TokenLimited


def is_staff(actor: Actor) -> bool:
    """Check whether `actor` is a member of staff, signed in or with an unlimited token of the `admin` scope."""
    access = access_of(actor)
    is_member = actor.is_authenticated and actor.is_staff and not actor.lacks_second_factor()
    return is_member and access.has_scope(TokenScope.ADMIN) and access.limits is None


def require_staff(actor: Actor) -> "_User":
    """Return the member of staff; raise `NotAuthenticated` or `NotAllowed` for anyone else."""
    user = require_user(actor)
    if not user.is_staff:
        raise NotAllowed("This is for staff only.")
    if user.lacks_second_factor():
        raise SecondFactorRequired
    require_scope(user, (TokenScope.ADMIN,))
    require_unlimited(user)
    return user


def require_administrator(actor: Actor) -> "_User":
    """Return the superuser; raise `NotAuthenticated` or `NotAllowed` for anyone else, staff included."""
    user = require_user(actor)
    if not user.is_superuser:
        raise NotAllowed("This is for administrators only.")
    if user.lacks_second_factor():
        raise SecondFactorRequired
    require_unlimited(user)
    return user
