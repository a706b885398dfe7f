"""A request's id: taken from `X-Request-ID` when well formed, else made; returned, and carried into logs and jobs."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.http import HttpRequest, HttpResponse

from core.ids import uuid7

HEADER = "X-Request-ID"
_WELL_FORMED = re.compile(r"[A-Za-z0-9._-]{1,64}")
_current: ContextVar[str] = ContextVar("request_id", default="")


def current() -> str:
    """Give the id of the request (or of the request that caused the job) being served; empty outside one."""
    return _current.get()


def bind(value: str) -> None:
    """Make `value` the current id, as a worker does with the id that came with a job."""
    _current.set(value)


@contextmanager
def bound(value: str) -> Iterator[None]:
    """Make `value` the current id for a while."""
    before = current()
    bind(value)
    try:
        yield
    finally:
        bind(before)


def forget(**_: object) -> None:
    """Receive `request_finished`: what this thread does next has nothing to do with the request.

    The middleware would be too early: Django logs a refused request after it, and a stream is sent after it.
    """
    bind("")


class RequestIdMiddleware:
    """Outermost middleware, so that every answer carries the id."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        offered = request.headers.get(HEADER, "")
        bind(offered if _WELL_FORMED.fullmatch(offered) else uuid7().hex)
        response = self.get_response(request)
        response[HEADER] = current()
        return response
