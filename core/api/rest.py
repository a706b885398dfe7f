"""Django REST framework's door to the envelope: every exception of a view becomes a `Failure`."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.core.exceptions import BadRequest, PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import OperationalError
from django.http import Http404
from django.http.multipartparser import MultiPartParserError
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from core.api.envelope import BUSY, Failure
from core.api.requests import django_request
from core.errors import DependencyFault, DomainError, NotAllowed, NotAuthenticated, NotFound
from core.vanishing import gone_meanwhile

__all__ = ["CODES", "django_request", "error_response", "failure_of"]

logger = logging.getLogger(__name__)

CODES: Mapping[type[exceptions.APIException], str] = {
    exceptions.ParseError: "malformed_request",
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


def error_response(error: Exception, context: Mapping[str, object]) -> Response | None:
    """Answer with the envelope; unexpected errors go on to Django, which logs them and answers 500."""
    failure = failure_of(error)
    if failure is None:
        return None
    set_rollback()
    if isinstance(error, DependencyFault):
        logger.warning("dependency.unavailable", extra={"code": error.code, "reason": error.message})
    return Response(failure.body(), status=failure.status, headers=dict(failure.headers))


def failure_of(error: Exception) -> Failure | None:
    """Describe an exception that a view may raise; `None` when it is not meant for the client."""
    error = gone_meanwhile(error) or error
    if isinstance(error, NotAuthenticated):  # raised behind the door, where what is public might have been asked for
        return replace(Failure.of(error), headers=_CHALLENGE)
    if isinstance(error, DomainError):
        return Failure.of(error)
    if isinstance(error, exceptions.ValidationError):
        return _invalid(error)
    if isinstance(error, exceptions.APIException):
        return _of_framework(error)
    return _of_django(error)


def _of_django(error: Exception) -> Failure | None:
    match error:
        case Http404():
            return Failure.of(NotFound())
        case PermissionDenied():
            return Failure.of(NotAllowed())
        case RequestDataTooBig():
            return Failure(status=413, code="request_too_large", message="The request is too large.")
        case SuspiciousOperation() | BadRequest() | MultiPartParserError():
            return Failure(status=400, code="malformed_request", message="The request is malformed.")
        case OperationalError():  # away, every connection of the pool is in use, or given up for another's sake
            logger.error("database.unavailable", exc_info=error)
            return BUSY
    return None


def _of_framework(error: exceptions.APIException) -> Failure:
    message = str(error.detail)
    code = next((code for kind, code in CODES.items() if isinstance(error, kind)), str(error.default_code))
    if message.startswith(_CSRF):
        code = "csrf_failed"
    if isinstance(error, exceptions.AuthenticationFailed):
        message = "The token is not valid or has expired. Sign in again."
    return Failure(status=error.status_code, code=code, message=message, headers=_headers(error))


def _headers(error: exceptions.APIException) -> dict[str, str]:
    headers = {}
    if challenge := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = challenge
    if wait := getattr(error, "wait", None):
        headers["Retry-After"] = str(int(wait))
    return headers


def _invalid(error: exceptions.ValidationError) -> Failure:
    """Name the first field; all of them stand under `fields`."""
    detail = error.detail
    if not isinstance(detail, dict):
        return Failure(status=400, code="invalid", message=_sentence(detail))
    name, messages = next(iter(detail.items()))
    fields = {key: _sentence(value) for key, value in detail.items()}
    return Failure(status=400, code="invalid", message=_sentence(messages), field=name, data={"fields": fields})


def _sentence(messages: object) -> str:
    if isinstance(messages, Sequence) and not isinstance(messages, str):
        return " ".join(str(message) for message in messages)
    return str(messages)
