"""The access graph: each model declares once which rows grant which role on its objects, and to whom.

Everything else is derived from these declarations: the SQL of visible rows (`visible`), the roles of an actor on given
objects (`permissions`), the users who may see an object (`compiler.viewers_of`), and what a token reaches that is
limited to some corpora or teams (`within_limits`).
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeAlias

from django.db.models import ForeignKey, Func, Model, Q
from django.db.models.fields import DateTimeField

from core.roles import Role

Table: TypeAlias = type[Model]

# That to which a token can be limited: the names of the parameters of compiled statements.
CORPORA: Final = "corpora"
TEAMS: Final = "teams"


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant:
    """Rows that each grant a role on an object: to a user, to the holders of a link, or (neither is set) to everyone.

    `object`, `user`, `link` and `role` are lookups from a row of `table`; `role` may also be a constant. Where users
    are reached as members of a team, `team` is the lookup of its key, and `members` the table of its members. `holder`
    is the lookup of the object from which the role is inherited, if it is. `subset` names the objects that can be
    reached, unless all can: queries of other objects leave the grant out.
    """

    table: Table
    object: str
    role: Role | str
    user: str = ""
    team: str = ""
    members: Table | None = None
    link: str = ""
    holder: str = ""
    subset: str = ""
    condition: Q = field(default_factory=Q)

    @property
    def is_for_everyone(self) -> bool:
        return not (self.user or self.link)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """Rows that each place an object within a corpus or a team, to which tokens can be limited.

    `object`, `key` and `user` are lookups from a row of `table`: `key` that of the corpus or team, `limit` the name of
    the parameter with those that a token is limited to. With `user`, only the rows of the token's owner count.
    """

    table: Table
    object: str
    key: str
    limit: str
    user: str = ""
    condition: Q = field(default_factory=Q)


class Rule:
    """A way in which access to the objects of a model is granted, or in which they lie within a limit of tokens."""

    __slots__ = ()

    def grants(self, model: Table) -> Iterator[Grant]:
        """Return the grants of this rule; none by default."""
        yield from ()

    def bounds(self, model: Table) -> Iterator[Bound]:
        """Return what places objects within limits; nothing by default, so that a limited token does not reach them."""
        yield from ()


@dataclass(frozen=True, slots=True)
class Owner(Rule):
    """The user in the column `owner` has all permissions. `team` is the lookup of the team that owns the user."""

    team: str = ""

    def grants(self, model: Table) -> Iterator[Grant]:
        yield Grant(table=model, object="pk", role=Role.OWNER, user="owner_id")

    def bounds(self, model: Table) -> Iterator[Bound]:
        if self.team:
            yield Bound(table=model, object="pk", key=self.team, limit=TEAMS)


@dataclass(frozen=True, slots=True)
class Public(Rule):
    """Everyone may view an object that is public."""

    def grants(self, model: Table) -> Iterator[Grant]:
        yield Grant(table=model, object="pk", role=Role.VIEWER, condition=Q(is_public=True))


@dataclass(frozen=True, slots=True)
class Members(Rule):
    """The members in `table` see what they are members of."""

    table: Table
    object: str
    user: str

    def grants(self, model: Table) -> Iterator[Grant]:
        yield Grant(table=self.table, object=self.object, role=Role.VIEWER, user=self.user)


@dataclass(frozen=True, slots=True)
class Limit(Rule):
    """Tokens can be limited to objects of the model."""

    name: str

    def bounds(self, model: Table) -> Iterator[Bound]:
        yield Bound(table=model, object="pk", key="pk", limit=self.name)


class Now(Func):
    """The time of the statement. Unlike `now()` it advances within a transaction."""

    template = "statement_timestamp()"
    output_field = DateTimeField()


@dataclass(frozen=True, slots=True)
class Shares(Rule):
    """Rows of a table of shares (`users.sharing.models.Share`) that have not expired grant their role.

    A link is a secret of who made it (`users.secrets`); what is granted to a user or a team by name is not.
    """

    table: Table

    def grants(self, model: Table) -> Iterator[Grant]:
        share = Grant(table=self.table, object="target_id", role="role", condition=_in_force())
        yield replace(share, user="user_id")
        members = _model_of(_model_of(self.table._meta.get_field("team"))._meta.get_field("memberships"))
        yield replace(share, user="team__memberships__user_id", team="team_id", members=members)
        yield replace(share, link="token_hash", condition=_in_force() & MAKER_IS_ACTIVE)

    def bounds(self, model: Table) -> Iterator[Bound]:
        yield Bound(table=self.table, object="target_id", key="team_id", limit=TEAMS, condition=_in_force())


@dataclass(frozen=True, slots=True, kw_only=True)
class Inherits(Rule):
    """A role on a holder extends to the objects that rows of `table` attach to it, but never more than `at_most`.

    One level only: the holder's own rules count, not what the holder inherits. Objects lie within the same limits as
    their holders; with `attached_by`, the lookup of a user, also those that the token's owner attached to one. `subset`
    names the objects that the rule can reach (`Grant.subset`).
    """

    table: Table
    object: str
    holder: str
    condition: Q = field(default_factory=Q)
    attached_by: str = ""
    subset: str = ""
    at_most: Role = Role.EDITOR

    def grants(self, model: Table) -> Iterator[Grant]:
        holder = self._holder_model()
        for rule in self._holder_rules():
            yield from (self._through(grant) for grant in rule.grants(holder))

    def bounds(self, model: Table) -> Iterator[Bound]:
        holder = self._holder_model()
        for rule in self._holder_rules():
            for bound in rule.bounds(holder):
                yield self._within(bound, self.condition)
                if self.attached_by:
                    yield replace(self._within(bound, Q()), user=self.attached_by)

    def _holder_model(self) -> Table:
        return _model_of(self.table._meta.get_field(self.holder))

    def _holder_rules(self) -> Sequence[Rule]:
        return [rule for rule in _rules[self._holder_model()] if not isinstance(rule, Inherits)]

    def _prefix(self, source: Grant | Bound) -> str:
        return f"{self.holder}__" if source.object == "pk" else f"{self.holder}__{_reverse_path(source)}__"

    def _within(self, bound: Bound, condition: Q) -> Bound:
        prefix = self._prefix(bound)
        return Bound(
            table=self.table,
            object=self.object,
            key=prefix + bound.key,
            limit=bound.limit,
            condition=condition & self._holder_is_live() & _prefixed(bound.condition, prefix),
        )

    def _through(self, grant: Grant) -> Grant:
        prefix = self._prefix(grant)
        role = prefix + grant.role if not isinstance(grant.role, Role) else min(grant.role, self.at_most, key=_RANK)
        return Grant(
            table=self.table,
            object=self.object,
            role=role,
            user=grant.user and prefix + grant.user,
            team=grant.team and prefix + grant.team,
            members=grant.members,
            link=grant.link and prefix + grant.link,
            holder=self.holder,
            subset=self.subset,
            # In one condition, so that it is the same share that is in force and reaches the user.
            condition=self.condition & self._holder_is_live() & _prefixed(grant.condition, prefix),
        )

    def _holder_is_live(self) -> Q:
        """Return the condition that the holder is not in the bin. The manager filters the objects themselves."""
        fields = {field.name for field in self._holder_model()._meta.fields}
        return Q((f"{self.holder}__deleted_at", None)) if "deleted_at" in fields else Q()


MAKER_IS_ACTIVE: Final = Q(created_by__is_active=True)
_RANK: Final[Callable[[Role], int]] = list(Role).index
_rules: defaultdict[Table, list[Rule]] = defaultdict(list)


def register(model: Table, *rules: Rule) -> None:
    """Add rules to those of a model. Called by `AppConfig.ready`; a package may extend a model of a lower one."""
    _rules[model] += [rule for rule in rules if rule not in _rules[model]]


def grants_on(model: Table) -> Sequence[Grant]:
    """Return everything that grants a role on objects of `model`."""
    return [grant for rule in _rules[model] for grant in rule.grants(model)]


def bounds_on(model: Table) -> Sequence[Bound]:
    """Return everything that places objects of `model` within a limit of tokens."""
    return [bound for rule in _rules[model] for bound in rule.bounds(model)]


def limited_models() -> Sequence[Table]:
    """Return the models whose objects can lie within a limit."""
    return list(_rules)


def model_of_limit(name: str) -> Table:
    """Return the model to whose objects tokens can be limited by this name."""
    return next(model for model, rules in _rules.items() if Limit(name) in rules)


def _in_force() -> Q:
    return Q(expires=None) | Q(expires__gt=Now())


def _model_of(relation: Any) -> Table:
    model: Table = relation.related_model
    return model


def _reverse_path(grant: Grant | Bound) -> str:
    """Return the lookup from the holder to the rows of a grant or bound."""
    key = grant.table._meta.get_field(grant.object.removesuffix("_id"))
    assert isinstance(key, ForeignKey)  # noqa: S101  # for the type checker
    return key.related_query_name()


def _prefixed(condition: Q, prefix: str) -> Q:
    children: list[Any] = list(condition.children)
    children = [_prefixed(each, prefix) if isinstance(each, Q) else (prefix + each[0], each[1]) for each in children]
    return Q(*children, _connector=condition.connector, _negated=condition.negated)
