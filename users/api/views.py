"""Signing in and out: a session for the browser, tokens for programs."""

from collections.abc import Mapping
from typing import Any, Final

from django.contrib.auth import login, logout
from django.middleware.csrf import get_token
from rest_framework import permissions
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access.actors import require_user
from core.access.scopes import require_no_token
from core.api.openapi.operations import operation
from core.api.rest.validation import django_request
from core.api.throttling import address_of
from core.errors import InvalidCredentials
from users.accounts import signing_in
from users.accounts.errors import InvalidToken, TokensUnavailable, TooManyAttempts
from users.accounts.signed_tokens import SignedToken
from users.accounts.token_pairs import Pair, TokenPairs, end_everything
from users.api.shapes import (
    CredentialsShape,
    PairShape,
    RefreshShape,
    SessionShape,
    SignOutShape,
    checked,
    current_user,
)
from users.models import User

UNCACHED: Final = {"Cache-Control": "no-store"}


class OpenView(APIView):
    """For those who are not signed in yet."""

    permission_classes = [permissions.AllowAny]

    @property
    def rate_class(self) -> str:
        """Looking is cheap; whole offices come from one address in the morning."""
        return "read" if self.request.method in permissions.SAFE_METHODS else "account"


class SessionView(OpenView):
    """`/auth/session`: look, sign in, sign out. Every answer leaves the CSRF cookie behind."""

    @operation("getSession", "See who is signed in in this browser", response=SessionShape)
    def get(self, request: Request) -> Response:
        get_token(django_request(request))
        user = request.user
        return private({"user": current_user(user) if user.is_authenticated else None})

    @operation(
        "signIn",
        "Sign in with a browser",
        body=CredentialsShape,
        response=SessionShape,
        errors=[InvalidCredentials, TooManyAttempts],
    )
    def post(self, request: Request) -> Response:
        user = _identify(request)
        login(django_request(request), user)
        return private({"user": current_user(user)})

    @operation("signOut", "Sign out of the browser")
    def delete(self, request: Request) -> Response:
        logout(django_request(request))
        return Response(status=204)


class LoginView(OpenView):
    """`/auth/login`: an access and a refresh token."""

    # A stale token in the header must not keep anybody from signing in.
    authentication_classes = []

    @operation(
        "login",
        "Sign in with a program",
        body=CredentialsShape,
        response=PairShape,
        errors=[InvalidCredentials, TooManyAttempts],
    )
    def post(self, request: Request) -> Response:
        return private(_body(TokenPairs().begin(_identify(request))))


class RefreshView(OpenView):
    """`/auth/refresh`: the next pair of tokens; the refresh token that was sent is used up."""

    authentication_classes = []

    @operation(
        "refresh",
        "Exchange a refresh token for the next pair",
        body=RefreshShape,
        response=PairShape,
        errors=[InvalidToken],
    )
    def post(self, request: Request) -> Response:
        return private(_body(TokenPairs().refresh(checked(RefreshShape, request)["refresh"])))


class LogoutView(APIView):
    """`/auth/logout`: the access token of the request ends, and the refresh token that it names; or the session."""

    @operation("logout", "End the tokens of this sign-in", body=SignOutShape, errors=[InvalidToken, TokensUnavailable])
    def post(self, request: Request) -> Response:
        require_no_token(request.user)
        # Most come without a body, and then often with a media type that stands for nothing.
        has_body = request.META.get("CONTENT_LENGTH") not in {None, "", "0"}
        refresh = checked(SignOutShape, request).get("refresh", "") if has_body else ""
        access = request.auth if isinstance(request.auth, SignedToken) else None
        TokenPairs().end(access, refresh)
        logout(django_request(request))
        return Response(status=204)


class LogoutAllView(APIView):
    """`/auth/logout-all`: every session and every token of yours ends, wherever it is; API tokens stay."""

    @operation("logoutAll", "End all sessions and tokens of yours, wherever they are")
    def post(self, request: Request) -> Response:
        require_no_token(request.user)
        end_everything(require_user(request.user))
        logout(django_request(request))
        return Response(status=204)


def _identify(request: Request) -> User:
    sent = checked(CredentialsShape, request)
    plain = django_request(request)
    return signing_in.identify(plain, name=sent["username"], password=sent["password"], address=address_of(plain))


def _body(pair: Pair) -> dict[str, str]:
    return {"access": pair.access, "refresh": pair.refresh}


def private(body: dict[str, Any], status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Answer with what no cache may keep."""
    return Response(body, status=status, headers={**UNCACHED, **(headers or {})})
