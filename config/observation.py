"""Starts what watches a process: traces in the web and in a worker's children, shared counts in workers."""

from importlib import import_module
from pathlib import Path

from django.conf import settings

from core import meter_files, tracing


def trace(role: str) -> None:
    """Begin to trace this process, if an installation wants that; else nothing is even imported."""
    if settings.OTEL_ENDPOINT:
        # The SDK costs half a second and some twenty megabytes.
        telemetry = import_module("config.telemetry")
        tracing.use(telemetry.start(role, endpoint=settings.OTEL_ENDPOINT, ratio=settings.OTEL_RATIO))


def trace_child(**_: object) -> None:
    """Receive `worker_process_init`, before the child opens its lines to the database."""
    trace("worker")


def end_child(**_: object) -> None:
    """Receive `worker_process_shutdown`: a child ends without running what waits for the end of a process."""
    tracing.close()


def share_counts_of_web() -> None:
    """Let the web processes of one server tell their counts together, if an installation has given them a folder."""
    if settings.METRICS_DIR:
        meter_files.share(Path(settings.METRICS_DIR))
