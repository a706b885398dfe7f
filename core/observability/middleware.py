"""Tracing of requests, and the ids in their URL as log context."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from django.http import HttpRequest, HttpResponse

from core.observability import log_context, tracing
from core.observability.metrics import method_of, route_of

_LOGGED_KEYS: Final = {"document_id": "document", "job_id": "job", "corpus_id": "corpus"}


class TraceMiddleware:
    """Opens a span for each request. Inside `RequestIdMiddleware`, outside everything that may fail."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not tracing.is_on():
            return self.get_response(request)
        method = method_of(request)
        with tracing.span(method, tracing.Kind.SERVER, parent=request.headers.get("traceparent", "")) as span:
            log_context.bind(otelTraceID=tracing.trace_id())
            response = self.get_response(request)
            route, status = route_of(request.resolver_match), response.status_code
            span.rename(f"{method} {route}")
            span.set_attributes(
                {"http.request.method": method, "http.route": route, "http.response.status_code": status}
            )
            if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
                span.fail(str(status))
        return response

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: object, kwargs: dict[str, object]
    ) -> None:
        """Add the ids in the URL to the log context, until `log_context.clear`."""
        log_context.bind(**{_LOGGED_KEYS[name]: str(value) for name, value in kwargs.items() if name in _LOGGED_KEYS})
