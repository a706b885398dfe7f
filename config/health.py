"""Liveness and readiness probes. Responses leak no details."""

import logging
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from functools import cache
from threading import Lock, Thread
from typing import Final

from botocore.exceptions import BotoCoreError, ClientError
from celery import current_app
from django.core.cache import cache as redis_cache
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import Error as DatabaseFault
from django.db import OperationalError, ProgrammingError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from kombu.exceptions import OperationalError as BrokerFault
from redis import RedisError

from core.api.errors import ErrorResponse
from core.db import schema
from core.errors import DependencyFault
from tasks.runtime.worker_monitor import beats

logger = logging.getLogger(__name__)

UNAVAILABLE = (DatabaseFault, RedisError, BrokerFault, OSError, BotoCoreError, ClientError, DependencyFault)
DEADLINE_SECONDS: Final = 1.5
_PROBE_FILE: Final = ".health"
_FRESH_SECONDS = 10


def _database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _schema() -> None:
    with suppress(OperationalError):  # the check of the database reports it
        check_schema()


@cache
def check_schema() -> None:
    """Raise if the database lacks migrations or tables of this version; once it has them, it is not asked again."""
    if problems := schema.problems(connection):
        raise ProgrammingError(" ".join(problems))


def _redis() -> None:
    redis_cache.get("health")


def _broker() -> None:
    """Open a connection of its own: those of the pool are for publishing, and may be broken without being noticed."""
    with current_app.connection_for_write() as broker:
        broker.ensure_connection(max_retries=1, interval_start=0, interval_step=0)


def _object_store() -> None:
    """Write a byte, because a full disk can still be read."""
    # The store chooses another name if a probe of another process is there.
    default_storage.delete(default_storage.save(_PROBE_FILE, ContentFile(b"1")))


CHECKS: Mapping[str, Callable[[], None]] = {
    "database": _database,
    "schema": _schema,
    "redis": _redis,
    "broker": _broker,
    "object_store": _object_store,
}


@never_cache
@require_safe
def live(_: HttpRequest) -> HttpResponse:
    """Respond if the process runs; nothing else is checked."""
    return JsonResponse({"status": "live"})


@never_cache
@require_safe
def ready(_: HttpRequest) -> HttpResponse:
    """Check everything that a request needs; respond with 503 and the names of failed checks.

    The number of workers is only information: without workers, requests are served and jobs wait.
    """
    failing = _probes.failing()
    if failing:
        message = f"Not available: {', '.join(failing)}."
        return ErrorResponse(status=503, code="not_ready", message=message, data={"failing": failing}).to_response()
    workers = sum(age < _FRESH_SECONDS and not is_stopping for _, _, age, is_stopping in beats())
    return JsonResponse({"status": "ready", "checks": dict.fromkeys(CHECKS, "ok"), "workers": workers})


class _Probes:
    """Runs the checks in threads of their own, because a service that hangs must not hang the probe.

    A check that has not ended yet is not started again, so that a service that hangs for hours holds one thread.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._running: dict[str, Future[bool]] = {}

    def failing(self) -> list[str]:
        """Return the names of the checks that fail, or do not end in time."""
        end = time.monotonic() + DEADLINE_SECONDS
        probes = {name: self._probe(name, check) for name, check in CHECKS.items()}
        return [name for name, probe in probes.items() if not _result(probe, end - time.monotonic())]

    def _probe(self, name: str, check: Callable[[], None]) -> Future[bool]:
        with self._lock:
            running = self._running.get(name)
            if running is None or running.done():
                running = self._running[name] = Future()
                # A daemon: it must not delay the end of the process either.
                Thread(target=_run, args=(running, name, check), name=f"health-{name}", daemon=True).start()
            return running


_probes = _Probes()


def _result(probe: Future[bool], seconds: float) -> bool:
    try:
        return probe.result(timeout=max(0.0, seconds))
    except TimeoutError:
        return False


def _run(probe: Future[bool], name: str, check: Callable[[], None]) -> None:
    try:
        probe.set_result(_works(name, check))
    except Exception:
        logger.exception("health.failed", extra={"check": name})
        probe.set_result(False)


def _works(name: str, check: Callable[[], None]) -> bool:
    try:
        check()
    except UNAVAILABLE:
        logger.warning("health.failed", exc_info=True, extra={"check": name})
        return False
    finally:
        connection.close()  # of this thread
    return True
