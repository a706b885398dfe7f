"""API tokens: list, make (shown once), revoke. A person does this, never a token."""

from typing import Any
from uuid import UUID

from django.db import transaction
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.api.openapi.operations import operation
from core.api.openapi.shapes import page_of
from core.api.paging import KeyCursorPagination
from core.permissions import signed_in
from core.scopes import require_no_token
from users.accounts import api_tokens
from users.accounts.errors import TooManyTokens
from users.accounts.models import ApiToken
from users.api.shapes import ApiTokenShape, MadeTokenShape, NewTokenShape, checked
from users.api.views import private


class TokensView(APIView):
    """`/tokens`."""

    @operation("listTokens", "List your API tokens, newest first", answer=page_of(ApiTokenShape))
    def get(self, request: Request) -> Response:
        require_no_token(request.user)
        paginator = KeyCursorPagination()
        rows = paginator.page_of(api_tokens.tokens_of(signed_in(request.user)), request)
        return private(paginator.body([_token(row) for row in rows]))

    @operation(
        "createToken", "Make an API token", body=NewTokenShape, answer={201: MadeTokenShape}, errors=[TooManyTokens]
    )
    def post(self, request: Request) -> Response:
        """The token itself is told in this answer and never again; therefore nothing is kept to repeat it from."""
        require_no_token(request.user)
        with transaction.atomic():
            row, text = api_tokens.create_token(owner=signed_in(request.user), **checked(NewTokenShape, request))
        return private({**_token(row), "token": text}, status=201)


class TokenView(APIView):
    """`/tokens/{id}`."""

    @operation("revokeToken", "Revoke an API token; it ends at once")
    def delete(self, request: Request, token_id: UUID) -> Response:
        require_no_token(request.user)
        api_tokens.revoke_token(token_id, owner=signed_in(request.user))
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
