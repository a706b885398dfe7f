"""The headers that restrict what browsers do with a response, as far as Django does not send them itself."""

import secrets
from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

CSP: Final = "Content-Security-Policy"


def nonce_of(request: HttpRequest) -> str:
    """Return the nonce of the page that responds to the request; templates have it as `request.csp_nonce`."""
    nonce: str = getattr(request, "csp_nonce", "")
    return nonce


class SecurityHeadersMiddleware:
    """Adds a policy for content and permissions, and forbids to store responses that do not say how.

    Views that need another policy set it themselves.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.csp_nonce = secrets.token_urlsafe(16)  # type: ignore[attr-defined]  # as Django 6 does
        response = self.get_response(request)
        headers = response.headers
        headers.setdefault(CSP, _policy_of(request, response))
        headers.setdefault("Permissions-Policy", settings.PERMISSIONS_POLICY)
        headers.setdefault("Cache-Control", "private, no-cache" if "ETag" in headers else "private, no-store")
        return response


def _policy_of(request: HttpRequest, response: HttpResponse) -> str:
    if not response.headers.get("Content-Type", "").startswith("text/html"):
        return str(settings.CSP_DATA)
    app = request.resolver_match.app_name if request.resolver_match else ""
    policy: str = settings.CSP_BY_APP.get(app, settings.CSP_PAGE)
    return policy.format(nonce=nonce_of(request))
