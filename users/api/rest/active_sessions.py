"""The sign-ins of the user, in REST."""

from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.access import require_user
from core.api.openapi.operations import operation
from core.api.rest.serializers import EnumField, Resource, StrictSerializer
from core.api.rest.validation import django_request
from users.accounts.active_sessions import SessionKind, end_session, list_sessions
from users.accounts.errors import TokensUnavailable
from users.accounts.signed_tokens import SignedToken
from users.api.rest.base import AccountView


class ActiveSessionSerializer(Resource):
    """A browser or program in which you are signed in."""

    id = serializers.UUIDField()
    kind = EnumField(SessionKind)
    created = serializers.DateTimeField(help_text="When you signed in.")
    last_used = serializers.DateTimeField(help_text="Accurate to the hour for browsers, to 15 minutes for programs.")
    expires = serializers.DateTimeField(help_text="When it ends unless it is used before.")
    address = serializers.IPAddressField(allow_null=True, help_text="The IP address of the sign-in.")
    user_agent = serializers.CharField(allow_blank=True)
    is_current = serializers.BooleanField(help_text="Whether this request belongs to it.")
    example = {
        "id": "01990c6e-7a2b-7c3d-8e4f-5a6b7c8d9e0f",
        "kind": "browser",
        "created": "2026-11-20T08:00:00Z",
        "last_used": "2026-11-21T09:00:00Z",
        "expires": "2026-12-05T09:00:00Z",
        "address": "192.0.2.17",
        "user_agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
        "is_current": True,
    }


class ActiveSessionsSerializer(StrictSerializer):
    """All of them, the current one first, then the latest used ones."""

    results = ActiveSessionSerializer(many=True)
    example = {"results": [ActiveSessionSerializer.example]}


class ActiveSessionsView(AccountView):
    """`/auth/sessions`."""

    @operation("listSessions", "List where you are signed in", response=ActiveSessionsSerializer)
    def get(self, request: Request) -> Response:
        token = request.auth if isinstance(request.auth, SignedToken) else None
        found = list_sessions(
            require_user(request.user),
            session_key=None if token else django_request(request).session.session_key,
            family=token.family if token else None,
        )
        return Response({"results": ActiveSessionSerializer.represent(found)})


class ActiveSessionView(AccountView):
    """`/auth/sessions/{id}`."""

    @operation("endSession", "Sign out of a browser or program", errors=[TokensUnavailable])
    def delete(self, request: Request, session_id: UUID) -> Response:
        end_session(require_user(request.user), session_id)
        return Response(status=204)
