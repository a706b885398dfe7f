"""API tokens. They cannot be used to manage tokens themselves."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar
from uuid import UUID

from django.db import transaction
from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.access import Actor, TokenScope, require_no_token, require_user
from core.api.openapi.operations import idempotent, operation
from core.api.rest.permissions import IsAuthenticated
from core.api.rest.serializers import EnumField, Resource, StrictSerializer
from core.api.rest.validation import validate_body
from core.api.rest.views import ListView, list_resources
from users.accounts import api_tokens
from users.accounts.errors import TooManyTokens
from users.api.idempotency import create_idempotent, created_response
from users.api.rest.base import UncachedView
from users.models import User
from users.secrets import ConfirmationNeeded


class TokenBody(StrictSerializer):
    """A new token: its name and its scopes."""

    name = serializers.CharField(max_length=100)
    scopes = serializers.ListField(child=EnumField(TokenScope), max_length=len(TokenScope))
    expires = serializers.DateTimeField(required=False, allow_null=True, help_text="If absent, as late as possible.")
    lifetime_days = serializers.IntegerField(required=False, min_value=1, help_text="In place of `expires`.")
    corpora = serializers.ListField(
        child=serializers.UUIDField(),
        required=False,
        max_length=api_tokens.MAX_LIMITS,
        help_text="Limit it to what is in these corpora.",
    )
    teams = serializers.ListField(
        child=serializers.UUIDField(),
        required=False,
        max_length=api_tokens.MAX_LIMITS,
        help_text="Limit it to what is shared with these teams.",
    )
    example = {"name": "Nightly upload", "scopes": ["read", "upload"], "lifetime_days": 90}


class ApiTokenSerializer(Resource):
    """An API token, without the token itself."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    scopes = serializers.ListField(child=EnumField(TokenScope))
    start = serializers.CharField(help_text="The first characters of the token.")
    created = serializers.DateTimeField()
    expires = serializers.DateTimeField(allow_null=True)
    is_expired = serializers.BooleanField()
    last_used = serializers.DateTimeField(allow_null=True, help_text="Accurate to the minute.")
    corpora = serializers.ListField(
        child=serializers.UUIDField(), help_text="It reaches only these corpora and what is in them."
    )
    teams = serializers.ListField(
        child=serializers.UUIDField(),
        help_text="It reaches only what is shared with these teams. If there are no corpora either, it is not limited.",
    )
    example: ClassVar[Mapping[str, Any]] = {
        "id": "01990c6e-5d2a-7b3c-8f4e-1a2b3c4d5e6f",
        "name": "Nightly upload",
        "scopes": ["read", "upload"],
        "start": "cty_9fQ2",
        "created": "2026-11-20T09:00:00Z",
        "expires": "2027-11-20T00:00:00Z",
        "is_expired": False,
        "last_used": None,
        "corpora": ["01990c6e-0e11-7c22-8d33-1f2e3d4c5b6a"],
        "teams": [],
    }


class CreatedTokenSerializer(ApiTokenSerializer):
    """A new token; `token` is shown only once."""

    token = serializers.CharField(allow_null=True, help_text="Null if the request was repeated.")
    example = {**ApiTokenSerializer.example, "token": "cty_9fQ2k3mX7bV1nR8tLw5yZ0aBcDeFgHiJkLmNoPq"}


def create_token(request: Request, owner: User, *, location: Callable[[UUID], str]) -> Response:
    """Create an API token of a user from the body of a request; return the response."""
    arguments = validate_body(request, TokenBody).arguments()
    texts: list[str] = []

    def make() -> UUID:
        row, text = api_tokens.create_token(owner=owner, actor=require_user(request.user), **arguments)
        texts.append(text)
        return row.pk

    with transaction.atomic():
        created = create_idempotent(request, make)
        row = api_tokens.get_token(owner, created.id)
    body = {**ApiTokenSerializer.represent_one(row), "token": texts[0] if texts else None}
    return created_response(created, body, location=location(row.pk))


class TokensView(UncachedView, ListView):
    """`/tokens`."""

    permission_classes = [IsAuthenticated]

    def get_queryset(self, actor: Actor, **arguments: Any) -> Any:
        require_no_token(actor)
        return api_tokens.tokens_of(require_user(actor))

    get = list_resources("listTokens", "List your API tokens, newest first", ApiTokenSerializer)

    @idempotent
    @operation(
        "createToken",
        "Create an API token",
        body=TokenBody,
        response={201: CreatedTokenSerializer},
        errors=[TooManyTokens, ConfirmationNeeded],
    )
    def post(self, request: Request) -> Response:
        """Return the token itself only once; a repeated request returns the rest."""
        require_no_token(request.user)
        return create_token(request, require_user(request.user), location=lambda key: reverse("token", args=[key]))


class TokenView(UncachedView):
    """`/tokens/{id}`."""

    @operation("revokeToken", "Revoke an API token")
    def delete(self, request: Request, token_id: UUID) -> Response:
        require_no_token(request.user)
        api_tokens.revoke_token(token_id, owner=require_user(request.user))
        return Response(status=204)
