"""Share, publish, and work on teams in GraphQL."""

from typing import Any
from uuid import UUID

import graphene
from graphene import relay
from graphql_relay import to_global_id

from core.api.graphql.connections import Slice, connection_field, page
from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_key
from core.api.graphql.keyset import Window
from core.api.graphql.mutations import Mutation
from users.api.sharing_bodies import link_path
from users.api.sharing_types import (
    NEWEST_FIRST,
    Share,
    ShareRole,
    Team,
    TeamConnection,
    TeamRole,
    share_named,
    target_named,
)
from users.sharing import models as tables
from users.sharing import services, teams


class CreateShareInput(graphene.InputObjectType):
    """What to share, as what, and with whom: one of `user`, `team` and `link`."""

    target_id = graphene.ID(required=True, description="a document or a corpus")
    role = graphene.InputField(ShareRole, required=True)
    user = graphene.String(description="a user name or an e-mail address, exact")
    team = graphene.ID(description="a team that you are in")
    link = graphene.Boolean(description="true: for whoever has the link that is made")
    expires = graphene.DateTime()


class CreateShare(Mutation):
    """Share a document or a corpus."""

    class Meta:
        input_type = CreateShareInput

    share = graphene.Field(Share)
    link_path = graphene.String(description="of the link that was made; it is told only now")

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        target = target_named(info, values.pop("target_id"))
        team = parse_key(values.pop("team"), "Team") if "team" in values else None
        wish = services.ShareRequest(role=values.pop("role").value, team=team, **values)
        made = services.create_share(target, wish, actor=info.context.user)
        return {"share": made.share, "link_path": link_path(made.token) if made.token else None}


class UpdateShareInput(graphene.InputObjectType):
    """Which share, and what changes; with the `version` that you have seen, nobody else's change is overwritten."""

    id = graphene.ID(required=True)
    role = graphene.InputField(ShareRole)
    expires = graphene.DateTime()
    never_expires = graphene.Boolean()
    version = graphene.String()


class UpdateShare(Mutation):
    """Change a share's role, or when it ends."""

    class Meta:
        input_type = UpdateShareInput

    share = graphene.Field(Share)

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        changes: dict[str, Any] = {}
        if "role" in values:
            changes["role"] = values["role"].value
        if "expires" in values or values.get("never_expires"):
            changes["expires"] = None if values.get("never_expires") else values["expires"]
        share = share_named(info, str(parse_key(values["id"], "Share")))
        expected = values.get("version")
        return {"share": services.change_share(share, changes, actor=info.context.user, expected=expected)}


class DeleteShareInput(graphene.InputObjectType):
    """Which share."""

    id = graphene.ID(required=True)


class DeleteShare(Mutation):
    """Take a share back."""

    class Meta:
        input_type = DeleteShareInput

    deleted_id = graphene.ID()

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        key = parse_key(values["id"], "Share")
        services.withdraw_share(share_named(info, str(key)), actor=info.context.user)
        return {"deleted_id": to_global_id("Share", str(key))}


class SetPublicInput(graphene.InputObjectType):
    """What, and whether everybody may look at it."""

    target_id = graphene.ID(required=True, description="a document or a corpus")
    public = graphene.Boolean(required=True)


class SetPublic(Mutation):
    """Let everybody look at something, or only those it is shared with."""

    class Meta:
        input_type = SetPublicInput

    target = graphene.Field(relay.Node)

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        target = target_named(info, values["target_id"])
        services.set_public(target, public=values["public"], actor=info.context.user)
        return {"target": target}


class CreateTeamInput(graphene.InputObjectType):
    """A new team."""

    name = graphene.String(required=True)


class CreateTeam(Mutation):
    """Make a team; you are its first admin."""

    class Meta:
        input_type = CreateTeamInput

    team = graphene.Field(Team)

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        return {"team": teams.create_team(values["name"], actor=info.context.user)}


class UpdateTeamInput(graphene.InputObjectType):
    """Which team, and its new name; with the `version` that you have seen, nobody else's change is overwritten."""

    id = graphene.ID(required=True)
    name = graphene.String(required=True)
    version = graphene.String()


class UpdateTeam(Mutation):
    """Give a team another name."""

    class Meta:
        input_type = UpdateTeamInput

    team = graphene.Field(Team)

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        team, actor = _team(info, values["id"]), info.context.user
        return {"team": teams.rename_team(team, values["name"], actor=actor, expected=values.get("version"))}


class DeleteTeamInput(graphene.InputObjectType):
    """Which team."""

    id = graphene.ID(required=True)


class DeleteTeam(Mutation):
    """Delete a team; what was shared with it is shared with its members no more."""

    class Meta:
        input_type = DeleteTeamInput

    deleted_id = graphene.ID()

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        team = _team(info, values["id"])
        key = team.pk
        teams.delete_team(team, actor=info.context.user)
        return {"deleted_id": to_global_id("Team", str(key))}


class AddTeamMemberInput(graphene.InputObjectType):
    """Which team, whom, and as what."""

    team_id = graphene.ID(required=True)
    user = graphene.String(required=True, description="a user name or an e-mail address, exact")
    role = graphene.InputField(TeamRole)


class AddTeamMember(Mutation):
    """Take a person into a team; one who is in it already gets the role."""

    class Meta:
        input_type = AddTeamMemberInput

    team = graphene.Field(Team)

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        team = _team(info, values["team_id"])
        role = values["role"].value if "role" in values else tables.TeamMembership.Role.MEMBER
        teams.add_member(team, values["user"], role=role, actor=info.context.user)
        return {"team": team}


class RemoveTeamMemberInput(graphene.InputObjectType):
    """Which team, and whom."""

    team_id = graphene.ID(required=True)
    user_id = graphene.ID(required=True)


class RemoveTeamMember(Mutation):
    """Take a person out of a team, or leave it; the team is there no more for whoever leaves."""

    class Meta:
        input_type = RemoveTeamMemberInput

    team = graphene.Field(Team)

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        actor, team = info.context.user, _team(info, values["team_id"])
        user: UUID = parse_key(values["user_id"], "User")
        teams.remove_member(team, user, actor=actor)
        return {"team": None if user == actor.pk else team}


def _team(info: Info, value: str) -> tables.Team:
    return teams.team_seen_by(info.context.user, parse_key(value, "Team"))


def _teams(_root: object, info: Info, *, window: Window) -> Slice[tables.Team]:
    return page(teams.teams_of(info.context.user), NEWEST_FIRST, window)


class SharingQueries(graphene.ObjectType):
    """Fields of the root."""

    teams = connection_field(TeamConnection, _teams, description="the teams you are in, newest first")


class SharingMutations(graphene.ObjectType):
    """Fields of the root."""

    create_share = CreateShare.field()
    update_share = UpdateShare.field()
    delete_share = DeleteShare.field()
    set_public = SetPublic.field()
    create_team = CreateTeam.field()
    update_team = UpdateTeam.field()
    delete_team = DeleteTeam.field()
    add_team_member = AddTeamMember.field()
    remove_team_member = RemoveTeamMember.field()
