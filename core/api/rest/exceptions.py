"""DRF's exception handler: every exception of a view becomes an `ErrorResponse`."""

import logging
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice

from django.core.exceptions import BadRequest, PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.http import Http404
from django.http.multipartparser import MultiPartParserError
from rest_framework import exceptions
from rest_framework.exceptions import ErrorDetail
from rest_framework.response import Response
from rest_framework.settings import api_settings
from rest_framework.views import set_rollback

from core.api.errors import ErrorResponse
from core.api.rest.unknown_names import ERRORS_NAMED, UNKNOWN_FIELD
from core.db.row_locks import as_not_found
from core.errors import DomainError, Invalid, MalformedRequest, NotAllowed, NotAuthenticated, NotFound
from core.infrastructure import as_dependency_fault

logger = logging.getLogger(__name__)

CODES: Mapping[type[exceptions.APIException], str] = {
    exceptions.ParseError: MalformedRequest.code,
    exceptions.AuthenticationFailed: "invalid_token",
    exceptions.NotAuthenticated: "not_authenticated",
    exceptions.PermissionDenied: "not_allowed",
    exceptions.NotFound: "not_found",
    exceptions.MethodNotAllowed: "method_not_allowed",
    exceptions.NotAcceptable: "not_acceptable",
    exceptions.UnsupportedMediaType: "unsupported_media_type",
    exceptions.Throttled: "throttled",
    exceptions.ValidationError: "invalid",
}
_CSRF = "CSRF Failed"
_CHALLENGE = {"WWW-Authenticate": 'Bearer realm="api"'}
_MESSAGE_LENGTH = 500  # some messages of the framework repeat the value


def handle_exception(error: Exception, context: Mapping[str, object]) -> Response | None:
    """Return the error response; unexpected errors go on to Django, which logs them and responds with 500."""
    response = error_response_of(error)
    if response is None:
        return None
    set_rollback()
    return Response(response.body(), status=response.status, headers=dict(response.headers))


def error_response_of(error: Exception) -> ErrorResponse | None:
    """Return the response for an exception of a view; `None` for those that clients must not see."""
    error = as_not_found(error) or error
    if isinstance(error, NotAuthenticated):  # raised by views that anonymous users may request
        return replace(ErrorResponse.of(error), headers=_CHALLENGE)
    if (unavailable := dependency_response_of(error)) is not None:
        return unavailable
    if isinstance(error, DomainError):
        return ErrorResponse.of(error)
    if isinstance(error, exceptions.ValidationError):
        return _of_validation(error)
    if isinstance(error, exceptions.APIException):
        return _of_framework(error)
    return _of_django(error)


def dependency_response_of(error: BaseException | None) -> ErrorResponse | None:
    """Return the response for something that the server depends on and that is not available, and log it."""
    fault = as_dependency_fault(error)
    if fault is None:
        return None
    # Of a fault that this application has raised itself, the place says nothing.
    origin = None if fault is error else error
    logger.warning("dependency.unavailable", exc_info=origin, extra={"code": fault.code, "reason": fault.message})
    return ErrorResponse.of(fault)


def _of_django(error: Exception) -> ErrorResponse | None:
    match error:
        case Http404():
            return ErrorResponse.of(NotFound())
        case PermissionDenied():
            return ErrorResponse.of(NotAllowed())
        case RequestDataTooBig():
            return ErrorResponse(status=413, code="request_too_large", message="The request is too large.")
        case SuspiciousOperation() | BadRequest() | MultiPartParserError():
            return ErrorResponse.of(MalformedRequest())
    return None


def _of_framework(error: exceptions.APIException) -> ErrorResponse:
    message = str(error.detail)
    code = next((code for kind, code in CODES.items() if isinstance(error, kind)), str(error.default_code))
    if message.startswith(_CSRF):
        code = "csrf_failed"
    if isinstance(error, exceptions.AuthenticationFailed) and isinstance(error.detail, ErrorDetail):
        if error.detail.code == error.default_code:
            message = "The token is invalid or has expired. Sign in again."
        else:
            code = str(error.detail.code)
    return ErrorResponse(status=error.status_code, code=code, message=message, headers=_headers(error))


def _headers(error: exceptions.APIException) -> dict[str, str]:
    headers = {}
    if challenge := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = challenge
    if wait := getattr(error, "wait", None):
        headers["Retry-After"] = str(int(wait))
    return headers


def _of_validation(error: exceptions.ValidationError) -> ErrorResponse:
    """Name the first field; `fields` contains the first ten."""
    found = dict(islice(_flatten(error.detail), ERRORS_NAMED))
    fields = {name: " ".join(messages)[:_MESSAGE_LENGTH] for name, messages in found.items()}
    name, message = next(iter(fields.items()), ("", "A value is missing or invalid."))
    first = next(iter(found.values()), [ErrorDetail("")])[0]
    code = UNKNOWN_FIELD if first.code == UNKNOWN_FIELD else "invalid"
    if not name:
        return ErrorResponse(status=400, code=code, message=message)
    return ErrorResponse(status=400, code=code, message=message, field=name, data={"fields": fields})


def as_invalid(error: exceptions.ValidationError) -> Invalid:
    """Return the error of a serializer for code that REST and GraphQL share."""
    response = _of_validation(error)
    return Invalid(response.message, field=response.field, **response.data)


def _flatten(detail: object, path: str = "") -> Iterator[tuple[str, list[ErrorDetail]]]:
    """Yield the messages of each field that has any, by its path: `files.0.size`."""
    prefix = f"{path}." if path else ""
    match detail:
        case ErrorDetail():
            yield path, [detail]
        case dict():
            for name, inner in detail.items():
                own = path if name == api_settings.NON_FIELD_ERRORS_KEY else f"{prefix}{name}"
                yield from _flatten(inner, own)
        case list():
            messages = [each for each in detail if isinstance(each, ErrorDetail)]
            if messages:
                yield path, messages
            for number, inner in enumerate(detail):
                if not isinstance(inner, ErrorDetail):
                    yield from _flatten(inner, f"{prefix}{number}")
