"""Handlers of Django's own errors (unknown URLs, refused hosts, CSRF, bugs): JSON for programs, a page for people."""

import re
import sys
from collections.abc import Callable
from functools import wraps
from http import HTTPStatus

from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.csrf import csrf_exempt

from core.api.errors import INTERNAL, RETRY_AFTER, ErrorResponse
from core.api.rest.exceptions import dependency_response_of, error_response_of
from core.api.security_headers import nonce_of
from core.errors import MalformedRequest, NotAllowed, NotFound
from core.observability import request_id

_JSON = "application/json"
_SCIM = "application/scim+json"
_API_PATH = re.compile(r"/(api|graphql|health|mcp|metrics|scim)(/|$)")
_NOT_FOUND = "There is nothing at this URL."
_MALFORMED = ErrorResponse.of(MalformedRequest())
# Responses of Django and its middleware that have no body of ours.
_BY_STATUS = {
    400: (_MALFORMED.code, _MALFORMED.message),
    403: ("not_allowed", "This is not allowed."),
    404: ("not_found", _NOT_FOUND),
    405: ("method_not_allowed", "This URL does not support the method."),
    412: ("precondition_failed", "The object has another version than the request names."),
}
_TITLES = {
    400: "Bad request",
    403: "This is not allowed",
    404: "Page not found",
    413: "The request is too large",
    500: "Something went wrong",
    503: "Not available right now",
    507: "No storage space left",
}


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Handle 400."""
    error = error_response_of(exception) if isinstance(exception, RequestDataTooBig) else None
    return respond(request, error or _MALFORMED)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Handle 403."""
    return respond(request, ErrorResponse.of(NotAllowed()))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Handle 404."""
    return respond(request, ErrorResponse.of(NotFound(_NOT_FOUND)))


@csrf_exempt
def unknown_url(request: HttpRequest) -> HttpResponse:
    """Respond to URLs below `/api` that do not exist; without a check of CSRF, which would hide that they do not."""
    return not_found(request, Http404())


def html_only(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Restrict a view to clients that accept HTML; programs that accept only JSON get 404."""

    @wraps(view)
    def wrapper(request: HttpRequest, **kwargs: str) -> HttpResponse:
        return unknown_url(request) if wants_json(request) else view(request, **kwargs)

    return wrapper


def server_error(request: HttpRequest) -> HttpResponse:
    """Handle exceptions outside of the API; Django logs them."""
    return respond(request, dependency_response_of(sys.exception()) or INTERNAL)


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Handle failed CSRF checks (`CSRF_FAILURE_VIEW`)."""
    message = "The form has expired. Reload the page and try again."
    return respond(request, ErrorResponse(status=403, code="csrf_failed", message=message))


def respond(request: HttpRequest, error: ErrorResponse) -> HttpResponse:
    """Return the error as JSON or as a page, whichever the client wants."""
    if wants_json(request):
        return error.to_response()
    # Without the request: the error may come from a context processor.
    page = render_to_string(
        "error.html",
        {
            "title": _TITLES.get(error.status, _TITLES[500]),
            "error": error,
            "request_id": request_id.current(),
            "nonce": nonce_of(request),
        },
    )
    return HttpResponse(page, status=error.status, headers=dict(error.headers))


def wants_json(request: HttpRequest) -> bool:
    """Check whether the client is a program, by the path it requests or the types it accepts."""
    if _API_PATH.match(request.path):
        return True
    return request.get_preferred_type(["text/html", _JSON]) == _JSON


class ErrorResponseMiddleware:
    """Replaces error responses of other parts of Django by ours; each 429, 503 and 507 says when to try again."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self._replaced(request, self.get_response(request))
        if response.status_code in RETRY_AFTER:
            response.headers.setdefault("Retry-After", str(RETRY_AFTER[response.status_code]))
        return response

    @staticmethod
    def _replaced(request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if (
            response.status_code < HTTPStatus.BAD_REQUEST
            or not wants_json(request)
            or response.headers.get("Content-Type") in (_JSON, _SCIM)
        ):
            return response
        code, message = _BY_STATUS.get(response.status_code, (INTERNAL.code, INTERNAL.message))
        replaced = ErrorResponse(status=response.status_code, code=code, message=message).to_response()
        if "Allow" in response:
            replaced["Allow"] = response["Allow"]
        return replaced
