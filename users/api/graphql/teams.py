"""Teams and their members."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any
from uuid import UUID

import graphene

from core.access import require_no_token, require_user
from core.api.graphql.connections import Children, Slice, connection_field, connection_of, page, related_list
from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_uuid
from core.api.graphql.keyset import Window
from core.api.graphql.loaders import as_batch, load_for_batch, related_object
from core.api.graphql.resource_types import ResourceType
from core.api.graphql.root import RootQueries
from core.api.graphql.view_queries import list_of
from core.api.ordering import Order
from users import models as users
from users.api.graphql.shares import TeamName
from users.api.graphql.users import User
from users.api.rest.teams import (
    AcceptInvitationView,
    DeclineInvitationView,
    MemberSerializer,
    MembersView,
    MemberView,
    TeamInvitationSerializer,
    TeamInvitationsView,
    TeamInviteSerializer,
    TeamSerializer,
    TeamsView,
    TeamView,
    WithdrawInvitationView,
)
from users.api.selectors import invitations_for_admin
from users.sharing import models, teams
from users.sharing.known_users import known_addresses, known_users


class TeamMember(ResourceType):
    """A member of a team."""

    class Meta:
        resource = MemberSerializer

    user = graphene.Field(
        User, required=True, resolver=lambda row, _: related_object(row, "user_id", users.User.objects.all)
    )
    is_service_account = graphene.Boolean(
        required=True,
        resolver=lambda row, _: related_object(row, "user_id", users.User.objects.all).is_service_account,
        description="Whether it is a program of the team.",
    )


def _members(team: models.Team, _: Info) -> list[models.TeamMembership]:
    return related_list(team, "members", Children(models.TeamMembership.objects.all(), "team_id", Order(("id",))))


class TeamInvite(ResourceType):
    """An invitation to a team that is not answered yet: of a user, or of the account with an e-mail address."""

    class Meta:
        resource = TeamInviteSerializer

    uuid = graphene.UUID(required=True, resolver=lambda row, _: row.pk)
    user = graphene.Field(
        User,
        resolver=lambda row, _: None if row.email else related_object(row, "user_id", users.User.objects.all),
    )


def _invites(team: models.Team, info: Info) -> list[models.TeamInvitation]:
    def load(rows: Sequence[models.Team]) -> dict[UUID, list[models.TeamInvitation]]:
        found: defaultdict[UUID, list[models.TeamInvitation]] = defaultdict(list)
        for invitation in as_batch(invitations_for_admin(rows, info.context.user)):
            found[invitation.team_id].append(invitation)
        return found

    return load_for_batch(team, "invitations", load, [])


class Team(ResourceType):
    """A team that you are a member of."""

    class Meta:
        resource = TeamSerializer
        model = models.Team
        views = (TeamsView, TeamView, MembersView, MemberView, WithdrawInvitationView)

    members = graphene.List(graphene.NonNull(TeamMember), required=True, resolver=_members)
    invitations = graphene.List(
        graphene.NonNull(TeamInvite),
        required=True,
        resolver=_invites,
        description="not answered yet; empty if you are not an admin",
    )

    @classmethod
    def get_node(cls, info: Info, key: str) -> models.Team:
        """Return a team of the user."""
        return teams.get_visible_team(info.context.user, parse_uuid(key))


def _teams(_root: object, info: Info, *, window: Window) -> Slice[models.Team]:
    return page(teams.teams_of(info.context.user), Order(("-id",)), window)


class TeamInvitation(ResourceType):
    """An invitation of yours to a team."""

    class Meta:
        resource = TeamInvitationSerializer
        model = models.TeamInvitation
        views = (AcceptInvitationView, DeclineInvitationView)

    team = graphene.Field(
        TeamName,
        required=True,
        resolver=lambda row, _: related_object(row, "team_id", models.Team.objects.all),
    )
    created_by = graphene.Field(
        User,
        resolver=lambda row, _: (
            related_object(row, "created_by_id", users.User.objects.all) if row.created_by_id else None
        ),
    )


class KnownUsers(graphene.ObjectType):
    """Users and addresses to share with."""

    users = graphene.List(graphene.NonNull(User), required=True, description="at most 20, by user name")
    emails = graphene.List(graphene.NonNull(graphene.String), required=True, description="at most 20")


def _known_users(_root: object, info: Info, *, search: str = "") -> dict[str, Any]:
    actor = require_user(info.context.actor)
    require_no_token(actor)
    found = as_batch(known_users(actor, search=search))
    return {"users": found, "emails": known_addresses(actor, search=search)}


class TeamQueries(RootQueries):
    """The queries about teams."""

    known_users = graphene.Field(
        KnownUsers,
        resolver=_known_users,
        search=graphene.String(description="The beginning of a user name, a name or an address."),
        description="those with whom you share, the members of your teams, and the owners of what is shared with you",
    )

    teams = connection_field(connection_of(Team), _teams, description="your teams, newest first")
    team_invitations = list_of(TeamInvitation, TeamInvitationsView)
