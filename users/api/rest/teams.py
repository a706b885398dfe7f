"""Teams and their members."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access.actors import Actor, require_user
from core.api.openapi.operations import operation
from core.api.rest.permissions import IsAuthenticated
from core.api.rest.serializers import EnumField, Resource, StrictSerializer
from core.api.rest.validation import validate_body
from core.api.rest.views import ListView, ObjectView, destroy, list_resources, retrieve, update
from users.api.idempotency import create
from users.api.rest.users import UserNameSerializer
from users.api.selectors import get_team, visible_teams
from users.models import User
from users.sharing import teams
from users.sharing.errors import LastAdmin, TeamFull, UserNotFound
from users.sharing.models import Team, TeamMembership, TeamRole


class MemberSerializer(Resource):
    """A member of a team."""

    user = UserNameSerializer()
    role = EnumField(TeamRole)
    example = {"user": UserNameSerializer.example, "role": "member"}


def _roles_of_actor(rows: Sequence[Team], actor: User) -> Mapping[UUID, str]:
    return dict(TeamMembership.objects.filter(team__in=rows, user=actor).values_list("team_id", "role"))


class TeamSerializer(Resource):
    """A team that you are a member of."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    version = serializers.CharField(help_text="The version of the name; also the `ETag`.")
    created = serializers.DateTimeField()
    my_role = EnumField(TeamRole)
    members = MemberSerializer(many=True)
    example = {
        "id": "01990c6e-0d11-7c22-8d33-1f2e3d4c5b6a",
        "name": "Readers",
        "version": "0cc175b9c0f1b6a8",
        "created": "2026-11-20T08:30:00.000000Z",
        "my_role": "admin",
        "members": [MemberSerializer.example],
    }

    loaders = {"my_role": _roles_of_actor}
    defaults = {"my_role": TeamRole.MEMBER}
    read_version = staticmethod(teams.version_of)

    @staticmethod
    def read_members(team: Team) -> list[dict[str, Any]]:
        return MemberSerializer.represent(team.memberships.all())


class TeamBody(StrictSerializer):
    """The name of a team."""

    name = serializers.CharField(max_length=teams.MAX_NAME_LENGTH)
    example = {"name": "Readers"}


class MemberBody(StrictSerializer):
    """A user to add to a team, or a member whose role changes."""

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


class TeamView(ObjectView):
    """`/teams/{id}`."""

    permission_classes = [IsAuthenticated]

    def get_object(self, actor: Actor, **keys: UUID) -> Team:
        return get_team(actor, keys["team_id"])

    get = retrieve("getTeam", "Get a team", TeamSerializer)
    patch = update("updateTeam", "Rename a team", TeamSerializer, TeamBody, teams.rename_team)
    delete = destroy("deleteTeam", "Delete a team and its shares", teams.delete_team)


class MembersView(APIView):
    """`/teams/{id}/members`."""

    @operation(
        "addTeamMember",
        "Add a user to a team, or change the role of a member",
        body=MemberBody,
        response=TeamSerializer,
        errors=[UserNotFound, TeamFull, LastAdmin],
    )
    def post(self, request: Request, team_id: UUID) -> Response:
        actor = require_user(request.user)
        team = teams.get_visible_team(actor, team_id)
        member = validate_body(request, MemberBody).arguments()
        teams.add_member(team, member["user"], role=member["role"], actor=actor)
        return Response(TeamSerializer.represent_one(get_team(actor, team_id), actor))


class MemberView(APIView):
    """`/teams/{id}/members/{user}`."""

    @operation("removeTeamMember", "Remove a member from a team, or leave it", errors=[LastAdmin])
    def delete(self, request: Request, team_id: UUID, user_id: UUID) -> Response:
        actor = require_user(request.user)
        teams.remove_member(teams.get_visible_team(actor, team_id), user_id, actor=actor)
        return Response(status=204)
