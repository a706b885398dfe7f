"""`Authorization: Bearer …` for programs: an access token, or an API token within its scopes."""

from typing import Any

from rest_framework import exceptions
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from core.access.scopes import TokenScope, require_scope
from core.api import throttling
from core.api.rest.validation import django_request
from users.accounts import api_tokens
from users.accounts.errors import InvalidToken
from users.accounts.signed_tokens import SignedToken
from users.accounts.token_pairs import TokenPairs
from users.api.share_links import carrying_links
from users.models import User

_WORDS = ("bearer", "token")


class TokenAuthentication(BaseAuthentication):
    """`request.auth` is the access token, if it was one.

    What a token of limited scopes may reach is decided here, before any view runs. A view names the scopes that open
    it with `token_scopes`; else safe methods need `read` and the others `write`. Views that look at what they are
    asked to do first (GraphQL) have none, and ask `core.scopes.require_scope` themselves.
    """

    def authenticate(self, request: Request) -> tuple[User, SignedToken | None] | None:
        word, *rest = request.META.get("HTTP_AUTHORIZATION", "").split() or [""]
        if word.lower() not in _WORDS:
            return None
        try:
            person, token = _identify(" ".join(rest))
        except InvalidToken:
            throttling.check_address(django_request(request), "bad_token")
            raise exceptions.AuthenticationFailed from None
        _require_scopes(request, person)
        return carrying_links(person, request), token

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="api"'


def _identify(text: str) -> tuple[User, SignedToken | None]:
    if text.startswith(api_tokens.PREFIX):
        return api_tokens.person_of(text), None
    return TokenPairs().person_of(text)


def _require_scopes(request: Request, person: User) -> None:
    view: Any = request.parser_context.get("view")
    default = (TokenScope.READ,) if request.method in SAFE_METHODS else (TokenScope.WRITE,)
    scopes = getattr(view, "token_scopes", default)
    if scopes is not None:
        require_scope(person, scopes)
