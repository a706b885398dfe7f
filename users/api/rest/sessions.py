"""Sign-in and sign-out: sessions of browsers, tokens of programs."""

from typing import Any, Final

from django.conf import settings
from django.contrib.auth import login, logout
from django.middleware.csrf import get_token
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.access import Actor, is_staff, require_user
from core.api.openapi.operations import operation
from core.api.rest.serializers import Resource, StrictSerializer
from core.api.rest.validation import django_request, validate_body
from core.api.throttling import address_of
from core.errors import InvalidCredentials
from users.accounts.authentication import authenticate_user
from users.accounts.errors import InvalidToken, SecondFactorNeeded, TokensUnavailable, TooManyAttempts, WrongCode
from users.accounts.signed_tokens import SignedToken
from users.accounts.token_pairs import TokenPairs, revoke_all_sessions
from users.api.rest.base import AccountView, PublicView
from users.api.rest.users import PasswordField, ProfileSerializer
from users.models import User

_TOKEN: Final = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ0eXBlIjoiYWNjZXNzIn0.c2lnbmF0dXJl"  # noqa: S105  # an example


class CredentialsBody(StrictSerializer):
    """A user name (or confirmed e-mail address) and a password."""

    username = serializers.CharField(max_length=254)
    password = PasswordField()
    code = serializers.CharField(
        max_length=64,
        required=False,
        help_text="Of the authenticator app, or a recovery code.",
    )
    example = {"username": "ada", "password": "correct horse"}


class RefreshBody(StrictSerializer):
    """A refresh token."""

    refresh = serializers.CharField(max_length=4096)
    example = {"refresh": _TOKEN}


class LogoutBody(StrictSerializer):
    """The refresh token to revoke, if there is one."""

    refresh = serializers.CharField(max_length=4096, required=False)
    example = {"refresh": _TOKEN}


class TokenPairSerializer(Resource):
    """An access token, valid for 15 minutes, and a refresh token, valid for 30 days and for one use."""

    access = serializers.CharField()
    refresh = serializers.CharField()
    example = {"access": _TOKEN, "refresh": _TOKEN}


class SessionSerializer(Resource):
    """The user of the session, null if no one is signed in, and settings that the UI shows."""

    user = ProfileSerializer(allow_null=True)
    bin_days = serializers.IntegerField(help_text="How long what was deleted can be restored.")
    token_days = serializers.IntegerField(help_text="The longest lifetime of an API token; 0: no limit.")
    flower_url = serializers.CharField(help_text="The URL of Flower, for administrators; else empty.")
    example = {"user": ProfileSerializer.example, "bin_days": 30, "token_days": 365, "flower_url": ""}

    @staticmethod
    def read_user(actor: Actor) -> dict[str, Any] | None:
        return ProfileSerializer.represent_one(actor) if actor.is_authenticated else None

    @staticmethod
    def read_bin_days(_actor: Actor) -> int:
        return int(settings.BIN_DAYS)

    @staticmethod
    def read_token_days(_actor: Actor) -> int:
        return int(settings.API_TOKEN_MAX_DAYS)

    @staticmethod
    def read_flower_url(actor: Actor) -> str:
        return str(settings.FLOWER_URL) if is_staff(actor) else ""


class SessionView(PublicView):
    """`/auth/session`."""

    @operation("getSession", "Get the signed-in user", response=SessionSerializer)
    def get(self, request: Request) -> Response:
        """Return the user, and set the CSRF cookie."""
        get_token(django_request(request))
        return Response(SessionSerializer.represent_one(request.user))

    @operation(
        "signIn",
        "Sign in with a browser",
        body=CredentialsBody,
        response=SessionSerializer,
        errors=[InvalidCredentials, TooManyAttempts, SecondFactorNeeded, WrongCode],
    )
    def post(self, request: Request) -> Response:
        user = _authenticate(request)
        login(django_request(request), user)
        return Response(SessionSerializer.represent_one(user))

    @operation("signOut", "Sign out of the browser")
    def delete(self, request: Request) -> Response:
        logout(django_request(request))
        return Response(status=204)


class LoginView(PublicView):
    """`/auth/login`."""

    authentication_classes = []  # an expired token in the header must not prevent signing in

    @operation(
        "login",
        "Sign in with a program",
        body=CredentialsBody,
        response=TokenPairSerializer,
        errors=[InvalidCredentials, TooManyAttempts, SecondFactorNeeded, WrongCode],
    )
    def post(self, request: Request) -> Response:
        return Response(TokenPairSerializer.represent_one(TokenPairs().issue(_authenticate(request))))


class RefreshView(PublicView):
    """`/auth/refresh`."""

    authentication_classes = []

    @operation(
        "refresh",
        "Exchange a refresh token for a new pair of tokens",
        body=RefreshBody,
        response=TokenPairSerializer,
        errors=[InvalidToken],
    )
    def post(self, request: Request) -> Response:
        """Return a new pair. The refresh token can be used once."""
        refresh = validate_body(request, RefreshBody).arguments()["refresh"]
        return Response(TokenPairSerializer.represent_one(TokenPairs().refresh(refresh)))


class LogoutView(AccountView):
    """`/auth/logout`."""

    @operation("logout", "Revoke the tokens of this sign-in", body=LogoutBody, errors=[InvalidToken, TokensUnavailable])
    def post(self, request: Request) -> Response:
        """Revoke the access token and the given refresh token, or end the session."""
        # Most clients send no body, but often a media type.
        has_body = request.META.get("CONTENT_LENGTH") not in {None, "", "0"}
        arguments = validate_body(request, LogoutBody).arguments() if has_body else {}
        TokenPairs().revoke(request.auth if isinstance(request.auth, SignedToken) else None, **arguments)
        logout(django_request(request))
        return Response(status=204)


class LogoutAllView(AccountView):
    """`/auth/logout-all`."""

    @operation("logoutAll", "Revoke all your sessions and tokens, on all devices")
    def post(self, request: Request) -> Response:
        """Revoke all but the API tokens, which stay valid."""
        revoke_all_sessions(require_user(request.user))
        logout(django_request(request))
        return Response(status=204)


def _authenticate(request: Request) -> User:
    credentials, plain = validate_body(request, CredentialsBody).arguments(), django_request(request)
    return authenticate_user(
        plain,
        name=credentials["username"],
        password=credentials["password"],
        code=credentials.get("code", ""),
        address=address_of(plain),
    )
