"""API tokens. They cannot be used to manage tokens themselves."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final
from uuid import UUID

from rest_framework import serializers

from core.access import Actor, TokenScope, require_user
from core.api.rest.list_query import KeysField
from core.api.rest.permissions import HasNoToken
from core.api.rest.serializers import EnumField, Resource, StrictSerializer
from core.api.rest.views import ListView, ObjectView, destroy, list_resources
from users.accounts import api_tokens
from users.accounts.errors import TooManyTokens
from users.accounts.models import ApiToken
from users.api.idempotency import create
from users.api.rest.base import UncachedView
from users.models import User
from users.secrets import ConfirmationNeeded

ONCE: Final = "The token itself is returned only once; a repeated request returns the rest."


class TokenBody(StrictSerializer):
    """A new token: its name and its scopes."""

    name = serializers.CharField(max_length=100)
    scopes = serializers.ListField(child=EnumField(TokenScope), max_length=len(TokenScope))
    expires = serializers.DateTimeField(required=False, allow_null=True, help_text="If absent, as late as possible.")
    lifetime_days = serializers.IntegerField(required=False, min_value=1, help_text="In place of `expires`.")
    corpora = KeysField("Corpus", most=api_tokens.MAX_LIMITS, help_text="Limit it to what is in these corpora.")
    teams = KeysField("Team", most=api_tokens.MAX_LIMITS, help_text="Limit it to what is shared with these teams.")
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


def create_token(owner: User, *, actor: User, **arguments: Any) -> ApiToken:
    """Create an API token of a user; it has the token itself."""
    row, text = api_tokens.create_token(owner=owner, actor=actor, **arguments)
    row.token = text
    return row


def revoke_token(token: ApiToken, *, actor: User) -> None:  # may revoke it: has found it
    api_tokens.revoke_token(token.pk, owner=token.owner)


class TokensView(UncachedView, ListView):
    """`/tokens`."""

    permission_classes = [HasNoToken]

    get = list_resources("listTokens", "List your API tokens, newest first", ApiTokenSerializer)
    post = create(
        "createToken",
        "Create an API token",
        CreatedTokenSerializer,
        TokenBody,
        find=api_tokens.get_token,  # type: ignore[arg-type]  # the view requires a user
        route="token",
        description=ONCE,
        errors=[TooManyTokens, ConfirmationNeeded],
    )

    def get_queryset(self, actor: Actor, **arguments: Any) -> Any:
        return api_tokens.tokens_of(require_user(actor))

    def perform_create(self, actor: Any, **arguments: Any) -> ApiToken:
        return create_token(actor, actor=actor, **arguments)


class TokenView(UncachedView, ObjectView):
    """`/tokens/{id}`."""

    permission_classes = [HasNoToken]

    delete = destroy("revokeToken", "Revoke an API token", revoke_token)

    def get_object(self, actor: Actor, *, token_id: UUID) -> ApiToken:
        return api_tokens.get_token(require_user(actor), token_id)
