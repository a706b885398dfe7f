"""Invitations by staff, and the preview that the invited user sees."""

from collections.abc import Mapping
from typing import Any, ClassVar
from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.access import Actor, require_user
from core.api.openapi.operations import operation
from core.api.rest.permissions import IsAuthenticated
from core.api.rest.serializers import Resource
from core.api.rest.validation import validate_body
from core.api.rest.views import ListView, list_resources
from users.accounts import registration
from users.accounts.errors import LinkUnusable
from users.accounts.models import Invitation
from users.api.idempotency import create
from users.api.rest.accounts import EmailBody, EmailTokenBody
from users.api.rest.base import PublicView, UncachedView, site_of


class InvitationPreviewSerializer(Resource):
    """An invitation, as the invited user sees it."""

    email = serializers.CharField()
    invited_by = serializers.CharField()
    expires = serializers.DateTimeField()
    example: ClassVar[Mapping[str, Any]] = {
        "email": "ada@example.org",
        "invited_by": "Charles Babbage",
        "expires": "2026-11-27T09:00:00Z",
    }

    @staticmethod
    def read_invited_by(invitation: Invitation) -> str:
        return invitation.invited_by.get_full_name()


class InvitationSerializer(InvitationPreviewSerializer):
    """An invitation by e-mail to create an account."""

    id = serializers.UUIDField()
    created = serializers.DateTimeField()
    accepted = serializers.DateTimeField(allow_null=True)
    example = {
        **InvitationPreviewSerializer.example,
        "id": "01990c6e-5d2a-7b3c-8f4e-1a2b3c4d5e6f",
        "created": "2026-11-20T09:00:00Z",
        "accepted": None,
    }


class InvitationsView(UncachedView, ListView):
    """`/auth/invitations`."""

    permission_classes = [IsAuthenticated]

    def get_queryset(self, actor: Actor, **arguments: Any) -> Any:
        return registration.invitations(actor=require_user(actor))

    def perform_create(self, actor: Any, **arguments: Any) -> UUID:
        invitation = registration.invite(arguments["email"], actor=actor, site=site_of(self.request))
        return invitation.pk

    get = list_resources("listInvitations", "List invitations, newest first", InvitationSerializer)
    post = create(
        "invite",
        "Invite a user",
        InvitationSerializer,
        EmailBody,
        find=lambda actor, key: registration.get_invitation(key, actor=require_user(actor)),
        route="invitation",
        description="Replaces an earlier invitation to the same address.",
    )


class InvitationView(UncachedView):
    """`/auth/invitations/{id}`."""

    @operation("withdrawInvitation", "Withdraw an invitation")
    def delete(self, request: Request, invitation_id: UUID) -> Response:
        registration.withdraw_invitation(invitation_id, actor=require_user(request.user))
        return Response(status=204)


class CheckInvitationView(PublicView):
    """`/auth/invitations/check`."""

    authentication_classes = []

    @operation(
        "checkInvitation",
        "Get the invitation of a link",
        body=EmailTokenBody,
        response=InvitationPreviewSerializer,
        errors=[LinkUnusable],
    )
    def post(self, request: Request) -> Response:
        invitation = registration.get_invitation_by_token(**validate_body(request, EmailTokenBody).arguments())
        return Response(InvitationPreviewSerializer.represent_one(invitation))
