"""Permission checks. An object that is not visible is reported like one that does not exist."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar
from uuid import UUID

from core.access import compiler
from core.access.actors import Access, AccessLimits, Actor, access_of
from core.access.compiler import Part
from core.access.rules import limited_models
from core.db.compiled_lookup import CompiledLookup
from core.deletion import is_in_bin
from core.errors import NotAllowed, NotAuthenticated, NotFound
from core.roles import Permission, Role, permissions_of

if TYPE_CHECKING:
    from core.models import Owned

Object = TypeVar("Object", bound="Owned")


def require(actor: Actor, permission: Permission, obj: Object) -> Object:
    """Return `obj`; raise `NotFound` if it is not visible, `NotAllowed` if it is but the permission is missing.

    Anonymous actors get `NotAuthenticated` in both cases. Objects in the bin are not visible.
    """
    _require(actor, permission, permissions_on(actor, obj))
    return obj


def require_in_bin(actor: Actor, permission: Permission, obj: Object) -> Object:
    """Do the same for an object in the bin."""
    _require(actor, permission, _permissions(access_of(actor), [obj])[obj.pk])
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
    """Return the permissions of an actor on an object, none on one in the bin; no query for its owner."""
    return permissions_on_all(actor, [obj])[obj.pk]


def permissions_on_all(actor: Actor, objects: "Sequence[Owned]") -> dict[UUID, frozenset[Permission]]:
    """Return the permissions on each of these objects, which are of one model; at most one query."""
    none: frozenset[Permission] = frozenset()
    live = [obj for obj in objects if not is_in_bin(obj)]
    return dict.fromkeys([obj.pk for obj in objects], none) | _permissions(access_of(actor), live)


def is_member(actor: Actor, obj: "Owned") -> bool:
    """Check whether access to `obj` was granted to a signed-in actor; that it is public does not count."""
    return obj.pk in memberships_of(actor, [obj])


def memberships_of(actor: Actor, objects: "Sequence[Owned]") -> set[UUID]:
    """Return the keys of those of the objects, of one model, of which `actor` is a member; no query for own ones."""
    access = access_of(actor)
    if access.user_id is None:
        return set()
    live = [obj for obj in objects if not is_in_bin(obj)]
    own = _within_limits(access, {obj.pk for obj in live if obj.owner_id == access.user_id})
    return own | _granted_roles(access, [obj for obj in live if obj.pk not in own], Part.GRANTED).keys()


def get_visible(lookup: CompiledLookup[Object], actor: Actor, key: UUID) -> Object:
    """Look an object up and check that it is visible; raise `NotFound` or `NotAuthenticated`.

    The check comes second because the owner needs no query for it, and others one for a single key.
    """
    obj = lookup.get(key)
    is_for_everyone = obj is not None and obj.is_public and access_of(actor).limits is None
    if obj is not None and (is_for_everyone or has_permission(actor, Permission.VIEW, obj)):
        return obj
    raise NotFound if actor.is_authenticated else NotAuthenticated


def within_limits(actor: Actor, keys: Collection[UUID]) -> set[UUID]:
    """Return those of the keys whose objects lie within the limits of the actor's token.

    All, without a query, unless it is limited.
    """
    return _within_limits(access_of(actor), keys)


def _within_limits(access: Access, keys: Collection[UUID]) -> set[UUID]:
    if access.limits is None or access.user_id is None:
        return set(keys)
    return keys_within(access.limits, access.user_id, keys)


def keys_within(limits: AccessLimits, user_id: UUID, keys: Collection[UUID]) -> set[UUID]:
    """Return those of the keys whose objects lie within the limits of a token of this user; at most one query."""
    statement = compiler.among_objects(compiler.within_limits(*limited_models()))
    values = {"user": user_id, "objects": list(keys), **limits.values()}
    return {key for (key,) in statement.rows(values)} if keys else set()


def _permissions(access: Access, objects: "Sequence[Owned]") -> dict[UUID, frozenset[Permission]]:
    """Return the permissions on each of these objects, in the bin or not."""
    reached = _within_limits(access, [obj.pk for obj in objects])
    roles: defaultdict[UUID, set[Role]] = defaultdict(set)
    others = []
    for obj in objects:
        if obj.pk not in reached:
            continue
        if obj.owner_id == access.user_id:
            roles[obj.pk].add(Role.OWNER)
            continue
        if obj.is_public:
            roles[obj.pk].add(Role.VIEWER)
        others.append(obj)
    for key, granted in _granted_roles(access, others).items():
        roles[key] |= granted
    return {obj.pk: permissions_of(roles[obj.pk]) for obj in objects}


def _granted_roles(access: Access, objects: "Sequence[Owned]", part: Part = Part.ALL) -> Mapping[UUID, set[Role]]:
    """Look up what was granted on objects of one model. Without signing in, every role counts as viewer."""
    granted: defaultdict[UUID, set[Role]] = defaultdict(set)
    if objects:
        model = objects[0]._meta.concrete_model or type(objects[0])
        statement = compiler.granted_roles(model, access.kind, part)
        for key, role in statement.rows({**access.values, "objects": [obj.pk for obj in objects]}):
            granted[key].add(Role.VIEWER if access.user_id is None else Role(role))
    return granted
