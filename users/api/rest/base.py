"""Bases of the views of accounts."""

from typing import Final

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port
from rest_framework.permissions import SAFE_METHODS, AllowAny
from rest_framework.views import APIView

from users.accounts.emails import Site

_USUAL_PORTS: Final = {"http": "80", "https": "443"}


class UncachedView(APIView):
    """The base of views whose responses must not be stored by caches."""

    @property
    def default_response_headers(self) -> dict[str, str]:
        return {**super().default_response_headers, "Cache-Control": "no-store"}


class PublicView(UncachedView):
    """The base of views for users who are not signed in yet."""

    permission_classes = [AllowAny]

    @property
    def rate_class(self) -> str:
        """Reading is cheap, and the employees of an office share an address; the rest is limited more strictly."""
        return "read" if self.request.method in SAFE_METHODS else "account"


def site_of(request: HttpRequest) -> Site:
    """Return the origin of links while `PUBLIC_URL` is not set.

    The sender of a request chooses its `Host`: the name is used only if it is one of ALLOWED_HOSTS itself, not of its
    patterns, and the port is always the server's own.
    """
    name, _ = split_domain_port(request.get_host())
    if name not in settings.ALLOWED_HOSTS:
        exact = (host for host in settings.ALLOWED_HOSTS if host != "*" and not host.startswith("."))
        name = next(exact, request.META["SERVER_NAME"])
    port = str(request.META["SERVER_PORT"])
    is_usual = port == _USUAL_PORTS.get(request.scheme or "") or not port.isdigit()
    return Site(f"{request.scheme}://{name}" + ("" if is_usual else f":{port}"))
