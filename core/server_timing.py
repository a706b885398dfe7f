"""Tell in `Server-Timing` (W3C) how many SQL queries an answer took and how long they and the whole took."""

from collections.abc import Callable
from time import perf_counter
from typing import Any

from django.db import connection
from django.http import HttpRequest, HttpResponse


class ServerTimingMiddleware:
    """Shown by the browser's developer tools and read by the benchmarks."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        queries = _Counter()
        began = perf_counter()
        with connection.execute_wrapper(queries):
            response = self.get_response(request)
        total = 1000 * (perf_counter() - began)
        response["Server-Timing"] = (
            f'db;desc="{queries.count} queries";dur={1000 * queries.seconds:.1f}, total;dur={total:.1f}'
        )
        return response


class _Counter:
    def __init__(self) -> None:
        self.count = 0
        self.seconds = 0.0

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:  # noqa: FBT001  Django calls it so
        began = perf_counter()
        try:
            return execute(sql, params, many, context)
        finally:
            self.count += 1
            self.seconds += perf_counter() - began
