"""An OTLP collector in this process: a real gRPC server that keeps every span it is sent (T-12)."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import grpc
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceResponse
from opentelemetry.proto.collector.trace.v1.trace_service_pb2_grpc import (
    TraceServiceServicer,
    add_TraceServiceServicer_to_server,
)


@dataclass(frozen=True)
class Span:
    """One span as it came over the wire."""

    role: str
    name: str
    trace: str
    id: str
    parent: str
    library: str
    facts: dict[str, Any]
    is_failed: bool


@dataclass
class Collector(TraceServiceServicer):
    """The spans so far, and the raw requests."""

    url: str = ""
    spans: list[Span] = field(default_factory=list)
    raw: list[bytes] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def Export(self, request: Any, context: Any) -> ExportTraceServiceResponse:  # noqa: N802 - gRPC calls it so
        with self._lock:
            self.raw.append(request.SerializeToString())
            for resource in request.resource_spans:
                self.spans += _spans_of(resource)
        return ExportTraceServiceResponse()

    def wait_for(self, true: Callable[[list[Span]], object], *, seconds: float = 90.0) -> list[Span]:
        """Return the spans as soon as they satisfy the condition."""
        end = time.monotonic() + seconds
        while not true(self.spans):
            assert time.monotonic() < end, sorted({(span.role, span.name) for span in self.spans})
            time.sleep(0.05)
        return list(self.spans)


def _spans_of(resource: Any) -> list[Span]:
    role = next(pair.value.string_value for pair in resource.resource.attributes if pair.key == "service.namespace")
    return [
        Span(
            role=role,
            name=span.name,
            trace=span.trace_id.hex(),
            id=span.span_id.hex(),
            parent=span.parent_span_id.hex(),
            library=scope.scope.name,
            facts={pair.key: getattr(pair.value, pair.value.WhichOneof("value")) for pair in span.attributes},
            is_failed=span.status.code == 2,
        )
        for scope in resource.scope_spans
        for span in scope.spans
    ]


@contextmanager
def collecting() -> Iterator[Collector]:
    """Listen on loopback until the block ends."""
    collector = Collector()
    server = grpc.server(ThreadPoolExecutor(4))
    add_TraceServiceServicer_to_server(collector, server)
    collector.url = f"http://127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
    server.start()
    try:
        yield collector
    finally:
        server.stop(grace=1).wait()
