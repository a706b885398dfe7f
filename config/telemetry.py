"""OpenTelemetry: spans leave this process by OTLP over gRPC. Imported only where an endpoint is set.

Work is traced where it is done: requests by `core.observation`, jobs by `tasks.queue` and `tasks.runner`, below the
trace context that the job's row carries. Celery's messages carry none: one may run other jobs than its own (ADR 0011).
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

from core.tracing import Kind

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
_ADDRESSES: Final = ("http.url", "url.full", "http.target", "url.query")
_QUERY: Final = re.compile(r"\?.*", re.DOTALL)
_W3C: Final = TraceContextTextMapPropagator()
_TOP: Final = trace.set_span_in_context(trace.INVALID_SPAN)


def start(role: str, *, endpoint: str, ratio: float) -> "Traces":
    """Trace this process from now on. After a fork, never before: the exporter has threads."""
    provider = TracerProvider(
        sampler=ParentBased(_Beginnings(ratio)),
        resource=Resource.create({"service.name": "cartulary", "service.namespace": role}),
    )
    provider.add_span_processor(BatchSpanProcessor(_Discreet(OTLPSpanExporter(endpoint=endpoint))))
    for instrumentor in _LIBRARIES:
        instrumentor().instrument(tracer_provider=provider)
    return Traces(provider)


class Traces:
    """`core.tracing.Tracer` by OpenTelemetry."""

    def __init__(self, provider: TracerProvider) -> None:
        self._provider = provider
        self._tracer = provider.get_tracer("cartulary")

    @contextmanager
    def span(self, name: str, kind: Kind, *, parent: str) -> Iterator["_Span"]:
        """Open a span; work that another process has asked for never belongs to what happens to be open here."""
        context = _W3C.extract({"traceparent": parent}, context=_TOP) if parent or kind is not Kind.PRODUCER else None
        with self._tracer.start_as_current_span(
            name, context=context, kind=_KINDS[kind], record_exception=False, set_status_on_exception=False
        ) as span:
            yield _Span(span)

    def present(self) -> "_Span":
        return _Span(trace.get_current_span())

    def traceparent(self) -> str:
        carrier: dict[str, str] = {}
        _W3C.inject(carrier)
        return carrier.get("traceparent", "")

    def trace_id(self) -> str:
        context = trace.get_current_span().get_span_context()
        return trace.format_trace_id(context.trace_id) if context.is_valid else ""

    def close(self, **_: object) -> None:
        """Send what is left; for the end of the process."""
        self._provider.shutdown()


class _Span:
    """`core.tracing.Span` by OpenTelemetry."""

    def __init__(self, span: trace.Span) -> None:
        self._span = span

    def name(self, name: str) -> None:
        self._span.update_name(name)

    def note(self, facts: Mapping[str, str | int]) -> None:
        self._span.set_attributes(facts)

    def fail(self, cause: str) -> None:
        self._span.set_attribute("error.type", cause)
        self._span.set_status(trace.StatusCode.ERROR)


class _Beginnings(Sampler):
    """A trace begins with a request or a job, not with a query that a process makes between them."""

    def __init__(self, ratio: float) -> None:
        self._ratio = TraceIdRatioBased(ratio)

    def should_sample(self, parent_context: Any, trace_id: int, *args: Any, **named: Any) -> SamplingResult:
        kind = args[1] if len(args) > 1 else named.get("kind")
        decided: Sampler = ALWAYS_OFF if kind not in _KINDS.values() else self._ratio
        return decided.should_sample(parent_context, trace_id, *args, **named)

    def get_description(self) -> str:
        return "Beginnings"


class _Discreet(SpanExporter):
    """Sends spans without the texts of errors and the queries of addresses: both may quote what nobody should read."""

    def __init__(self, exporter: SpanExporter) -> None:
        self._exporter = exporter

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        return self._exporter.export([_discreet(span) for span in spans])

    def shutdown(self) -> None:
        self._exporter.shutdown()

    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        return self._exporter.force_flush(timeout_millis)


def _discreet(span: ReadableSpan) -> ReadableSpan:
    attributes = dict(span.attributes or {})
    for name in _ADDRESSES:
        if name in attributes:
            attributes[name] = _QUERY.sub("", str(attributes[name]))
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
