"""What this process has counted, for Prometheus (S3-54). Labels take few values: templates, never addresses."""

import os
import threading
from collections.abc import Callable
from time import perf_counter
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.urls import ResolverMatch
from prometheus_client import REGISTRY, Counter, Histogram, disable_created_metrics, generate_latest

from core import meter_files

disable_created_metrics()

# Held whenever something is counted and while the process forks: no child inherits a lock that nobody gives back.
counting: Final = threading.Lock()
os.register_at_fork(before=counting.acquire, after_in_parent=counting.release, after_in_child=counting.release)

_requests: Final = Counter("http_requests", "Requests answered.", ["method", "route", "status_code"])
_durations: Final = Histogram(
    "http_request_duration_seconds",
    "From the request to the head of its answer.",
    ["method", "route"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)

_METHODS: Final = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
_REGULAR: Final = set("^$()?*+\\[")


def route_of(match: ResolverMatch | None) -> str:
    """Name an address by its template; one that nothing answers to has none."""
    if match is None:
        return "none"
    if _REGULAR & set(match.route):  # an address that is a regular expression goes by its name
        return match.url_name or "none"
    return f"/{match.route}"


def method_of(request: HttpRequest) -> str:
    """Give the method; those that clients invent are one."""
    return request.method if request.method in _METHODS else "OTHER"


def exposition() -> str:
    """Give everything that was counted here, or in the folder that this process shares, in Prometheus' text format."""
    folder = meter_files.folder()
    return meter_files.exposition(folder) if folder else generate_latest(REGISTRY).decode()


class MeterMiddleware:
    """Counts and times requests."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began = perf_counter()
        response = self.get_response(request)
        seconds = perf_counter() - began
        if not meter_files.may_count():
            return response
        place = {"method": method_of(request), "route": route_of(request.resolver_match)}
        with counting:
            _requests.labels(**place, status_code=response.status_code).inc()
            _durations.labels(**place).observe(seconds)
        return response
