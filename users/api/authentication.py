"""Authentication of requests: bearer tokens, sessions, and share links beside either or alone."""

from dataclasses import replace
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from rest_framework import authentication, exceptions
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from core.access import Access, TokenScope, require_scope
from core.api import throttling
from core.api.rest.validation import django_request
from users.accounts import api_tokens
from users.accounts.errors import InvalidToken
from users.accounts.sessions import last_confirmation
from users.accounts.signed_tokens import SignedToken
from users.accounts.token_pairs import TokenPairs
from users.models import User
from users.sharing.links import hash_token, opened_links

LINK_HEADER: Final = "X-Share-Token"
_SCHEMES: Final = ("bearer", "token")


class TokenAuthentication(authentication.BaseAuthentication):
    """`Authorization: Bearer …`: an access token, which becomes `request.auth`, or an API token within its scopes.

    Scopes are checked here, before any view runs. A view names the scopes that it accepts in `token_scopes`; by default
    safe methods need `read` and the others `write`. Views for which it depends on the body (GraphQL) set `None` and
    call `core.access.require_scope` themselves.
    """

    def authenticate(self, request: Request) -> tuple[User, SignedToken | None] | None:
        scheme, *rest = request.META.get("HTTP_AUTHORIZATION", "").split() or [""]
        if scheme.lower() not in _SCHEMES:
            return None
        text, token = " ".join(rest), None
        try:
            if text.startswith(api_tokens.PREFIX):
                user = api_tokens.authenticate(text)
            else:
                user, token = TokenPairs().authenticate(text)
        except InvalidToken as error:
            throttling.check_address(django_request(request), "bad_token")
            raise exceptions.AuthenticationFailed(error.message, error.code) from None
        _require_scopes(request, user)
        return attach_share_links(user, request), token

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="api"'


class SessionAuthentication(authentication.SessionAuthentication):
    """The session of a browser, with the links that were opened in it."""

    def authenticate(self, request: Request) -> tuple[Any, None] | None:
        authenticated = super().authenticate(request)
        if authenticated is None:
            return None
        user: User = authenticated[0]
        user.confirmed = last_confirmation(django_request(request).session)
        return attach_share_links(user, request), None


class LinkHolder(AnonymousUser):
    """An anonymous user with share links."""

    def __init__(self, links: frozenset[str]) -> None:
        super().__init__()
        self.access = Access(links=links)


class LinkAuthentication(authentication.BaseAuthentication):
    """Share links without a user; the last of the authentication classes."""

    def authenticate(self, request: Request) -> tuple[LinkHolder, None] | None:
        links = _links_of(request)
        return (LinkHolder(links), None) if links else None


def attach_share_links(user: User, request: Request) -> User:
    """Add the share links of a request to its user."""
    user.access = replace(user.access, links=_links_of(request))
    return user


def _links_of(request: Request) -> frozenset[str]:
    plain = django_request(request)
    token = plain.headers.get(LINK_HEADER, "")
    return opened_links(plain.session) | ({hash_token(token)} if token else frozenset())


def _require_scopes(request: Request, user: User) -> None:
    view: Any = request.parser_context.get("view")
    default = (TokenScope.READ,) if request.method in SAFE_METHODS else (TokenScope.WRITE,)
    scopes = getattr(view, "token_scopes", default)
    if scopes is not None:
        require_scope(user, scopes)
