"""`Server-Timing` header (W3C): the number and duration of SQL queries, and the duration of the request."""

from collections.abc import Callable
from time import perf_counter
from typing import Any

from django.db import connection
from django.http import HttpRequest, HttpResponse


class ServerTimingMiddleware:
    """Adds the header; browsers show it, and the benchmarks read it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        queries = _QueryCounter()
        start = perf_counter()
        with connection.execute_wrapper(queries):
            response = self.get_response(request)
        total = 1000 * (perf_counter() - start)
        response["Server-Timing"] = (
            f'db;desc="{queries.count} queries";dur={1000 * queries.seconds:.1f}, total;dur={total:.1f}'
        )
        return response


class _QueryCounter:
    def __init__(self) -> None:
        self.count = 0
        self.seconds = 0.0

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:  # noqa: FBT001  # the signature of Django's wrappers
        start = perf_counter()
        try:
            return execute(sql, params, many, context)
        finally:
            self.count += 1
            self.seconds += perf_counter() - start
