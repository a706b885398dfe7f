"""Teams in REST."""

from uuid import UUID

from django.db.models import Prefetch, QuerySet
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access.actors import require_user
from core.api.openapi.operations import idempotent, operation, versioned
from core.api.rest.etags import etag, expected_version, with_current_on_conflict
from core.api.rest.pagination import KeyCursorPagination
from core.api.rest.serializers import page_of
from users.api import sharing_shapes as shapes
from users.api.idempotency import create_idempotent, created_response
from users.api.sharing_bodies import team_body
from users.models import User
from users.sharing import teams
from users.sharing.errors import LastAdmin, TeamFull, UserNotFound
from users.sharing.models import Team, TeamMembership


class TeamsView(APIView):
    """`/teams`."""

    @operation("listTeams", "List the teams you are in", response=page_of(shapes.TeamShape))
    def get(self, request: Request) -> Response:
        reader = require_user(request.user)
        paginator = KeyCursorPagination()
        page = paginator.page_of(_shown(teams.teams_of(reader)), request)
        return Response(paginator.body([team_body(team, reader) for team in page]))

    @idempotent
    @versioned
    @operation("createTeam", "Make a team", body=shapes.TeamName, response={201: shapes.TeamShape})
    def post(self, request: Request) -> Response:
        actor = require_user(request.user)
        name = _name(request)
        made = create_idempotent(request, lambda: teams.create_team(name, actor=actor).pk)
        body = _body(actor, made.id)
        return created_response(
            made, body, location=reverse("team", args=[made.id]), headers=etag(str(body["version"]))
        )


class TeamView(APIView):
    """`/teams/{id}`."""

    @versioned
    @operation("getTeam", "Look at a team you are in", response=shapes.TeamShape)
    def get(self, request: Request, team_id: UUID) -> Response:
        return self._answer(require_user(request.user), team_id)

    @versioned
    @operation("updateTeam", "Give a team another name", body=shapes.TeamName, response=shapes.TeamShape)
    def patch(self, request: Request, team_id: UUID) -> Response:
        actor = require_user(request.user)
        team = teams.team_seen_by(actor, team_id)
        with with_current_on_conflict(lambda: _body(actor, team_id)):
            teams.rename_team(team, _name(request), actor=actor, expected=expected_version(request))
        return self._answer(actor, team_id)

    @operation("deleteTeam", "Delete a team, and what was shared with it")
    def delete(self, request: Request, team_id: UUID) -> Response:
        actor = require_user(request.user)
        teams.delete_team(teams.team_seen_by(actor, team_id), actor=actor)
        return Response(status=204)

    def _answer(self, reader: User, team_id: UUID) -> Response:
        body = _body(reader, team_id)
        return Response(body, headers=etag(str(body["version"])))


class MembersView(APIView):
    """`/teams/{id}/members`."""

    @operation(
        "addTeamMember",
        "Take a person into a team, or change what they are there",
        body=shapes.NewMember,
        response=shapes.TeamShape,
        errors=[UserNotFound, TeamFull, LastAdmin],
    )
    def post(self, request: Request, team_id: UUID) -> Response:
        actor = require_user(request.user)
        team = teams.team_seen_by(actor, team_id)
        fields = shapes.NewMember(data=request.data)
        fields.is_valid(raise_exception=True)
        sent = fields.validated_data
        teams.add_member(team, sent["user"], role=sent["role"], actor=actor)
        return Response(_body(actor, team_id))


class MemberView(APIView):
    """`/teams/{id}/members/{user}`."""

    @operation("removeTeamMember", "Take a person out of a team, or leave it", errors=[LastAdmin])
    def delete(self, request: Request, team_id: UUID, user_id: UUID) -> Response:
        actor = require_user(request.user)
        teams.remove_member(teams.team_seen_by(actor, team_id), user_id, actor=actor)
        return Response(status=204)


def _name(request: Request) -> str:
    fields = shapes.TeamName(data=request.data)
    fields.is_valid(raise_exception=True)
    name: str = fields.validated_data["name"]
    return name


def _shown(rows: "QuerySet[Team]") -> "QuerySet[Team]":
    return rows.prefetch_related(Prefetch("memberships", TeamMembership.objects.select_related("user")))


def _body(reader: User, key: UUID) -> dict[str, object]:
    teams.team_seen_by(reader, key)
    return team_body(_shown(Team.objects.filter(pk=key)).get(), reader)
