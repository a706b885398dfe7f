"""HTTP exporter in the main process of a worker, with the metrics of all its processes (S3-54)."""

import hmac
import logging
import threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from celery import signals
from django.conf import settings
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.multiprocess import mark_process_dead

from core.observability import prometheus_multiprocess

logger = logging.getLogger(__name__)


class _Handler(BaseHTTPRequestHandler):
    timeout = 10  # seconds that a client may be silent

    def do_GET(self) -> None:
        """Respond to `/metrics`; requires the token if one is configured."""
        if self.path.partition("?")[0] != "/metrics":
            self._answer(HTTPStatus.NOT_FOUND)
        elif not _is_authorized(self.headers.get("Authorization", "")):
            self._answer(HTTPStatus.UNAUTHORIZED)
        else:
            self._answer(HTTPStatus.OK, _exposition())

    def _answer(self, status: HTTPStatus, text: str = "") -> None:
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", CONTENT_TYPE_PLAIN_0_0_4)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def version_string(self) -> str:
        return "cartulary"

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the base class calls it so
        """Do not log scrapes."""


def _is_authorized(header: str) -> bool:
    return not settings.METRICS_TOKEN or hmac.compare_digest(
        header.encode(), f"Bearer {settings.METRICS_TOKEN}".encode()
    )


def _exposition() -> str:
    folder = prometheus_multiprocess.folder()
    return prometheus_multiprocess.exposition(folder) if folder else ""


def serve(**_: object) -> None:
    """Receiver of `worker_ready`. A port in use does not prevent the worker from running."""
    host, port = settings.WORKER_METRICS_HOST, settings.WORKER_METRICS_PORT
    if not port:
        return
    try:
        server = ThreadingHTTPServer((host, port), _Handler)
    except OSError as error:
        logger.warning("metrics.port_unavailable", extra={"host": host, "port": port, "error": str(error)})
        return
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, name="metrics", daemon=True).start()


def close_files(*, pid: int, **_: object) -> None:
    """Receiver of `worker_process_shutdown`, in the child: its counters stay, its gauges are removed."""
    if folder := prometheus_multiprocess.folder():
        mark_process_dead(pid, path=str(folder))


signals.worker_ready.connect(serve)
signals.worker_process_shutdown.connect(close_files)
