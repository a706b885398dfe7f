"""Queries of the rows that an actor may see, or on which it has a permission."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Any, Self, TypeVar
from uuid import UUID

from django.db.models import Lookup, Model, Q, QuerySet
from django.db.models.expressions import RawSQL

from core.access import compiler
from core.access.actors import Actor, access_of
from core.access.compiler import Part
from core.access.rules import limited_models
from core.db.statements import Statement
from core.deletion import LiveManager
from core.roles import Permission

if TYPE_CHECKING:
    _Lookup = Lookup[Any]
else:
    _Lookup = Lookup

M = TypeVar("M", bound=Model)


class ListScope(StrEnum):
    """The part of the visible rows that a list shows. What is public has a list of its own."""

    MINE = "mine"
    SHARED = "shared"
    ALL = "all"  # the own ones and the shared ones
    PUBLIC = "public"


def list_scope(scope: str | None, *, within: object = None) -> ListScope | None:
    """Return the scope of a list, a search or an answer.

    By default the own rows and the shared ones, so that no one is shown, or answered from, what other users publish;
    within a corpus or a document that was named, all that are visible.
    """
    if scope:
        return ListScope(scope)
    return None if within else ListScope.ALL


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


def visible_keys(
    model: type[Model], actor: Actor, permission: Permission, part: Part = Part.ALL, *, without: str = ""
) -> VisibleKeys:
    """Return a subquery of the keys of the objects on which `actor` has the permission (`compiler.visible_keys`)."""
    access = access_of(actor)
    statement = partial(compiler.visible_keys, model, permission, access.kind, part, without=without)
    return VisibleKeys(statement(), access.values, partial(statement, distinct=True))


def limit_condition(actor: Actor, field: str) -> Q:
    """Return the condition that a field refers to an object within the limits of the actor's token.

    It is for what a user owns and no rule of `core.access.rules` covers, such as jobs and uploads. It has no effect
    unless the token is limited.
    """
    access = access_of(actor)
    if access.limits is None:
        return Q()
    return Q((f"{field}__in", compiler.within_limits(*limited_models()).as_subquery(access.values)))


class VisibleQuerySet(QuerySet[M]):
    """Every read starts here: rows are visible by ownership, shares and publication, never by tenant."""

    def visible_to(self, actor: Actor, *, without: str = "") -> Self:
        """Keep the rows that `actor` may see."""
        return self._visible_by(actor, Part.ALL, without=without)

    def permitting(self, actor: Actor, permission: Permission) -> Self:
        """Keep the rows on which `actor` has the permission."""
        return self.filter(pk__in=visible_keys(self.model, actor, permission))

    def in_scope(self, actor: Actor, scope: ListScope | None, *, without: str = "") -> Self:
        """Keep the rows of `actor`, those that others have shared with `actor`, both, or those that are public.

        `None` keeps all that `actor` may see. A caller that leaves out the rows of a subset (`Grant.subset`) names it
        in `without`: the query is planned faster.
        """
        match scope:
            case None:
                return self.visible_to(actor, without=without)
            case ListScope.MINE:
                own = self.filter(limit_condition(actor, "pk"), owner=actor.pk)
                return own if actor.is_authenticated else self.none()
            case ListScope.SHARED:
                shared = self._visible_by(actor, Part.SHARED, without=without)
                return shared.exclude(owner=actor) if actor.is_authenticated else shared
            case ListScope.ALL:
                return self._visible_by(actor, Part.GRANTED, without=without).read_whole()
            case ListScope.PUBLIC:
                return self._visible_by(actor, Part.PUBLIC, without=without)

    def among(self, keys: Sequence[UUID] | Statement) -> Self:
        """Keep the rows with one of these keys. It is looked up whether they are visible, not what else is.

        A statement of the keys is executed several times, so it should read what is found already.
        """
        has_key = Q(pk__in=keys.as_subquery({})) if isinstance(keys, Statement) else Q(pk__any=list(keys))
        return self._with_visible(lambda visible: visible.among(keys)).filter(has_key)

    def read_whole(self) -> Self:
        """Return the same rows for a query that reads all of them, not a page (`core.access.compiler.visible_keys`)."""
        return self._with_visible(VisibleKeys.distinct)

    def read_in_order(self) -> Self:
        """Return the same rows for a query of the first ones in an order: each is looked up when it is read."""
        rows = self.all()
        rows.query.where.children = [_looked_up_alone(child) for child in rows.query.where.children]
        return rows

    def of_member(self, actor: Actor) -> Self:
        """Keep the rows to which a signed-in `actor` was granted access (`core.access.permissions.is_member`)."""
        return self._visible_by(actor, Part.GRANTED) if actor.is_authenticated else self.none()

    def _visible_by(self, actor: Actor, part: Part, *, without: str = "") -> Self:
        return self.filter(pk__in=visible_keys(self.model, actor, Permission.VIEW, part, without=without))

    def _with_visible(self, change: Callable[[VisibleKeys], VisibleKeys]) -> Self:
        """Change the subquery of the visible keys."""
        rows = self.all()
        rows.query.where.children = [_with_visible(child, change) for child in rows.query.where.children]
        return rows


def _with_visible(condition: Any, change: Callable[[VisibleKeys], VisibleKeys]) -> Any:
    """Return a condition of a query; if it is that a row is visible, with another subquery."""
    if not isinstance(visible := getattr(condition, "rhs", None), VisibleKeys):
        return condition
    changed = copy(condition)
    changed.rhs = change(visible)
    return changed


def _looked_up_alone(condition: Any) -> Any:
    """Return a condition of a query; if it is that a row is visible, one that is checked row by row."""
    is_of_keys = isinstance(getattr(condition, "rhs", None), VisibleKeys)
    return IsVisible(condition.lhs, condition.rhs) if is_of_keys else condition


LiveVisibleManager = LiveManager.from_queryset(VisibleQuerySet)


def visible_among(rows: VisibleQuerySet[M], actor: Actor, keys: Iterable[UUID]) -> set[UUID]:
    """Return those of the keys whose objects are visible; one query, none if there are no keys."""
    requested = set(keys)
    if not requested:
        return set()
    return set(rows.visible_to(actor).among(list(requested)).values_list("pk", flat=True))
