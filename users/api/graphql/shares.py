"""Shares, and the fields that they add to the types of objects that can be shared."""

from datetime import datetime
from typing import Annotated, Any

import graphene
from graphene import relay
from graphql_relay import to_global_id

from core.access import Permission, permissions_on_all
from core.api.graphql.connections import Children, related_list
from core.api.graphql.context import Info
from core.api.graphql.extend_type import extend
from core.api.graphql.global_ids import parse_key, parse_uuid
from core.api.graphql.loaders import load_for_batch, related_object
from core.api.graphql.mutations import ID, Payload, mutation
from core.api.graphql.node import resolve_node
from core.api.graphql.resource_types import ResourceType, enum_type
from core.api.ordering import Order
from core.errors import NotFound
from core.models import Owned
from users import models as users
from users.api.graphql.users import User
from users.api.rest.shares import ShareSerializer
from users.api.rest.teams import TeamNameSerializer
from users.api.selectors import get_share
from users.sharing import models, services
from users.sharing.links import link_path
from users.sharing.models import ShareRole
from users.sharing.registry import share_model_of, share_models

_Role = enum_type(ShareRole)
_Permissions = graphene.List(graphene.NonNull(enum_type(Permission)))


def _user(column: str, *, required: bool = False) -> graphene.Field:
    def resolve(row: Any, info: Info) -> users.User | None:
        if getattr(row, column) is None:
            return None
        return related_object(row, column, users.User.objects.all, known=[info.context.actor])

    return graphene.Field(User, required=required, resolver=resolve)


def _user_named(share: models.Share, info: Info) -> users.User | None:
    """Return the user that was named; of a share with an address, the user is private."""
    if share.email or share.user_id is None:
        return None
    return related_object(share, "user_id", users.User.objects.all, known=[info.context.actor])


class TeamName(ResourceType):
    """A team by its name."""

    class Meta:
        resource = TeamNameSerializer

    uuid = graphene.UUID(required=True, resolver=lambda team, _: team.pk)


def _team(share: models.Share, _: Info) -> models.Team | None:
    return related_object(share, "team_id", models.Team.objects.all) if share.team_id else None


class Share(ResourceType):
    """A role that was granted to a user, an e-mail address, a team, or the holders of a link."""

    class Meta:
        resource = ShareSerializer
        interfaces = (relay.Node,)

    uuid = graphene.UUID(required=True, resolver=lambda share, _: share.pk)
    user = graphene.Field(User, resolver=_user_named)
    email = graphene.String(
        resolver=lambda share, _: share.email or None,
        description="effective for the account that has confirmed it",
    )
    team = graphene.Field(TeamName, resolver=_team)
    is_link = graphene.Boolean(required=True, resolver=lambda share, _: share.token_hash is not None)
    created_by = _user("created_by_id")

    @classmethod
    def is_type_of(cls, root: object, _info: Info) -> bool:
        """Check whether this is a row of any model of shares."""
        return isinstance(root, models.Share)

    @classmethod
    def get_node(cls, info: Info, key: str) -> models.Share:
        """Return a share of an object that the user may share."""
        return get_share(info.context.actor, parse_uuid(key))


def _permissions(target: Owned, info: Info) -> frozenset[Permission]:
    return load_for_batch(target, "permissions", lambda rows: permissions_on_all(info.context.actor, rows), frozenset())


def _my_permissions(target: Owned, info: Info) -> list[Permission]:
    permissions = _permissions(target, info)
    return [permission for permission in Permission if permission in permissions]


def _shares(target: Owned, info: Info) -> list[models.Share]:
    if Permission.SHARE not in _permissions(target, info):
        return []
    return related_list(target, "shares", Children(share_model_of(target).objects.all(), "target_id", Order(("id",))))


def add_sharing(object_type: Any) -> None:
    """Add the fields about access to the type of objects that can be shared."""
    extend(object_type, "owner", _user("owner_id", required=True))
    extend(
        object_type,
        "is_public",
        graphene.Field(graphene.Boolean, required=True, description="whether everyone may view it"),
    )
    extend(
        object_type,
        "my_permissions",
        graphene.Field(_Permissions, required=True, resolver=_my_permissions, description="your permissions on it"),
    )
    extend(
        object_type,
        "shares",
        graphene.Field(
            graphene.List(graphene.NonNull(Share)),
            required=True,
            resolver=_shares,
            description="its shares; empty if you may not share it",
        ),
    )


def _target(info: Info, value: str) -> Owned:
    """Return a visible object that can be shared."""
    target: Any = resolve_node(None, info, id=value)
    if type(target).__name__ not in share_models():
        raise NotFound
    return target  # type: ignore[no-any-return]  # a row of a model that can be shared


@mutation(share=Share, link_path=graphene.String(description="the path of the new link, which is returned only once"))
def create_share(
    info: Info,
    *,
    target_id: Annotated[ID, "a document or a corpus"],
    role: Annotated[Any, _Role],
    user: Annotated[str, "an exact user name or e-mail address"] = "",
    team: Annotated[ID | None, "a team that you are a member of"] = None,
    link: Annotated[bool, "true to create a link"] = False,
    expires: datetime | None = None,
) -> Payload:
    """Share a document or a corpus with one of `user`, `team` and `link`."""
    request = services.ShareRequest(
        role=ShareRole(role),
        user=user,
        team=None if team is None else parse_key(team, "Team"),
        link=link,
        expires=expires,
    )
    created = services.create_share(_target(info, target_id), request, actor=info.context.user)
    return {"share": created.share, "link_path": link_path(created.token) if created.token else None}


@mutation(share=Share)
def update_share(
    info: Info,
    *,
    id: ID,  # GraphQL's name
    role: Annotated[Any, _Role] = None,
    expires: datetime | None = None,
    never_expires: bool = False,
    version: str | None = None,
) -> Payload:
    """Change the role or the expiry of a share. With `version`, changes by others are not overwritten."""
    changes: dict[str, Any] = {} if role is None else {"role": ShareRole(role)}
    if never_expires or expires is not None:
        changes["expires"] = None if never_expires else expires
    share = get_share(info.context.actor, parse_key(id, "Share"))
    return {"share": services.change_share(share, actor=info.context.user, expected=version, **changes)}


@mutation(deleted_id=graphene.ID())
def delete_share(info: Info, *, id: ID) -> Payload:  # GraphQL's name
    """Remove a share."""
    key = parse_key(id, "Share")
    services.withdraw_share(get_share(info.context.actor, key), actor=info.context.user)
    return {"deleted_id": to_global_id("Share", str(key))}


@mutation(left_id=graphene.ID())
def leave(info: Info, *, target_id: Annotated[ID, "a document or a corpus"]) -> Payload:
    """Remove your own access to a document or a corpus that was shared with you."""
    services.leave(_target(info, target_id), actor=info.context.user)
    return {"left_id": target_id}


@mutation(target=relay.Node)
def set_public(info: Info, *, target_id: Annotated[ID, "a document or a corpus"], public: bool) -> Payload:
    """Let everyone view a document or a corpus, or only those with access."""
    target = _target(info, target_id)
    services.set_public(target, public=public, actor=info.context.user)
    return {"target": target}
