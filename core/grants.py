"""Roles, what each of them permits, and where roles are written down: the packages above register their tables here.

A granting is a set of rows that each give a role on one thing. Sight and permissions are computed from the same rows,
so that what is listed and what is allowed cannot differ.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from uuid import UUID

from django.db.models import F, Model, QuerySet, Value

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from users.models import User

Actor: TypeAlias = "User | AnonymousUser"


class Whose(StrEnum):
    """Which part of what somebody sees."""

    MINE = "mine"
    SHARED = "shared"
    ALL = "all"


class Permission(StrEnum):
    """What somebody may do with a document or a corpus."""

    VIEW = "view"
    ANNOTATE = "annotate"
    REVIEW = "review"
    EDIT = "edit"
    SHARE = "share"
    DELETE = "delete"


class Role(StrEnum):
    """What somebody is to a document or a corpus. Only the owner's role cannot be given away."""

    VIEWER = "viewer"
    REVIEWER = "reviewer"
    ANNOTATOR = "annotator"
    EDITOR = "editor"
    OWNER = "owner"


_EDITING = frozenset({Permission.VIEW, Permission.ANNOTATE, Permission.REVIEW, Permission.EDIT})

PERMITTED: Final[Mapping[Role, frozenset[Permission]]] = {
    Role.VIEWER: frozenset({Permission.VIEW}),
    Role.REVIEWER: frozenset({Permission.VIEW, Permission.REVIEW}),
    Role.ANNOTATOR: frozenset({Permission.VIEW, Permission.ANNOTATE}),
    Role.EDITOR: _EDITING,
    Role.OWNER: frozenset(Permission),
}


def permitted_by(roles: Iterable[Role]) -> frozenset[Permission]:
    """Everything that one of the roles permits."""
    return frozenset().union(*(PERMITTED[role] for role in roles))


@dataclass(frozen=True, slots=True)
class Granting:
    """Rows that each give somebody a role on a thing.

    `thing` is the lookup from a row to the thing's key; `role` the lookup to the role, or the role that all rows give.
    What is given to everybody is in sight, but nobody would say that it was shared with them.
    """

    rows: QuerySet[Any]
    thing: str
    role: str | Role
    to_everybody: bool = False

    def keys(self, permission: Permission) -> QuerySet[Any] | None:
        """The keys of things on which `permission` is given; nothing where no row could give it."""
        giving = [role for role, permitted in PERMITTED.items() if permission in permitted]
        if isinstance(self.role, Role):
            return self.rows.values(self.thing) if self.role in giving else None
        return self.rows.filter(**{f"{self.role}__in": giving}).values(self.thing)

    def roles(self, keys: Sequence[UUID]) -> QuerySet[Any]:
        """Pairs of key and role, for these things."""
        role = Value(str(self.role)) if isinstance(self.role, Role) else F(self.role)
        rows = self.rows.filter(**{f"{self.thing}__in": keys})
        pairs: QuerySet[Any] = rows.annotate(granted_role=role).values_list(self.thing, "granted_role")
        return pairs


Source = Callable[[Actor], Iterable[Granting]]

_sources: dict[type[Model], list[Source]] = defaultdict(list)


def register(model: type[Model], source: Source) -> None:
    """Let `source` say which roles somebody has on the rows of `model`, besides owning them and their being public."""
    if source not in _sources[model]:
        _sources[model].append(source)


def grantings(model: type[Model], actor: Actor) -> list[Granting]:
    """Every set of rows that may give `actor` a role on rows of `model`."""
    return [granting for source in _sources.get(model, ()) for granting in source(actor)]


def keys_permitting(model: type[Model], actor: Actor, permission: Permission) -> QuerySet[Any]:
    """The keys of the rows that `actor` may do `permission` with, as one query that others can contain."""
    manager: Any = model._base_manager
    is_known = actor.is_authenticated
    found = [manager.filter(owner=actor).values("pk")] if is_known else []
    if permission is Permission.VIEW:
        found.append(manager.filter(is_public=True).values("pk"))
    if is_known or permission is Permission.VIEW:
        given = (granting.keys(permission) for granting in grantings(model, actor))
        found += [keys for keys in given if keys is not None]
    first: QuerySet[Any]
    if not found:
        first = manager.none().values("pk")
        return first
    first, *rest = (keys.order_by() for keys in found)
    # A union, not `or`: each part has its own index, and the database can push a single key into each of them.
    return first.union(*rest, all=True) if rest else first


def keys_shared(model: type[Model], actor: Actor) -> QuerySet[Any]:
    """The keys of what others have shared with `actor`."""
    given = [granting for granting in grantings(model, actor) if not granting.to_everybody]
    found = [keys.order_by() for granting in given if (keys := granting.keys(Permission.VIEW)) is not None]
    return reduce(lambda one, other: one.union(other, all=True), found)


def roles_given(model: type[Model], actor: Actor, keys: Sequence[UUID]) -> dict[UUID, set[Role]]:
    """The roles that tables give `actor` on these things, in one query. Somebody who is not signed in only looks."""
    parts = [granting.roles(keys).order_by() for granting in grantings(model, actor)] if keys else []
    found: dict[UUID, set[Role]] = defaultdict(set)
    if parts:
        pairs = reduce(lambda one, other: one.union(other, all=True), parts)
        for key, role in pairs:
            found[key].add(Role(role) if actor.is_authenticated else Role.VIEWER)
    return found
