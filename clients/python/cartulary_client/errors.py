"""What can go wrong, as exceptions with the server's stable codes."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import httpx


class CartularyError(Exception):
    """Something went wrong; `code` is for programs, the text for people."""

    code = "error"


class Unreachable(CartularyError):
    """The server did not answer, however often it was asked."""

    code = "unreachable"


class TookTooLong(CartularyError):
    """What was waited for has not happened in the time given."""

    code = "took_too_long"


class Refused(CartularyError):
    """The server said no. `details` holds what it told besides: `document_id`, `limit`, `current` …"""

    def __init__(self, status: int, code: str, message: str, *, request_id: str = "", **details: Any) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.request_id = request_id
        self.details = details


class NotSignedIn(Refused):
    """Nobody is known, or no longer: log in."""


class NotAllowed(Refused):
    """You see it, and your role does not permit this."""


class NotFound(Refused):
    """It is not there, or not for you to see."""


class Conflict(Refused):
    """It does not fit what is there already."""


class EditConflict(Refused):
    """Somebody else was faster; `details["current"]` is what they left."""


class TooMany(Refused):
    """Too many requests, for longer than the client waits."""


class ServerFault(Refused):
    """The server failed."""


_BY_STATUS: Mapping[int, type[Refused]] = {
    HTTPStatus.UNAUTHORIZED: NotSignedIn,
    HTTPStatus.FORBIDDEN: NotAllowed,
    HTTPStatus.NOT_FOUND: NotFound,
    HTTPStatus.CONFLICT: Conflict,
    HTTPStatus.PRECONDITION_FAILED: EditConflict,
    HTTPStatus.TOO_MANY_REQUESTS: TooMany,
}


def refusal(answer: httpx.Response) -> Refused:
    """Read the envelope of an error; whatever stands between may have answered without one."""
    kind = ServerFault if answer.is_server_error else _BY_STATUS.get(answer.status_code, Refused)
    try:
        told = dict(answer.json()["error"])
    except (ValueError, KeyError, TypeError):
        told = {}
    code = str(told.pop("code", "") or "http_error")
    message = str(told.pop("message", "") or f"The server answered {answer.status_code} {answer.reason_phrase}.")
    request_id = str(told.pop("request_id", "") or answer.headers.get("X-Request-ID", ""))
    return kind(answer.status_code, code, message, request_id=request_id, **told)
