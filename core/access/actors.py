"""The user behind a request: signed in, anonymous, or anonymous with share links."""

from typing import TYPE_CHECKING, TypeAlias

from core.access.limits import limits_of, require_unlimited
from core.access.scopes import TokenScope, has_scope, require_scope
from core.errors import NotAllowed, NotAuthenticated

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from users.models import User

Actor: TypeAlias = "User | AnonymousUser"


class SecondFactorRequired(NotAllowed):
    """Administrators need a second factor here. Set one up on the page of your account."""

    code = "second_factor_required"
    what_to_do = "Set up a second factor: `POST /auth/second-factor`."


def link_hashes(actor: Actor) -> frozenset[str]:
    """Return the hashes of the share links that came with the request (see `users.sharing.links`)."""
    hashes: frozenset[str] = getattr(actor, "share_links", frozenset())
    return hashes


def require_user(actor: Actor) -> "User":
    """Return the signed-in user; raise `NotAuthenticated` for anyone else."""
    if not actor.is_authenticated:
        raise NotAuthenticated
    return actor


def require_reader(actor: Actor) -> Actor:
    """Return an actor that may ask for lists: a user, or the holder of a share link; else `NotAuthenticated`."""
    return actor if link_hashes(actor) else require_user(actor)


def is_staff(actor: Actor) -> bool:
    """Check whether `actor` is a member of staff, signed in or with an unlimited token of the `admin` scope."""
    is_limited = limits_of(actor) is not None
    is_member = actor.is_authenticated and actor.is_staff and not actor.lacks_second_factor()
    return is_member and has_scope(actor, TokenScope.ADMIN) and not is_limited


def require_staff(actor: Actor) -> "User":
    """Return the member of staff; raise `NotAuthenticated` or `NotAllowed` for anyone else."""
    user = require_user(actor)
    if not user.is_staff:
        raise NotAllowed("This is for staff only.")
    if user.lacks_second_factor():
        raise SecondFactorRequired
    require_scope(user, (TokenScope.ADMIN,))
    require_unlimited(user)
    return user


def require_administrator(actor: Actor) -> "User":
    """Return the superuser; raise `NotAuthenticated` or `NotAllowed` for anyone else, staff included."""
    user = require_user(actor)
    if not user.is_superuser:
        raise NotAllowed("This is for administrators only.")
    if user.lacks_second_factor():
        raise SecondFactorRequired
    require_unlimited(user)
    return user
