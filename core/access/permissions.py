"""Permission checks. An object that is not visible is reported like one that does not exist."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import UUID

from django.db.models import Lookup, Model, Q
from django.db.models.expressions import RawSQL

from core.access import compiler
from core.access.actors import Actor, link_hashes
from core.access.compiler import ActorKind, Part
from core.access.limits import AccessLimits, limits_of
from core.access.roles import Permission, Role, permissions_of
from core.access.rules import limited_models
from core.db.statements import Statement
from core.deletion import is_in_bin
from core.errors import NotAllowed, NotAuthenticated, NotFound

if TYPE_CHECKING:
    from core.db.compiled_lookup import CompiledLookup
    from core.models import Owned, VisibleQuerySet

    Object = TypeVar("Object", bound=Owned)

    _Lookup = Lookup[Any]
else:
    _Lookup = Lookup

_Roles = Mapping[UUID, frozenset[Role]]


class VisibleKeys(RawSQL):
    """A subquery of the keys of visible objects."""

    def __init__(
        self,
        statement: Statement,
        values: Mapping[str, Any],
        distinct: Callable[[], Statement],
        *,
        of_one: Statement | None = None,
    ) -> None:
        super().__init__(statement.sql, statement.bind(values))
        self._statement, self._values, self._distinct = of_one or statement, values, distinct

    def among(self, keys: Sequence[UUID] | Statement) -> "VisibleKeys":
        """Return the subquery of those of its keys that are among `keys`, which are looked up one by one."""
        if isinstance(keys, Statement):
            statement, values = compiler.among_objects(self._statement, keys), self._values
        else:
            statement, values = compiler.among_objects(self._statement), {**self._values, "objects": list(keys)}
        return VisibleKeys(statement, values, lambda: statement)

    def distinct(self) -> "VisibleKeys":
        """Return the same subquery for queries that read all of its keys (see `compiler.visible_keys`)."""
        return VisibleKeys(self._distinct(), self._values, self._distinct, of_one=self._statement)

    def of_one(self) -> RawSQL:
        """Return the same subquery for queries that look one key up at a time: keys that occur twice do not matter."""
        return self._statement.as_subquery(self._values)


class IsVisible(_Lookup):
    """Check whether an object is among visible keys: it is looked up alone, when its row is read.

    PostgreSQL would find all visible keys instead, or join them, without the OFFSET.
    """

    lookup_name = "visible"
    prepare_rhs = False

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        key, key_params = self.process_lhs(compiler, connection)
        keys, params = self.rhs.of_one().as_sql(compiler, connection)
        sql = f"EXISTS (SELECT 1 FROM {keys} AS found (key) WHERE found.key = {key} OFFSET 0)"  # noqa: S608 - compiled
        return sql, [*params, *key_params]


def require(actor: Actor, permission: Permission, obj: "Object") -> "Object":
    """Return `obj`; raise `NotFound` if it is not visible, `NotAllowed` if it is but the permission is missing.

    Anonymous actors get `NotAuthenticated` in both cases. Objects in the bin are not visible.
    """
    _require(actor, permission, permissions_on(actor, obj))
    return obj


def require_in_bin(actor: Actor, permission: Permission, obj: "Object") -> "Object":
    """Do the same for an object in the bin."""
    _require(actor, permission, permissions_of(_roles(actor, [obj])[obj.pk]))
    return obj


def _require(actor: Actor, permission: Permission, permissions: frozenset[Permission]) -> None:
    if permission in permissions:
        return
    if not actor.is_authenticated:
        raise NotAuthenticated
    raise NotAllowed if Permission.VIEW in permissions else NotFound


def require_all(actor: Actor, permission: Permission, objects: "Sequence[Owned]") -> None:
    """Raise as `require` does for the first of these objects, of one model, on which the permission is missing."""
    permissions = permissions_on_all(actor, objects)
    for obj in objects:
        _require(actor, permission, permissions[obj.pk])


def has_permission(actor: Actor, permission: Permission, obj: "Owned") -> bool:
    """Check whether one of the actor's roles on `obj` includes the permission."""
    return permission in permissions_on(actor, obj)


def permissions_on(actor: Actor, obj: "Owned") -> frozenset[Permission]:
    """Return the permissions of an actor on an object; no query for its owner."""
    return permissions_of(roles_on(actor, obj))


def permissions_on_all(actor: Actor, objects: "Sequence[Owned]") -> dict[UUID, frozenset[Permission]]:
    """Return the permissions on each of these objects, which are of one model; at most one query."""
    none: frozenset[Permission] = frozenset()
    in_bin = {obj.pk: none for obj in objects if is_in_bin(obj)}
    return {key: permissions_of(roles) for key, roles in _roles(actor, objects).items()} | in_bin


def roles_on(actor: Actor, obj: "Owned") -> frozenset[Role]:
    """Return the roles of an actor on an object; none on one in the bin."""
    return frozenset() if is_in_bin(obj) else _roles(actor, [obj])[obj.pk]


def is_member(actor: Actor, obj: "Owned") -> bool:
    """Check whether access to `obj` was granted to a signed-in actor; that it is public does not count."""
    return obj.pk in memberships_of(actor, [obj])


def memberships_of(actor: Actor, objects: "Sequence[Owned]") -> set[UUID]:
    """Return the keys of those of the objects, of one model, of which `actor` is a member; no query for own ones."""
    if not actor.is_authenticated:
        return set()
    live = [obj for obj in objects if not is_in_bin(obj)]
    own = within_limits(actor, {obj.pk for obj in live if obj.owner_id == actor.pk})
    others = [obj for obj in live if obj.pk not in own]
    if not others:
        return own
    model = others[0]._meta.concrete_model or type(others[0])
    return own | _granted_roles(model, actor, [obj.pk for obj in others], Part.GRANTED).keys()


def get_visible(lookup: "CompiledLookup[Object]", actor: Actor, key: UUID) -> "Object":
    """Look an object up and check that it is visible; raise `NotFound` or `NotAuthenticated`.

    The check comes second because the owner needs no query for it, and others one for a single key.
    """
    obj = lookup.get(key)
    is_for_everyone = obj is not None and obj.is_public and limits_of(actor) is None
    if obj is not None and (is_for_everyone or has_permission(actor, Permission.VIEW, obj)):
        return obj
    raise NotFound if actor.is_authenticated else NotAuthenticated


def visible_keys(
    model: type[Model],
    actor: Actor,
    permission: Permission,
    part: Part = Part.ALL,
    *,
    without: str = "",
) -> VisibleKeys:
    """Return a subquery of the keys of the objects on which `actor` has the permission (`compiler.visible_keys`)."""
    statement = partial(compiler.visible_keys, model, permission, _kind(actor), part, without=without)
    return VisibleKeys(statement(), _values(actor), partial(statement, distinct=True))


def visible_among(queryset: "VisibleQuerySet[Object]", actor: Actor, keys: Iterable[UUID]) -> set[UUID]:
    """Return those of the keys whose objects are visible; one query, none if there are no keys."""
    requested = set(keys)
    if not requested:
        return set()
    return set(queryset.visible_to(actor).among(list(requested)).values_list("pk", flat=True))


def within_limits(actor: Actor, keys: Collection[UUID]) -> set[UUID]:
    """Return those of the keys whose objects lie within the limits of the actor's token.

    All, without a query, unless it is limited.
    """
    limits = limits_of(actor)
    return set(keys) if limits is None or actor.pk is None else keys_within(limits, actor.pk, keys)


def keys_within(limits: AccessLimits, user_id: UUID, keys: Collection[UUID]) -> set[UUID]:
    """Return those of the keys whose objects lie within the limits of a token of this user; at most one query."""
    statement = compiler.among_objects(compiler.within_limits(*limited_models()))
    values = {"user": user_id, "objects": list(keys), **limits.values()}
    return {key for (key,) in statement.rows(values)} if keys else set()


def limit_condition(actor: Actor, field: str) -> Q:
    """Return the condition that a field refers to an object within the limits of the actor's token.

    It is for what a user owns and no rule of `core.access.rules` covers, such as jobs and uploads. It has no effect
    unless the token is limited.
    """
    if limits_of(actor) is None:
        return Q()
    return Q((f"{field}__in", compiler.within_limits(*limited_models()).as_subquery(_values(actor))))


def _roles(actor: Actor, objects: "Sequence[Owned]") -> _Roles:
    reached = within_limits(actor, [obj.pk for obj in objects])
    is_own = {obj.pk: actor.is_authenticated and obj.owner_id == actor.pk for obj in objects}
    roles: dict[UUID, set[Role]] = {obj.pk: set() for obj in objects}
    for obj in objects:
        if obj.pk in reached:
            roles[obj.pk] |= {Role.OWNER} if is_own[obj.pk] else {Role.VIEWER} if obj.is_public else set()
    others = [obj for obj in objects if obj.pk in reached and not is_own[obj.pk]]
    if others:
        model = others[0]._meta.concrete_model or type(others[0])
        for key, granted in _granted_roles(model, actor, [obj.pk for obj in others]).items():
            roles[key] |= granted
    return {key: frozenset(found) for key, found in roles.items()}


def _granted_roles(
    model: type[Model], actor: Actor, keys: Sequence[UUID], part: Part = Part.ALL
) -> dict[UUID, set[Role]]:
    """Look the grants up. Without signing in, every role counts as viewer."""
    granted: dict[UUID, set[Role]] = defaultdict(set)
    for key, role in compiler.granted_roles(model, _kind(actor), part).rows(_values(actor) | {"objects": list(keys)}):
        granted[key].add(Role(role) if actor.is_authenticated else Role.VIEWER)
    return granted


def _kind(actor: Actor) -> ActorKind:
    return ActorKind(
        is_user=actor.is_authenticated, has_links=bool(link_hashes(actor)), is_limited=limits_of(actor) is not None
    )


def _values(actor: Actor) -> dict[str, Any]:
    limits = limits_of(actor)
    return {"user": actor.pk, "links": sorted(link_hashes(actor)), **(limits.values() if limits else {})}
