"""SQL derived from the access rules, compiled once per process: building it with the ORM costs milliseconds."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache, reduce
from itertools import groupby
from operator import or_
from typing import Any, Final
from uuid import UUID

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import F, Q, QuerySet, TextField, UUIDField, Value
from django.db.models.functions import Cast

from core.access.rules import Bound, Grant, Table, bounds_on, grants_on
from core.db.statements import Parameter, Statement, compiled
from core.roles import Permission, Role, roles_with


class Part(Enum):
    """The grants that a statement takes into account."""

    ALL = auto()
    GRANTED = auto()  # to the actor as owner or by shares; what is public is left out
    SHARED = auto()  # by others: neither the actor's own rows nor what is public
    PUBLIC = auto()  # to everyone


@dataclass(frozen=True, slots=True)
class ActorKind:
    """The kinds of grants that can reach an actor, and whether its token is limited; a statement for each kind."""

    is_user: bool
    has_links: bool
    is_limited: bool = False

    def is_reached_by(self, grant: Grant) -> bool:
        return grant.is_for_everyone or bool(self.is_user and grant.user) or bool(self.has_links and grant.link)


_EMPTY: Final = Statement("SELECT NULL::uuid WHERE FALSE", ())


@cache
def visible_keys(
    model: Table,
    permission: Permission,
    kind: ActorKind,
    part: Part = Part.ALL,
    *,
    distinct: bool = False,
    without: str = "",
) -> Statement:
    """Select the keys of the objects on which an actor has a permission. Parameters: `user`, `links`, limits.

    Grants on the subset `without` are left out, for queries that leave out these objects.

    PostgreSQL expects 200 distinct keys of a UNION ALL, however many there are. With `distinct` it expects all of them,
    but conditions on the outer rows are no longer looked up in the indexes of the parts: it is for lists of everything.
    """
    if permission is not Permission.VIEW and not kind.is_user:
        return _EMPTY
    grants = [grant for grant in grants_on(model) if kind.is_reached_by(grant) and _belongs_to(part, grant, model)]
    possible = sorted((each for each in grants if _can_give(each, permission) and _is_wanted(each, without)), key=_path)
    parts = [_keys(list(group), permission) for _, group in groupby(possible, key=_path)]
    found = _union(parts, "UNION" if distinct else "UNION ALL")
    return _limited(found, model, "key") if kind.is_limited else found


@cache
def granted_roles(model: Table, kind: ActorKind, part: Part = Part.ALL) -> Statement:
    """Select (key, role) of what is granted to an actor on given objects.

    Parameters: `objects`, `user`, `links`, limits.
    """
    grants = [grant for grant in grants_on(model) if kind.is_reached_by(grant) and _belongs_to(part, grant, model)]
    found = _union(
        [
            _rows(grant).filter(_reaches(grant) & _on_objects(grant)).values_list(grant.object, _role(grant))
            for grant in grants
        ]
    )
    return _limited(found, model, "key, role") if kind.is_limited else found


@cache
def within_limits(*models: Table) -> Statement:
    """Select the keys of the objects of these models that lie within the limits of a token. Parameters: `user`, limits.

    It is no grant: what a token reaches must also be visible to its owner.
    """
    return _union([_bounded(bound) for model in models for bound in bounds_on(model)])


def viewers_of(
    model: Table, objects: Collection[UUID], users: Collection[UUID], *, public_counts: bool
) -> Mapping[UUID, frozenset[UUID]]:
    """Return, for each object, those of the users who may see it; one query.

    With `public_counts`, all of them may see what is public; without, only users to whom access was granted count.
    Links do not count: it is not known who holds them.
    """
    found: defaultdict[UUID, set[UUID]] = defaultdict(set)
    if objects and users:
        statement = _viewers(model, Part.ALL if public_counts else Part.GRANTED)
        for key, user in statement.rows({"objects": list(objects), "users": list(users)}):
            found[key] |= {user} if user else set(users)
    return {key: frozenset(seen_by) for key, seen_by in found.items()}


@cache
def _viewers(model: Table, part: Part) -> Statement:
    """Select (key, user) of given users and objects; user is null for everyone. Parameters: `objects`, `users`.

    Objects in the bin are left out. The other statements leave that to the managers of the models.
    """
    grants = [grant for grant in grants_on(model) if grant.user or (grant.is_for_everyone and part is Part.ALL)]
    return _union([_pairs(grant).filter(_is_live(model, grant)) for grant in grants])


def among_objects(keys: Statement, objects: Statement | None = None) -> Statement:
    """Return the statement of those of its keys that are among `objects`; without them, the parameter of this name."""
    among = objects or Statement("%s::uuid[]", (Parameter("objects"),))
    array = f"ARRAY({among.sql})" if objects else among.sql
    sql = f"SELECT key FROM ({keys.sql}) AS found (key) WHERE key = ANY({array})"  # noqa: S608  # compiled
    return Statement(sql, (*keys.params, *among.params))


def _bounded(bound: Bound) -> QuerySet[Any]:
    condition = bound.condition & Q((f"{bound.key}__any", Parameter(bound.limit)))
    if bound.user:
        condition &= Q((bound.user, Parameter("user")))
    return _rows(bound).filter(condition).values_list(bound.object)


def _limited(statement: Statement, model: Table, columns: str) -> Statement:
    """Keep, of the rows of a statement that begin with a key, those of objects within the limits."""
    within = within_limits(model)
    sql = f"SELECT * FROM ({statement.sql}) AS found ({columns}) WHERE key IN ({within.sql})"  # noqa: S608  # compiled
    return Statement(sql, (*statement.params, *within.params))


def _belongs_to(part: Part, grant: Grant, model: Table) -> bool:
    if part is Part.ALL or grant.is_for_everyone:
        return part in {Part.ALL, Part.PUBLIC}
    is_own = grant.table is model and grant.role is Role.OWNER
    return part is Part.GRANTED or (part is Part.SHARED and not is_own)


def _can_give(grant: Grant, permission: Permission) -> bool:
    return not isinstance(grant.role, Role) or grant.role in roles_with(permission)


def _is_wanted(grant: Grant, without: str) -> bool:
    return not grant.subset or grant.subset != without


def _path(grant: Grant) -> tuple[str, str, str, str]:
    """Return what identifies the tables of a grant: those with equal paths can be looked up together."""
    return grant.table._meta.label, grant.object, grant.holder, "" if isinstance(grant.role, Role) else grant.role


def _keys(grants: Sequence[Grant], permission: Permission) -> QuerySet[Any]:
    """Combine grants of the same path with OR: planning a branch of the union takes longer than executing it."""
    reached = reduce(or_, (_reaches(grant) & _gives(grant, permission) for grant in grants))
    return _rows(grants[0]).filter(reached).values_list(grants[0].object)


def _gives(grant: Grant, permission: Permission) -> Q:
    if isinstance(grant.role, Role) or permission is Permission.VIEW:  # included in every role
        return Q()
    return Q((f"{grant.role}__in", roles_with(permission)))


def _reaches(grant: Grant) -> Q:
    """Return the condition of a grant that reaches the actor.

    It is for one filter: conditions on rows of another table must all hold for the same row.
    """
    if grant.members:
        # An array, unlike a join or an IN, can be looked up in an index beside other conditions.
        teams = grant.members._base_manager.filter(user_id=Parameter("user")).values("team_id")
        return grant.condition & Q((f"{grant.team}__any", ArraySubquery(teams)))
    if grant.user:
        return grant.condition & Q((grant.user, Parameter("user")))
    if grant.link:
        return grant.condition & Q((f"{grant.link}__any", Parameter("links")))
    return grant.condition


def _pairs(grant: Grant) -> QuerySet[Any]:
    condition = grant.condition & _on_objects(grant)
    if grant.user:
        condition &= Q((f"{grant.user}__any", Parameter("users")))
    user: Any = F(grant.user) if grant.user else Cast(Value(None), UUIDField())
    return _rows(grant).filter(condition).values_list(grant.object, user)


def _is_live(model: Table, grant: Grant) -> Q:
    if "deleted_at" not in {field.name for field in model._meta.fields}:
        return Q()
    path = "" if grant.object == "pk" else f"{grant.object.removesuffix('__pk').removesuffix('_id')}__"
    return Q((f"{path}deleted_at", None))


def _on_objects(grant: Grant) -> Q:
    return Q((f"{grant.object}__any", Parameter("objects")))


def _role(grant: Grant) -> Any:
    return Value(str(grant.role), TextField()) if isinstance(grant.role, Role) else F(grant.role)


def _rows(grant: Grant | Bound) -> QuerySet[Any]:
    rows: QuerySet[Any] = grant.table._base_manager.all()
    return rows


def _union(parts: Sequence[QuerySet[Any]], keyword: str = "UNION ALL") -> Statement:
    """Combine the parts; with UNION ALL, each has its own index, and a condition is pushed into each of them."""
    if not parts:
        return _EMPTY
    statements = [compiled(part.order_by()) for part in parts]
    sql = f" {keyword} ".join(f"({each.sql})" for each in statements)
    return Statement(sql, tuple(param for each in statements for param in each.params))
