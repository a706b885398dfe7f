"""Service accounts of teams, and their API tokens; for the admins of the team."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db.models import Count, Max
from rest_framework import serializers

from core.access import Actor, require_user
from core.api.rest.permissions import IsAuthenticated
from core.api.rest.serializers import Resource, StrictSerializer
from core.api.rest.views import ListView, ObjectView, destroy, list_resources, retrieve, update
from core.db.rows import get_row
from users.accounts import api_tokens
from users.accounts.errors import TooManyTokens
from users.accounts.models import ApiToken
from users.api.idempotency import create
from users.api.rest.base import UncachedView
from users.api.rest.tokens import (
    ONCE,
    ApiTokenSerializer,
    CreatedTokenSerializer,
    TokenBody,
    create_token,
    revoke_token,
)
from users.models import User
from users.secrets import ConfirmationNeeded
from users.sharing import service_accounts
from users.sharing.errors import TeamFull, TooManyServiceAccounts
from users.sharing.teams import get_visible_team


def _load_tokens(rows: Sequence[User], _: Actor) -> Mapping[UUID, dict[str, Any]]:
    found = ApiToken.objects.filter(owner__in=rows).order_by().values("owner")
    return {
        row["owner"]: {"count": row["count"], "last_used": row["last_used"]}
        for row in found.annotate(count=Count("pk"), last_used=Max("last_used"))
    }


class TokenSummarySerializer(StrictSerializer):
    """The API tokens of a service account."""

    count = serializers.IntegerField()
    last_used = serializers.DateTimeField(allow_null=True, help_text="Of any of them; accurate to the minute.")


class ServiceAccountSerializer(Resource):
    """A program of a team. It is a member of the team, and acts only through its API tokens."""

    id = serializers.UUIDField()
    username = serializers.CharField(help_text="Made up from the name.")
    name = serializers.CharField()
    team = serializers.UUIDField(source="service_team_id")
    is_active = serializers.BooleanField(help_text="Its tokens cannot be used while this is false.")
    created = serializers.DateTimeField(source="date_joined")
    tokens = TokenSummarySerializer()
    version = serializers.CharField(help_text="The version of what can be changed; also the `ETag`.")
    example = {
        "id": "01990c6e-0c11-7c22-8d33-1f2e3d4c5b6a",
        "username": "nightly-import-5f2c81aa",
        "name": "Nightly import",
        "team": "01990c6e-0d11-7c22-8d33-1f2e3d4c5b6a",
        "is_active": True,
        "created": "2026-11-20T08:30:00.000000Z",
        "tokens": {"count": 1, "last_used": None},
        "version": "0cc175b9c0f1b6a8",
    }

    loaders = {"tokens": _load_tokens}
    defaults = {"tokens": {"count": 0, "last_used": None}}
    read_version = staticmethod(service_accounts.version_of)


class ServiceAccountBody(StrictSerializer):
    """A new service account."""

    name = serializers.CharField(max_length=service_accounts.MAX_NAME_LENGTH)
    example = {"name": "Nightly import"}


class ServiceAccountChange(StrictSerializer):
    """Changes of a service account."""

    name = serializers.CharField(required=False, max_length=service_accounts.MAX_NAME_LENGTH)
    is_active = serializers.BooleanField(required=False)
    example = {"is_active": False}


class ServiceAccountsView(ListView):
    """`/teams/{id}/service-accounts`."""

    permission_classes = [IsAuthenticated]

    get = list_resources(
        "listServiceAccounts", "List the service accounts of a team, newest first", ServiceAccountSerializer
    )
    post = create(
        "createServiceAccount",
        "Create a service account of a team",
        ServiceAccountSerializer,
        ServiceAccountBody,
        find=service_accounts.get_account,  # type: ignore[arg-type]  # the view requires a user
        route="service-account",
        errors=[TooManyServiceAccounts, TeamFull],
    )

    def get_queryset(self, actor: Actor, *, team_id: UUID) -> Any:
        user = require_user(actor)
        return service_accounts.accounts_of(get_visible_team(user, team_id), actor=user)

    def perform_create(self, actor: Any, *, team_id: UUID, name: str) -> UUID:
        return service_accounts.create_account(get_visible_team(actor, team_id), name, actor=actor).pk


class ServiceAccountView(ObjectView):
    """`/service-accounts/{id}`."""

    permission_classes = [IsAuthenticated]

    get = retrieve("getServiceAccount", "Get a service account", ServiceAccountSerializer)
    patch = update(
        "updateServiceAccount",
        "Rename, disable or enable a service account",
        ServiceAccountSerializer,
        ServiceAccountChange,
        service_accounts.change_account,
    )
    delete = destroy(
        "deleteServiceAccount",
        "Delete a service account and its API tokens",
        service_accounts.delete_account,
        description="What it owns becomes yours, and is shared with the team.",
    )

    def get_object(self, actor: Actor, *, service_account_id: UUID) -> User:
        return service_accounts.get_account(require_user(actor), service_account_id)


def _find_token(actor: Any, key: UUID) -> ApiToken:
    """Return an API token of a service account that the actor manages."""
    token = get_row(ApiToken.objects.select_related("owner"), pk=key)
    service_accounts.get_account(actor, token.owner_id)
    return token


class AccountTokensView(UncachedView, ListView):
    """`/service-accounts/{id}/tokens`."""

    permission_classes = [IsAuthenticated]

    get = list_resources(
        "listServiceAccountTokens", "List the API tokens of a service account, newest first", ApiTokenSerializer
    )
    post = create(
        "createServiceAccountToken",
        "Create an API token of a service account",
        CreatedTokenSerializer,
        TokenBody,
        find=_find_token,
        route="service-account-token",
        is_nested=True,
        description=ONCE,
        errors=[TooManyTokens, ConfirmationNeeded],
    )

    def get_queryset(self, actor: Actor, *, service_account_id: UUID) -> Any:
        return api_tokens.tokens_of(service_accounts.get_account(require_user(actor), service_account_id))

    def perform_create(self, actor: Any, *, service_account_id: UUID, **arguments: Any) -> ApiToken:
        account = service_accounts.get_account(actor, service_account_id)
        return create_token(account, actor=actor, **arguments)


class AccountTokenView(UncachedView, ObjectView):
    """`/service-accounts/{id}/tokens/{token}`."""

    permission_classes = [IsAuthenticated]

    delete = destroy("revokeServiceAccountToken", "Revoke an API token of a service account", revoke_token)

    def get_object(self, actor: Actor, *, service_account_id: UUID, token_id: UUID) -> ApiToken:
        return api_tokens.get_token(service_accounts.get_account(require_user(actor), service_account_id), token_id)
