"""Liveness and readiness probes. Responses leak no details."""

import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from botocore.exceptions import BotoCoreError, ClientError
from django.core.cache import cache
from django.core.files.storage import default_storage
from django.db import Error as DatabaseFault
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis import RedisError

from core.api.errors import ErrorResponse
from tasks.runtime.worker_monitor import beats

logger = logging.getLogger(__name__)

UNAVAILABLE = (DatabaseFault, RedisError, OSError, BotoCoreError, ClientError)
_FRESH_SECONDS = 10


def _database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _redis() -> None:
    cache.get("health")


def _object_store() -> None:
    with suppress(NotImplementedError):  # the store is not a file system
        Path(default_storage.path("")).mkdir(parents=True, exist_ok=True)
        return
    default_storage.exists("health")


CHECKS: Mapping[str, Callable[[], None]] = {"database": _database, "redis": _redis, "object_store": _object_store}


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
    failing = [name for name, check in CHECKS.items() if not _works(name, check)]
    if failing:
        message = f"Not available: {', '.join(failing)}."
        return ErrorResponse(status=503, code="not_ready", message=message, data={"failing": failing}).to_response()
    workers = sum(age < _FRESH_SECONDS and not is_stopping for _, _, age, is_stopping in beats())
    return JsonResponse({"status": "ready", "checks": dict.fromkeys(CHECKS, "ok"), "workers": workers})


def _works(name: str, check: Callable[[], None]) -> bool:
    try:
        check()
    except UNAVAILABLE:
        logger.warning("health.failed", exc_info=True, extra={"check": name})
        return False
    return True
