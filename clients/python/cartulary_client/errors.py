"""Exceptions of the client. `code` is the server's stable error code."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import httpx


class CartularyError(Exception):
    """Base of all errors. Programs check `code`; the text is for display."""

    code = "error"


class ServerUnreachable(CartularyError):
    """The server did not respond, also after retries."""

    code = "unreachable"


class WaitTimeout(CartularyError):
    """The awaited state was not reached in time."""

    code = "timeout"


class ApiError(CartularyError):
    """The server responded with an error. `details` holds its other fields: `document_id`, `limit`, `current` …"""

    def __init__(self, status: int, code: str, message: str, *, request_id: str = "", **details: Any) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.request_id = request_id
        self.details = details


class NotAuthenticated(ApiError):
    """401: not logged in, or the login or API token has expired or was revoked."""


class PermissionDenied(ApiError):
    """403: the object is visible, but your role does not permit this."""


class NotFound(ApiError):
    """404: the object does not exist or is not visible to you."""


class Conflict(ApiError):
    """409: the request conflicts with the current state, for example a document that exists already."""


class EditConflict(ApiError):
    """412: the object was changed meanwhile; `details["current"]` is its current version."""


class RateLimited(ApiError):
    """429: too many requests, for longer than the client retries."""


class ServerError(ApiError):
    """5xx: the server failed."""


_BY_STATUS: Mapping[int, type[ApiError]] = {
    HTTPStatus.UNAUTHORIZED: NotAuthenticated,
    HTTPStatus.FORBIDDEN: PermissionDenied,
    HTTPStatus.NOT_FOUND: NotFound,
    HTTPStatus.CONFLICT: Conflict,
    HTTPStatus.PRECONDITION_FAILED: EditConflict,
    HTTPStatus.TOO_MANY_REQUESTS: RateLimited,
}


def error_from_response(response: httpx.Response) -> ApiError:
    """Build the exception for an error response; a proxy's error page has no JSON and gets the code `http_error`."""
    kind = ServerError if response.is_server_error else _BY_STATUS.get(response.status_code, ApiError)
    try:
        details = dict(response.json()["error"])
    except (ValueError, KeyError, TypeError):
        details = {}
    code = str(details.pop("code", "") or "http_error")
    status = f"{response.status_code} {response.reason_phrase}"
    message = str(details.pop("message", "") or f"The server responded with {status}.")
    request_id = str(details.pop("request_id", "") or response.headers.get("X-Request-ID", ""))
    return kind(response.status_code, code, message, request_id=request_id, **details)
