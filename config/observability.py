"""Start tracing in web and worker processes, and shared metrics in workers."""

from importlib import import_module
from pathlib import Path

from django.conf import settings

from core.observability import prometheus_multiprocess, tracing


def trace(role: str) -> None:
    """Start tracing this process if an endpoint is configured; otherwise the SDK is not even imported."""
    if settings.OTEL_ENDPOINT:
        # Importing the SDK takes half a second and about 20 MB.
        telemetry = import_module("config.telemetry")
        tracing.use(telemetry.start(role, endpoint=settings.OTEL_ENDPOINT, ratio=settings.OTEL_RATIO))


def trace_child(**_: object) -> None:
    """Handle `worker_process_init`, before the child opens a connection to the database."""
    trace("worker")


def end_child(**_: object) -> None:
    """Handle `worker_process_shutdown`: children end without running `atexit` handlers."""
    tracing.close()


def share_web_metrics() -> None:
    """Share metrics between the web processes of a server, if a folder is configured."""
    if settings.METRICS_DIR:
        prometheus_multiprocess.share(Path(settings.METRICS_DIR))
