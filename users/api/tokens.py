"""API tokens: list, make (shown once), revoke. A person does this, never a token."""

from typing import Any
from uuid import UUID

from django.db import transaction
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access.actors import require_user
from core.access.scopes import require_no_token
from core.api.openapi.operations import idempotent, operation
from core.api.rest.pagination import KeyCursorPagination
from core.api.rest.serializers import page_of
from users.accounts import api_tokens
from users.accounts.errors import TooManyTokens
from users.accounts.models import ApiToken
from users.api.idempotency import create_idempotent, created_response
from users.api.shapes import ApiTokenShape, MadeTokenShape, NewTokenShape, checked
from users.api.views import UNCACHED, private


class TokensView(APIView):
    """`/tokens`."""

    @operation("listTokens", "List your API tokens, newest first", response=page_of(ApiTokenShape))
    def get(self, request: Request) -> Response:
        require_no_token(request.user)
        paginator = KeyCursorPagination()
        rows = paginator.page_of(api_tokens.tokens_of(require_user(request.user)), request)
        return private(paginator.body([_token(row) for row in rows]))

    @idempotent
    @operation(
        "createToken", "Make an API token", body=NewTokenShape, response={201: MadeTokenShape}, errors=[TooManyTokens]
    )
    def post(self, request: Request) -> Response:
        """The token itself is told in this answer and never again: a repetition shows which one was made."""
        require_no_token(request.user)
        owner, wanted, told = require_user(request.user), checked(NewTokenShape, request), list[str]()

        def make() -> UUID:
            row, text = api_tokens.create_token(owner=owner, **wanted)
            told.append(text)
            return row.pk

        with transaction.atomic():
            made = create_idempotent(request, make)
            row = api_tokens.token_of(owner, made.id)
        body = {**_token(row), "token": told[0] if told else None}
        return created_response(made, body, location=reverse("token", args=[row.pk]), headers=UNCACHED)


class TokenView(APIView):
    """`/tokens/{id}`."""

    @operation("revokeToken", "Revoke an API token; it ends at once")
    def delete(self, request: Request, token_id: UUID) -> Response:
        require_no_token(request.user)
        api_tokens.revoke_token(token_id, owner=require_user(request.user))
        return Response(status=204)


def _token(row: ApiToken) -> dict[str, Any]:
    return {
        "id": row.pk,
        "name": row.name,
        "scopes": row.scopes,
        "start": row.start,
        "created": row.created,
        "expires": row.expires,
        "last_used": row.last_used,
    }
