"""Signing in: a session for the browser, tokens for programs."""

from typing import Any

from django.contrib.auth import authenticate, login, logout
from django.middleware.csrf import get_token
from rest_framework import permissions
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView
from rest_framework_simplejwt.exceptions import TokenError
from rest_framework_simplejwt.tokens import RefreshToken

from core.api.rest import django_request
from core.errors import InvalidCredentials, UserFault
from users.api.serializers import Credentials, RefreshRequest, person
from users.models import User


class InvalidToken(UserFault):
    """The token is not valid or has expired. Sign in again."""

    code = "invalid_token"
    http_status = 401


class _OpenView(APIView):
    """For those who are not signed in yet."""

    permission_classes = [permissions.AllowAny]


class SessionView(_OpenView):
    """`/auth/session`: look, sign in, sign out. Every answer leaves the CSRF cookie behind."""

    def get(self, request: Request) -> Response:
        get_token(django_request(request))
        user = request.user
        return _private({"user": person(user) if user.is_authenticated else None})

    def post(self, request: Request) -> Response:
        user = _identify(request)
        login(django_request(request), user)
        return _private({"user": person(user)})

    def delete(self, request: Request) -> Response:
        logout(django_request(request))
        return Response(status=204)


class LoginView(_OpenView):
    """`/auth/login`: an access and a refresh token."""

    # A stale token in the header must not keep anybody from signing in.
    authentication_classes = []

    def post(self, request: Request) -> Response:
        refresh = RefreshToken.for_user(_identify(request))
        return _private({"access": str(refresh.access_token), "refresh": str(refresh)})


class RefreshView(_OpenView):
    """`/auth/refresh`: a new access token, as long as the person may still sign in."""

    authentication_classes = []

    def post(self, request: Request) -> Response:
        sent = _checked(RefreshRequest(data=request.data))
        try:
            refresh = RefreshToken(sent["refresh"])  # type: ignore[arg-type]  # takes the encoded form; typed otherwise
        except TokenError:
            raise InvalidToken from None
        if not User.objects.filter(pk=refresh.get("user_id"), is_active=True).exists():
            raise InvalidToken
        return _private({"access": str(refresh.access_token)})


def _identify(request: Request) -> User:
    sent = _checked(Credentials(data=request.data))
    user = authenticate(django_request(request), username=sent["username"], password=sent["password"])
    if not isinstance(user, User):
        raise InvalidCredentials
    return user


def _checked(serializer: Any) -> dict[str, str]:
    serializer.is_valid(raise_exception=True)
    validated: dict[str, str] = serializer.validated_data
    return validated


def _private(body: dict[str, Any]) -> Response:
    return Response(body, headers={"Cache-Control": "no-store"})
