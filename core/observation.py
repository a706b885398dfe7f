"""A request's span, and what the lines of its log know: the trace, and the things that its address names."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from django.http import HttpRequest, HttpResponse

from core import log_facts, tracing
from core.meters import method_of, route_of

_NAMED: Final = {"document_id": "document", "job_id": "job", "corpus_id": "corpus"}


class TraceMiddleware:
    """Below the request's id and above everything that may fail."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not tracing.is_on():
            return self.get_response(request)
        method = method_of(request)
        with tracing.span(method, tracing.Kind.SERVER, parent=request.headers.get("traceparent", "")) as span:
            log_facts.bind(otelTraceID=tracing.trace_id())
            response = self.get_response(request)
            route, status = route_of(request.resolver_match), response.status_code
            span.name(f"{method} {route}")
            span.note({"http.request.method": method, "http.route": route, "http.response.status_code": status})
            if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
                span.fail(str(status))
        return response

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: object, kwargs: dict[str, object]
    ) -> None:
        """Bind what the address names; `core.log_facts.forget` ends it, after Django has logged a refused request."""
        log_facts.bind(**{_NAMED[name]: str(value) for name, value in kwargs.items() if name in _NAMED})
