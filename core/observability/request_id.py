"""Request ids: taken from `X-Request-ID` if well-formed, else generated; returned, logged, and carried into jobs."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.http import HttpRequest, HttpResponse
from structlog.contextvars import bind_contextvars, get_contextvars

from core.db.ids import uuid7

HEADER = "X-Request-ID"
_FIELD = "request_id"
_WELL_FORMED = re.compile(r"[A-Za-z0-9._-]{1,64}")


def current() -> str:
    """Return the id of the request, or of the request that caused the job; empty outside of both."""
    return str(get_contextvars().get(_FIELD, ""))


def bind(value: str) -> None:
    """Set the current id, as a worker does with the id of a job."""
    bind_contextvars(**{_FIELD: value})


@contextmanager
def bound(value: str) -> Iterator[None]:
    """Set the current id within a `with` block."""
    before = current()
    bind(value)
    try:
        yield
    finally:
        bind(before)


class RequestIdMiddleware:
    """The outermost middleware of dynamic requests, so that every response has the id."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        header = request.headers.get(HEADER, "")
        bind(header if _WELL_FORMED.fullmatch(header) else uuid7().hex)
        response = self.get_response(request)
        response[HEADER] = current()
        return response
