"""The one place where permissions are decided. What is out of sight looks exactly like what is not there."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar
from uuid import UUID

from core.errors import NotAllowed, NotAuthenticated, NotFound
from core.grants import Actor, Permission, Role, permitted_by, roles_given
from core.models import Owned, VisibleQuerySet
from core.scopes import Scope, has_scope, require_scope

if TYPE_CHECKING:
    from users.models import User

__all__ = [
    "Actor",
    "Permission",
    "Role",
    "get_visible",
    "is_operator",
    "links_of",
    "may",
    "permissions",
    "permissions_of_all",
    "reader",
    "require",
    "require_staff",
    "roles",
    "signed_in",
]

Thing = TypeVar("Thing", bound=Owned)


def roles(actor: Actor, thing: Owned) -> frozenset[Role]:
    """What `actor` is to `thing`."""
    return _roles_of_all(actor, [thing])[thing.pk]


def permissions(actor: Actor, thing: Owned) -> frozenset[Permission]:
    """What `actor` may do with `thing`."""
    return permitted_by(roles(actor, thing))


def permissions_of_all(actor: Actor, things: Sequence[Owned]) -> dict[UUID, frozenset[Permission]]:
    """What `actor` may do with each of these things, which are of one kind; one query however many there are."""
    return {key: permitted_by(found) for key, found in _roles_of_all(actor, things).items()}


def may(actor: Actor, permission: Permission, thing: Owned) -> bool:
    """Whether one of the roles that `actor` has on `thing` permits this."""
    return permission in permissions(actor, thing)


def require(actor: Actor, permission: Permission, thing: Thing) -> Thing:
    """Give `thing` back, or raise `NotFound` (out of sight) or `NotAllowed` (in sight, not permitted)."""
    permitted = permissions(actor, thing)
    if permission in permitted:
        return thing
    if not actor.is_authenticated:
        raise NotAuthenticated
    if Permission.VIEW not in permitted:
        raise NotFound
    raise NotAllowed


def get_visible(queryset: VisibleQuerySet[Thing], actor: Actor, pk: object) -> Thing:
    """Fetch one row that `actor` may see; `NotFound` otherwise, `NotAuthenticated` for those who are not signed in."""
    found = queryset.visible_to(actor).filter(pk=pk).first()
    if found is not None:
        return found
    if not actor.is_authenticated:
        raise NotAuthenticated
    raise NotFound


def links_of(actor: Actor) -> frozenset[str]:
    """The hashes of the share links that `actor` has opened (see `users.sharing`)."""
    found: frozenset[str] = getattr(actor, "share_links", frozenset())
    return found


def signed_in(actor: Actor) -> "User":
    """Give the person behind a request, or raise `NotAuthenticated`."""
    if not actor.is_authenticated:
        raise NotAuthenticated
    return actor


def reader(actor: Actor) -> Actor:
    """Give somebody who may ask for lists: a person, or a stranger with a share link; else `NotAuthenticated`."""
    return actor if links_of(actor) else signed_in(actor)


def is_operator(actor: Actor) -> bool:
    """Whether `actor` runs the place: a member of the staff, who comes themselves or with a token for that."""
    return actor.is_authenticated and actor.is_staff and has_scope(actor, Scope.ADMIN)


def require_staff(actor: Actor) -> "User":
    """Give the operator behind a request; `NotAuthenticated` or `NotAllowed` for everybody else."""
    person = signed_in(actor)
    if not person.is_staff:
        raise NotAllowed("This is for operators.")
    require_scope(person, [Scope.ADMIN])
    return person


def _roles_of_all(actor: Actor, things: Sequence[Owned]) -> dict[UUID, frozenset[Role]]:
    found: dict[UUID, set[Role]] = {thing.pk: {Role.VIEWER} if thing.is_public else set() for thing in things}
    others = []
    for thing in things:
        if actor.is_authenticated and thing.owner_id == actor.pk:
            found[thing.pk].add(Role.OWNER)
        else:
            others.append(thing)
    if others:
        model = others[0]._meta.concrete_model or type(others[0])
        for key, given in roles_given(model, actor, [thing.pk for thing in others]).items():
            found[key] |= given
    return {key: frozenset(given) for key, given in found.items()}
