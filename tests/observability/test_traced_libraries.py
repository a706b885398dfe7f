"""Spans of traced libraries: what they export, and what they leave out."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.observability.collector import collecting

PROJECT = Path(__file__).resolve().parents[2]
LIBRARIES = {"psycopg", "redis", "httpx", "httpx2", "botocore"}


class _Anything(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_PUT = do_GET  # noqa: N815 - the base class looks for this name

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the base class's
        """Log nothing."""


@pytest.fixture
def address() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), _Anything) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.mark.full
def test_every_library_is_traced_without_its_arguments(process_environment, address):
    # proves: S3-59
    with collecting() as collector:
        subprocess.run(
            [sys.executable, "-m", "tests.observability.traced_program", address],
            cwd=PROJECT,
            env={
                **process_environment,
                "OTEL_EXPORTER_OTLP_ENDPOINT": collector.url,
                "NO_PROXY": "127.0.0.1",
                "no_proxy": "127.0.0.1",
            },
            check=True,
            timeout=90,
        )
        spans = collector.wait_for(lambda spans: any(span.name == "everything" for span in spans))
    (top,) = [span for span in spans if span.name == "everything"]
    below = [span for span in spans if span is not top]
    assert {span.trace for span in below} == {top.trace}
    assert {span.library.rpartition(".")[2] for span in below} >= LIBRARIES - {"httpx2"}
    assert len([span for span in below if "http.url" in span.facts or "url.full" in span.facts]) >= 2
    assert [span.name for span in below if span.is_failed], "the query that failed"
    assert not any(b"canary" in raw for raw in collector.raw)


@pytest.mark.parametrize("name", ["http.url", "url.full", "http.target", "url.path"])
def test_spans_contain_no_link_and_no_query(name):
    from opentelemetry.sdk.trace import ReadableSpan

    from config.telemetry import _redacted

    span = _redacted(ReadableSpan("GET", attributes={name: "https://host/s/SeCrEt-0123456789?a=b"}))
    assert span.attributes[name] == "https://host/s/…"
