"""Bases of the views of accounts."""

from django.http import HttpRequest
from rest_framework.permissions import SAFE_METHODS, AllowAny
from rest_framework.views import APIView

from users.accounts.emails import Site


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
    """Return the origin of links in e-mails; Django has checked the host against ALLOWED_HOSTS."""
    return Site(f"{request.scheme}://{request.get_host()}")
