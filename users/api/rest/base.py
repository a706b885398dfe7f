"""Bases of the views of accounts."""

from collections.abc import Mapping
from typing import ClassVar, Final

from django.conf import settings
from django.contrib.auth import SESSION_KEY, update_session_auth_hash
from django.http import HttpRequest
from django.http.request import split_domain_port
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.views import APIView

from core.api.rest.permissions import HasNoToken
from core.api.rest.validation import django_request
from users.accounts.emails import Site
from users.models import User

_USUAL_PORTS: Final = {"http": "80", "https": "443"}


class UncachedView(APIView):
    """The base of views whose responses must not be stored by caches."""

    @property
    def default_response_headers(self) -> dict[str, str]:
        return {**super().default_response_headers, "Cache-Control": "no-store"}


class AccountView(UncachedView):
    """The base of views on the user's own account, which no token may change."""

    permission_classes = [HasNoToken]


class PublicView(UncachedView):
    """The base of views for users who are not signed in yet."""

    permission_classes = [AllowAny]
    # Reading is cheap, and the employees of an office share an address; the rest is limited more strictly.
    rate_class: ClassVar[str | Mapping[str, str]] = dict.fromkeys(("POST", "PUT", "PATCH", "DELETE"), "account")


def keep_session(request: Request | HttpRequest | None, user: User) -> None:
    """Keep the session of a request while the others of its user end."""
    plain = django_request(request) if isinstance(request, Request) else request
    if plain is not None and plain.session.get(SESSION_KEY) == str(user.pk):
        update_session_auth_hash(plain, user)


def site_of(request: Request | HttpRequest | None) -> Site:
    """Return the origin of links while `PUBLIC_URL` is not set; without a request, it is empty.

    The sender of a request chooses its `Host`: the name is used only if it is one of ALLOWED_HOSTS itself, not of its
    patterns, and the port is always the server's own.
    """
    if request is None:
        return Site("")
    name, _ = split_domain_port(request.get_host())
    if name not in settings.ALLOWED_HOSTS:
        exact = (host for host in settings.ALLOWED_HOSTS if host != "*" and not host.startswith("."))
        name = next(exact, request.META["SERVER_NAME"])
    port = str(request.META["SERVER_PORT"])
    is_usual = port == _USUAL_PORTS.get(request.scheme or "") or not port.isdigit()
    return Site(f"{request.scheme}://{name}" + ("" if is_usual else f":{port}"))
