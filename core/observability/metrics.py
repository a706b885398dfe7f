"""Prometheus metrics of HTTP requests (S3-54). Labels have few values: URL templates, never URLs."""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.urls import ResolverMatch
from prometheus_client import REGISTRY, Counter, Histogram, disable_created_metrics, generate_latest

from core.observability import prometheus_multiprocess

disable_created_metrics()

# Held while metrics are updated and while the process forks, so that no child inherits a locked mutex of the library.
counting: Final = threading.Lock()
os.register_at_fork(before=counting.acquire, after_in_parent=counting.release, after_in_child=counting.release)

_requests: Final = Counter("http_requests", "Requests served.", ["method", "route", "status_code"])
_durations: Final = Histogram(
    "http_request_duration_seconds",
    "From the request to the headers of the response.",
    ["method", "route"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)

_METHODS: Final = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
_REGEX_CHARACTERS: Final = set("^$()?*+\\[")


def route_of(match: ResolverMatch | None) -> str:
    """Return the URL template; "none" for unknown URLs."""
    if match is None:
        return "none"
    if _REGEX_CHARACTERS & set(match.route):  # a regular expression: use the name of the URL
        return match.url_name or "none"
    return f"/{match.route}"


def method_of(request: HttpRequest) -> str:
    """Return the method; all that HTTP does not define are one label."""
    return request.method if request.method in _METHODS else "OTHER"


def exposition() -> str:
    """Return the metrics of this process, or of all that share its folder, in the text format of Prometheus."""
    folder = prometheus_multiprocess.folder()
    return prometheus_multiprocess.exposition(folder) if folder else generate_latest(REGISTRY).decode()


@contextmanager
def observed(histogram: Histogram, **labels: str) -> Iterator[None]:
    """Observe the seconds of the block; the label `result` says whether it ended without an exception."""
    start, result = perf_counter(), "failed"
    try:
        yield
        result = "succeeded"
    finally:
        if prometheus_multiprocess.is_enabled():
            with counting:
                histogram.labels(**labels, result=result).observe(perf_counter() - start)


class MetricsMiddleware:
    """Counts and times requests."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        start = perf_counter()
        response = self.get_response(request)
        seconds = perf_counter() - start
        if not prometheus_multiprocess.is_enabled():
            return response
        labels = {"method": method_of(request), "route": route_of(request.resolver_match)}
        with counting:
            _requests.labels(**labels, status_code=response.status_code).inc()
            _durations.labels(**labels).observe(seconds)
        return response
