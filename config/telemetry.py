"""OpenTelemetry: exports spans by OTLP over gRPC. Imported only if an endpoint is set.

Requests are traced by `core.observability.middleware`, jobs by `tasks.runtime` as children of the
traceparent in the job's row. Celery messages carry none: a worker may run other jobs than that of the message (ADR 11).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
from opentelemetry.instrumentation.botocore import BotocoreInstrumentor
from opentelemetry.instrumentation.httpx import HTTPX2ClientInstrumentor, HTTPXClientInstrumentor
from opentelemetry.instrumentation.psycopg import PsycopgInstrumentor
from opentelemetry.instrumentation.redis import RedisInstrumentor
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult
from opentelemetry.sdk.trace.sampling import ALWAYS_OFF, ParentBased, Sampler, SamplingResult, TraceIdRatioBased
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from core.observability.logs import without_secrets
from core.observability.tracing import Kind

_KINDS: Final = {
    Kind.SERVER: trace.SpanKind.SERVER,
    Kind.PRODUCER: trace.SpanKind.PRODUCER,
    Kind.CONSUMER: trace.SpanKind.CONSUMER,
}
_LIBRARIES: Final = (
    PsycopgInstrumentor,
    RedisInstrumentor,
    BotocoreInstrumentor,
    HTTPXClientInstrumentor,
    HTTPX2ClientInstrumentor,
)
_URL_ATTRIBUTES: Final = ("http.url", "url.full", "http.target", "url.path", "url.query")
_QUERY: Final = re.compile(r"\?.*", re.DOTALL)
_W3C: Final = TraceContextTextMapPropagator()
_TOP: Final = trace.set_span_in_context(trace.INVALID_SPAN)


def start(role: str, *, endpoint: str, ratio: float) -> "Traces":
    """Start tracing this process. Call after a fork, not before: the exporter has threads."""
    provider = TracerProvider(
        sampler=ParentBased(_RootSampler(ratio)),
        resource=Resource.create({"service.name": "cartulary", "service.namespace": role}),
    )
    provider.add_span_processor(BatchSpanProcessor(_RedactingExporter(OTLPSpanExporter(endpoint=endpoint))))
    for instrumentor in _LIBRARIES:
        instrumentor().instrument(tracer_provider=provider)
    return Traces(provider)


class Traces:
    """`core.observability.tracing.Tracer` by OpenTelemetry."""

    def __init__(self, provider: TracerProvider) -> None:
        self._provider = provider
        self._tracer = provider.get_tracer("cartulary")

    @contextmanager
    def span(self, name: str, kind: Kind, *, parent: str) -> Iterator["_Span"]:
        """Open a span; work for another process is never a child of the span that happens to be open here."""
        context = _W3C.extract({"traceparent": parent}, context=_TOP) if parent or kind is not Kind.PRODUCER else None
        with self._tracer.start_as_current_span(
            name, context=context, kind=_KINDS[kind], record_exception=False, set_status_on_exception=False
        ) as span:
            yield _Span(span)

    def current_span(self) -> "_Span":
        return _Span(trace.get_current_span())

    def traceparent(self) -> str:
        carrier: dict[str, str] = {}
        _W3C.inject(carrier)
        return carrier.get("traceparent", "")

    def trace_id(self) -> str:
        context = trace.get_current_span().get_span_context()
        return trace.format_trace_id(context.trace_id) if context.is_valid else ""

    def close(self, **_: object) -> None:
        """Flush and shut down, at the end of the process."""
        self._provider.shutdown()


class _Span:
    """`core.observability.tracing.Span` by OpenTelemetry."""

    def __init__(self, span: trace.Span) -> None:
        self._span = span

    def rename(self, name: str) -> None:
        self._span.update_name(name)

    def set_attributes(self, attributes: Mapping[str, str | int]) -> None:
        self._span.set_attributes(attributes)

    def fail(self, cause: str) -> None:
        self._span.set_attribute("error.type", cause)
        self._span.set_status(trace.StatusCode.ERROR)


class _RootSampler(Sampler):
    """Starts traces at requests and jobs, not at queries that a process makes between them."""

    def __init__(self, ratio: float) -> None:
        self._ratio = TraceIdRatioBased(ratio)

    def should_sample(self, parent_context: Any, trace_id: int, *args: Any, **named: Any) -> SamplingResult:
        kind = args[1] if len(args) > 1 else named.get("kind")
        decided: Sampler = ALWAYS_OFF if kind not in _KINDS.values() else self._ratio
        return decided.should_sample(parent_context, trace_id, *args, **named)

    def get_description(self) -> str:
        return "RootSampler"


class _RedactingExporter(SpanExporter):
    """Removes error texts, query strings and the tokens of share links from spans."""

    def __init__(self, exporter: SpanExporter) -> None:
        self._exporter = exporter

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        return self._exporter.export([_redacted(span) for span in spans])

    def shutdown(self) -> None:
        self._exporter.shutdown()

    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        return self._exporter.force_flush(timeout_millis)


def _redacted(span: ReadableSpan) -> ReadableSpan:
    attributes = dict(span.attributes or {})
    for name in _URL_ATTRIBUTES:
        if name in attributes:
            attributes[name] = without_secrets(_QUERY.sub("", str(attributes[name])))
    return ReadableSpan(
        name=span.name,
        context=span.context,
        parent=span.parent,
        resource=span.resource,
        attributes=attributes,
        kind=span.kind,
        status=trace.Status(span.status.status_code),
        start_time=span.start_time,
        end_time=span.end_time,
        instrumentation_scope=span.instrumentation_scope,
    )
