"""A bucket that does not exist is not ready: S3 responds 404, as for a file that does not exist."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

_BODY = b"<?xml version='1.0'?><Error><Code>NoSuchBucket</Code><Message>It does not exist</Message></Error>"


class _NoSuchBucket(BaseHTTPRequestHandler):
    """Responds as S3 does; the server of the other tests creates missing buckets."""

    protocol_version = "HTTP/1.1"

    def do_PUT(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        body = b"" if self.command == "HEAD" else _BODY
        self.send_response(404)
        self.send_header("Content-Type", "application/xml")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_HEAD(self) -> None:
        self.do_PUT()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the base class's
        """Log nothing."""


@pytest.fixture
def url() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), _NoSuchBucket) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.mark.django_db
def test_a_missing_bucket_is_not_ready(anonymous_api, settings, url):
    # proves: S3-57
    options = {"bucket_name": "missing", "endpoint_url": url, "region_name": "us-east-1", "addressing_style": "path"}
    keys = {"access_key": "key", "secret_key": "secret"}
    store = {"BACKEND": "documents.storage.object_store.ObjectStore", "OPTIONS": options | keys}
    settings.STORAGES = settings.STORAGES | {"default": store}
    response = anonymous_api.get("/health/ready")
    assert (response.status_code, response.json()["error"]["failing"]) == (503, ["object_store"])
