"""Django's own errors (unknown addresses, refused hosts, CSRF, bugs): the envelope for programs, a page for people."""

import re
from collections.abc import Callable
from functools import wraps
from http import HTTPStatus

from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string

from core import request_id
from core.api.envelope import INTERNAL, Failure
from core.api.rest import failure_of
from core.errors import NotAllowed, NotFound

_JSON = "application/json"
FOR_PROGRAMS = re.compile(r"/(api|graphql|health|metrics)(/|$)")
_PLAIN = {
    405: ("method_not_allowed", "This address does not answer to this method."),
    400: ("malformed_request", "The request is malformed."),
    403: ("not_allowed", "This is not allowed."),
    404: ("not_found", "There is nothing at this address."),
    412: ("precondition_failed", "This is not the version that the request names."),
}
_TITLES = {
    400: "This request cannot be understood",
    403: "This is not allowed",
    404: "There is nothing here",
    413: "This is too large",
    500: "Something went wrong",
}


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """`handler400`."""
    failure = failure_of(exception) if isinstance(exception, RequestDataTooBig) else None
    return answer(
        request, failure or Failure(status=400, code="malformed_request", message="The request is malformed.")
    )


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """`handler403`."""
    return answer(request, Failure.of(NotAllowed()))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """`handler404`."""
    return answer(request, Failure.of(NotFound("There is nothing at this address.")))


def unknown_address(request: HttpRequest) -> HttpResponse:
    """A view for what lies below an address of ours but is none."""
    return not_found(request, Http404())


def for_people(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Show a page to people only; programs that accept nothing but JSON hear that there is nothing."""

    @wraps(view)
    def shown(request: HttpRequest, **place: str) -> HttpResponse:
        return unknown_address(request) if wants_json(request) else view(request, **place)

    return shown


def server_error(request: HttpRequest) -> HttpResponse:
    """`handler500`; Django has logged the error already."""
    return answer(request, INTERNAL)


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """`CSRF_FAILURE_VIEW`."""
    message = "The form has expired. Load the page again and repeat what you did."
    return answer(request, Failure(status=403, code="csrf_failed", message=message))


def answer(request: HttpRequest, failure: Failure) -> HttpResponse:
    """Say it in the words of whoever asks."""
    if wants_json(request):
        return failure.response()
    # Without the request: a template's context processors may be what failed.
    page = render_to_string(
        "error.html",
        {"title": _TITLES.get(failure.status, _TITLES[500]), "failure": failure, "request_id": request_id.current()},
    )
    return HttpResponse(page, status=failure.status)


def wants_json(request: HttpRequest) -> bool:
    """Programs are known by the address they ask, or by what they accept."""
    if FOR_PROGRAMS.match(request.path):
        return True
    return request.get_preferred_type(["text/html", _JSON]) == _JSON


class EnvelopeMiddleware:
    """The last resort: an error that some part of Django answered in its own way gets the envelope."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if (
            response.status_code < HTTPStatus.BAD_REQUEST
            or not wants_json(request)
            or response.headers.get("Content-Type") == _JSON
        ):
            return response
        code, message = _PLAIN.get(response.status_code, (INTERNAL.code, INTERNAL.message))
        enveloped = Failure(status=response.status_code, code=code, message=message).response()
        if "Allow" in response:
            enveloped["Allow"] = response["Allow"]
        return enveloped
