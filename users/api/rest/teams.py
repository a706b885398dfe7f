"""Teams and their members."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from rest_framework import serializers

from core.access import Actor, require_user
from core.api.rest.permissions import IsAuthenticated
from core.api.rest.serializers import EnumField, Resource, StrictSerializer
from core.api.rest.views import ListView, ObjectView, action, destroy, list_resources, retrieve, update
from users.api.idempotency import create
from users.api.rest.users import UserNameSerializer
from users.api.selectors import get_team, invitations_for_admin, visible_teams
from users.models import User
from users.sharing import team_invitations, teams
from users.sharing.errors import LastAdmin, ManagedByDirectory, TeamFull, TeamHasServiceAccounts, UserNotFound
from users.sharing.models import Team, TeamInvitation, TeamMembership, TeamRole


class MemberSerializer(Resource):
    """A member of a team."""

    user = UserNameSerializer()
    role = EnumField(TeamRole)
    is_service_account = serializers.BooleanField(
        source="user.is_service_account", help_text="Whether it is a program of the team."
    )
    is_provisioned = serializers.BooleanField(
        help_text="Whether the directory of the organization added them, which alone can remove them."
    )
    example = {
        "user": UserNameSerializer.example,
        "role": "member",
        "is_service_account": False,
        "is_provisioned": False,
    }


class TeamNameSerializer(Resource):
    """A team by its name."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    example = {"id": "01990c6e-0d11-7c22-8d33-1f2e3d4c5b6a", "name": "Readers"}


class TeamInviteSerializer(Resource):
    """An invitation to a team that is not answered yet: of a user, or of the account with an e-mail address."""

    id = serializers.UUIDField()
    user = UserNameSerializer(allow_null=True)
    email = serializers.CharField(allow_null=True)
    role = EnumField(TeamRole)
    created = serializers.DateTimeField()
    example = {
        "id": "01990c6e-0e11-7c22-8d33-1f2e3d4c5b6a",
        "user": None,
        "email": "grace@example.org",
        "role": "member",
        "created": "2026-11-20T08:30:00.000000Z",
    }

    @staticmethod
    def read_user(invitation: TeamInvitation) -> dict[str, Any] | None:
        """Return the user who was named; the user who has an address is private."""
        return UserNameSerializer.represent_one(invitation.user) if invitation.user and not invitation.email else None

    @staticmethod
    def read_email(invitation: TeamInvitation) -> str | None:
        return invitation.email or None


class TeamInvitationSerializer(Resource):
    """An invitation of yours to a team."""

    id = serializers.UUIDField()
    team = TeamNameSerializer()
    role = EnumField(TeamRole)
    created_by = UserNameSerializer(allow_null=True)
    created = serializers.DateTimeField()
    example = {
        "id": "01990c6e-0e11-7c22-8d33-1f2e3d4c5b6a",
        "team": TeamNameSerializer.example,
        "role": "member",
        "created_by": UserNameSerializer.example,
        "created": "2026-11-20T08:30:00.000000Z",
    }


def _invitations_for_admin(rows: Sequence[Team], actor: User) -> Mapping[UUID, list[dict[str, Any]]]:
    found: defaultdict[UUID, list[dict[str, Any]]] = defaultdict(list)
    for invitation in invitations_for_admin(rows, actor):
        found[invitation.team_id].append(TeamInviteSerializer.represent_one(invitation))
    return found


def _roles_of_actor(rows: Sequence[Team], actor: User) -> Mapping[UUID, str]:
    return dict(TeamMembership.objects.filter(team__in=rows, user=actor).values_list("team_id", "role"))


class TeamSerializer(Resource):
    """A team that you are a member of."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    version = serializers.CharField(help_text="The version of the name; also the `ETag`.")
    created = serializers.DateTimeField()
    my_role = EnumField(TeamRole)
    is_provisioned = serializers.BooleanField(help_text="Whether its members come from a directory.")
    members = MemberSerializer(many=True)
    invitations = TeamInviteSerializer(many=True, help_text="Not answered yet; empty if you are not an admin.")
    example = {
        "id": "01990c6e-0d11-7c22-8d33-1f2e3d4c5b6a",
        "name": "Readers",
        "version": "0cc175b9c0f1b6a8",
        "created": "2026-11-20T08:30:00.000000Z",
        "my_role": "admin",
        "is_provisioned": False,
        "members": [MemberSerializer.example],
        "invitations": [TeamInviteSerializer.example],
    }

    loaders = {"my_role": _roles_of_actor, "invitations": _invitations_for_admin}
    defaults = {"my_role": TeamRole.MEMBER, "invitations": []}
    read_version = staticmethod(teams.version_of)

    @staticmethod
    def read_members(team: Team) -> list[dict[str, Any]]:
        return MemberSerializer.represent(team.memberships.all())


class TeamBody(StrictSerializer):
    """The name of a team."""

    name = serializers.CharField(max_length=teams.MAX_NAME_LENGTH)
    example = {"name": "Readers"}


class MemberBody(StrictSerializer):
    """A user or an e-mail address to invite to a team, or a member whose role changes."""

    user = serializers.CharField(max_length=254, help_text="An exact user name or e-mail address.")
    role = EnumField(TeamRole, default=TeamRole.MEMBER)
    example = {"user": "grace", "role": "member"}


class TeamsView(ListView):
    """`/teams`."""

    permission_classes = [IsAuthenticated]

    def get_queryset(self, actor: Actor, **arguments: Any) -> Any:
        return visible_teams(actor)

    def perform_create(self, actor: Any, **arguments: Any) -> UUID:
        return teams.create_team(arguments["name"], actor=actor).pk

    get = list_resources("listTeams", "List your teams, newest first", TeamSerializer)
    post = create("createTeam", "Create a team", TeamSerializer, TeamBody, find=get_team, route="team")


class _OfTeam(ObjectView):
    permission_classes = [IsAuthenticated]

    def get_object(self, actor: Actor, *, team_id: UUID) -> Team:
        return get_team(actor, team_id)


class TeamView(_OfTeam):
    """`/teams/{id}`."""

    get = retrieve("getTeam", "Get a team", TeamSerializer)
    patch = update("updateTeam", "Rename a team", TeamSerializer, TeamBody, teams.rename_team)
    delete = destroy("deleteTeam", "Delete a team and its shares", teams.delete_team, errors=[TeamHasServiceAccounts])


class MembersView(_OfTeam):
    """`/teams/{id}/members`."""

    post = action(
        "addTeamMember",
        "Invite a user or an e-mail address to a team, or change the role of a member",
        TeamSerializer,
        lambda team, *, actor, user, role: teams.add_member(team, user, role=role, actor=actor),
        body=MemberBody,
        description="The user finds the invitation in `/team-invitations`; only a user name changes a role.",
        errors=[UserNotFound, TeamFull, LastAdmin],
    )


class MemberView(_OfTeam):
    """`/teams/{id}/members/{user}`."""

    delete = action(
        "removeTeamMember",
        "Remove a member from a team, or leave it",
        {204: None},
        teams.remove_member,
        keys=["user_id"],
        errors=[LastAdmin, ManagedByDirectory],
    )


class WithdrawInvitationView(_OfTeam):
    """`/teams/{id}/invitations/{invitation}`."""

    delete = action(
        "withdrawTeamInvitation",
        "Withdraw an invitation to a team",
        {204: None},
        team_invitations.withdraw_invitation,
        keys=["invitation_id"],
    )


class TeamInvitationsView(ListView):
    """`/team-invitations`."""

    permission_classes = [IsAuthenticated]

    def get_queryset(self, actor: Actor, **arguments: Any) -> Any:
        return team_invitations.invitations_of(require_user(actor))

    get = list_resources(
        "listTeamInvitations", "List your invitations to teams, newest first", TeamInvitationSerializer
    )


class _OfInvitation(ObjectView):
    permission_classes = [IsAuthenticated]

    def get_object(self, actor: Actor, *, invitation_id: UUID) -> TeamInvitation:
        return team_invitations.get_invitation(require_user(actor), invitation_id)


def _accept(invitation: TeamInvitation, *, actor: User) -> Team:
    return get_team(actor, team_invitations.accept_invitation(invitation.pk, actor=actor).pk)


def _decline(invitation: TeamInvitation, *, actor: User) -> None:
    team_invitations.decline_invitation(invitation.pk, actor=actor)


class AcceptInvitationView(_OfInvitation):
    """`/team-invitations/{id}/accept`."""

    post = action("acceptTeamInvitation", "Accept an invitation to a team", TeamSerializer, _accept)


class DeclineInvitationView(_OfInvitation):
    """`/team-invitations/{id}/decline`."""

    post = destroy("declineTeamInvitation", "Decline an invitation to a team", _decline)
