"""Shares, links and teams in GraphQL, and what they add to every type of thing that can be shared."""

from typing import Any

import graphene
from graphene import relay

from core.access.actors import require_user
from core.access.permissions import permissions_on_all, require
from core.access.roles import Permission as Permitted
from core.api.graphql.connections import Children, connection_of, related_list
from core.api.graphql.context import Info
from core.api.graphql.extend_type import extend
from core.api.graphql.global_ids import parse_uuid
from core.api.graphql.keyset import Order
from core.api.graphql.loaders import load_for_batch, related_object
from core.api.graphql.node import resolve_node
from core.errors import NotFound
from core.models import ListScope, Owned
from users import models
from users.api.types import User
from users.sharing import models as tables
from users.sharing import services, teams
from users.sharing.registry import find_share, kinds, table_of

AS_MADE = Order(("id",))
NEWEST_FIRST = Order(("-id",))

Permission = graphene.Enum.from_enum(Permitted, description="What somebody may do.")
ShareRole = graphene.Enum("ShareRole", [(role.name, role.value) for role in tables.SHARED_ROLES])
TeamRole = graphene.Enum.from_enum(tables.TeamMembership.Role, name="TeamRole")
Scope = graphene.Enum.from_enum(ListScope, name="Scope", description="Which part of what you see.")


def scope_argument() -> graphene.Argument:
    """The argument of lists that narrows them to what is yours, or to what others have shared with you."""
    return graphene.Argument(Scope, default_value=ListScope.ALL.value)


def _person(attribute: str) -> Any:
    def resolve(row: Any, _: Info) -> models.User | None:
        if getattr(row, attribute) is None:
            return None
        return related_object(row, attribute, models.User.objects.all())

    return resolve


class TeamMember(graphene.ObjectType):
    """A person's place in a team."""

    user = graphene.Field(User, required=True, resolver=_person("user_id"))
    role = graphene.Field(TeamRole, required=True)


def _members(team: tables.Team, _: Info) -> list[tables.TeamMembership]:
    return related_list(team, "members", Children(tables.TeamMembership.objects.all(), "team_id", AS_MADE))


def _my_role(team: tables.Team, info: Info) -> str | None:
    mine = (place.role for place in _members(team, info) if place.user_id == info.context.user.pk)
    return next(mine, None)


class Team(graphene.ObjectType):
    """A team that you are in."""

    class Meta:
        interfaces = (relay.Node,)
        possible_types = (tables.Team,)

    uuid = graphene.UUID(required=True, resolver=lambda team, _: team.pk)
    name = graphene.String(required=True)
    version = graphene.String(
        required=True, resolver=lambda team, _: teams.version_of(team), description="of what can be edited"
    )
    created = graphene.DateTime(required=True)
    my_role = graphene.Field(TeamRole, resolver=_my_role)
    members = graphene.List(graphene.NonNull(TeamMember), required=True, resolver=_members)

    @classmethod
    def get_node(cls, info: Info, key: str) -> tables.Team:
        """Find a team that you are in."""
        return teams.team_seen_by(info.context.user, parse_uuid(key))


TeamConnection = connection_of(Team)


class TeamName(graphene.ObjectType):
    """A team, by name."""

    uuid = graphene.UUID(required=True, resolver=lambda team, _: team.pk)
    name = graphene.String(required=True)


def _team(share: tables.Share, _: Info) -> tables.Team | None:
    return related_object(share, "team_id", tables.Team.objects.all()) if share.team_id else None


class Share(graphene.ObjectType):
    """A role that was given to a person, a team, or whoever has the link."""

    class Meta:
        interfaces = (relay.Node,)

    uuid = graphene.UUID(required=True, resolver=lambda share, _: share.pk)
    role = graphene.Field(ShareRole, required=True)
    user = graphene.Field(User, resolver=_person("user_id"))
    team = graphene.Field(TeamName, resolver=_team)
    is_link = graphene.Boolean(required=True, resolver=lambda share, _: share.token_hash is not None)
    created = graphene.DateTime(required=True)
    created_by = graphene.Field(User, resolver=_person("created_by_id"))
    expires = graphene.DateTime(description="when it ends by itself; null: never")
    version = graphene.String(
        required=True, resolver=lambda share, _: services.version_of(share), description="of what can be edited"
    )

    @classmethod
    def is_type_of(cls, root: object, _info: Info) -> bool:
        """Every table of shares."""
        return isinstance(root, tables.Share)

    @classmethod
    def get_node(cls, info: Info, key: str) -> tables.Share:
        """Find a share of something that you may share."""
        return share_named(info, key)


def share_named(info: Info, key: str) -> tables.Share:
    """Find a share, as somebody who may change it; to all others nothing is there."""
    share: Any = find_share(parse_uuid(key))
    if share is None:
        raise NotFound
    require(require_user(info.context.actor), Permitted.SHARE, share.target)
    return share  # type: ignore[no-any-return]  # a row of one of the tables


def _permitted(target: Owned, info: Info) -> frozenset[Permitted]:
    return load_for_batch(target, "permitted", lambda rows: permissions_on_all(info.context.actor, rows), frozenset())


def _my_permissions(target: Owned, info: Info) -> list[Permitted]:
    permitted = _permitted(target, info)
    return [permission for permission in Permitted if permission in permitted]


def _shares(target: Owned, info: Info) -> list[tables.Share]:
    if Permitted.SHARE not in _permitted(target, info):
        return []
    return related_list(target, "shares", Children(table_of(target).objects.all(), "target_id", AS_MADE))


def _owner(target: Owned, info: Info) -> models.User:
    if info.context.actor.pk == target.owner_id:
        return info.context.user  # most objects on a page are one's own
    return related_object(target, "owner_id", models.User.objects.all())


def add_sharing(object_type: Any) -> None:
    """Add what every type of thing that can be shared says about it."""
    extend(object_type, "owner", graphene.Field(User, required=True, resolver=_owner))
    described = "whether everybody may look at it"
    extend(object_type, "is_public", graphene.Field(graphene.Boolean, required=True, description=described))
    extend(
        object_type,
        "my_permissions",
        graphene.Field(
            graphene.List(graphene.NonNull(Permission)),
            required=True,
            resolver=_my_permissions,
            description="what you may do with it",
        ),
    )
    extend(
        object_type,
        "shares",
        graphene.Field(
            graphene.List(graphene.NonNull(Share)),
            required=True,
            resolver=_shares,
            description="whom it is shared with; empty for those who may not share it",
        ),
    )


def target_named(info: Info, value: str) -> Owned:
    """Find a thing that can be shared by its id, in sight."""
    found: Any = resolve_node(None, info, id=value)
    if type(found).__name__ not in kinds():
        raise NotFound
    return found  # type: ignore[no-any-return]  # a row of one of the kinds
