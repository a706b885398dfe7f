"""`/metrics` and `/health/metrics` for Prometheus, with a bearer token; disabled without `METRICS_TOKEN`."""

import hmac
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from shutil import disk_usage
from typing import Any, Final

from django.conf import settings
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis import RedisError

from core.api.errors import ErrorResponse
from core.breakers import all_breakers
from core.errors import NotAuthenticated
from core.observability import metrics as http_metrics
from documents.services import backups, integrity
from tasks import database
from tasks.metrics import gauges
from tasks.metrics.gauges import gauge
from tasks.operations.monitoring import live_stages


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Return counters of this server and gauges of jobs, stored files and PostgreSQL, as Prometheus reads them."""
    if not settings.METRICS_TOKEN:
        raise Http404
    header = request.headers.get("Authorization", "")
    if not hmac.compare_digest(header.encode(), f"Bearer {settings.METRICS_TOKEN}".encode()):
        return ErrorResponse.of(NotAuthenticated()).to_response()
    parts = (
        http_metrics.exposition(),
        gauges.exposition(live_stages()),
        _stored_files(),
        _database_metrics(),
        _breaker_metrics(),
    )
    return HttpResponse("".join(parts), content_type="text/plain; version=0.0.4; charset=utf-8")


def _stored_files() -> str:
    damaged = [{"damage": word, "files": number} for word, number in integrity.count_damaged().items()]
    oldest = integrity.oldest_check()
    ages = [{"seconds": (timezone.now() - oldest).total_seconds()}] if oldest else []
    disk = disk_usage(_existing(settings.DATA_DIR))
    last = backups.last_created()
    backup_ages = [{"seconds": (timezone.now() - last).total_seconds()}] if last else []
    lines = [
        *gauge("cartulary_damaged_files", "Stored files that a check found damaged.", "damage", damaged, "files"),
        *gauge("cartulary_oldest_file_check_seconds", "Age of the oldest check.", "", ages, "seconds"),
        *gauge("cartulary_disk_bytes", "Size of the disk of DATA_DIR.", "", [{"bytes": disk.total}], "bytes"),
        *gauge("cartulary_free_disk_bytes", "What is free of it.", "", [{"bytes": disk.free}], "bytes"),
        *gauge("cartulary_last_backup_seconds", "Age of the last backup.", "", backup_ages, "seconds"),
    ]
    return "".join(f"{line}\n" for line in lines)


_STATES: Final = {"closed": 0, "open": 1, "half_open": 2}


def _breaker_metrics() -> str:
    """Return the states and counts of the circuit breakers (S4-18), which all processes share; none without Redis."""
    try:
        found = [each.snapshot() for each in all_breakers()]
    except RedisError:
        return ""
    states = [{"service": each.name, "state": _STATES[each.state]} for each in found]
    counts = [
        {
            "service": each.name,
            "succeeded": each.total_calls - each.failed_calls,
            "failed": each.failed_calls,
            "rejected": each.rejected_calls,
            "trips": each.trips,
        }
        for each in found
    ]
    calls = [
        {"service": row["service"], "result": result, "number": row[result]}
        for row in counts
        for result in ("succeeded", "failed", "rejected")
    ]
    changes = [
        {"service": each.name, "from_state": before, "to_state": after, "number": number}
        for each in found
        for (before, after), number in ((change.split(">"), number) for change, number in each.changes.items())
    ]
    name, counter = "circuit_breaker", partial(gauge, sort="counter")
    lines = [
        *gauge(f"{name}_state", "0 closed, 1 open, 2 half open.", "service", states, "state"),
        *counter(f"{name}_calls_total", "Calls by their result.", "service result", calls, "number"),
        *counter(f"{name}_failures_total", "Failed calls.", "service", counts, "failed"),
        *counter(f"{name}_rejected_total", "Calls that were not sent.", "service", counts, "rejected"),
        *counter(f"{name}_trips_total", "How often it opened.", "service", counts, "trips"),
        *counter(f"{name}_state_changes_total", "Changes.", "service from_state to_state", changes, "number"),
    ]
    return "".join(f"{line}\n" for line in lines)


def _existing(folder: Path) -> Path:
    """Return the folder, or the nearest one above it that exists."""
    return next(path for path in (folder, *folder.parents) if path.exists())


# Prometheus metrics of PostgreSQL, as far as the role of the application may see them.

# Longer statements of this application are rare: DATABASE_STATEMENT_SECONDS ends those of requests.
_SESSIONS: Final = """
select coalesce(state, 'unknown') as state, count(*) as sessions,
  count(*) filter (where wait_event_type = 'Lock') as blocked,
  count(*) filter (where state = 'active' and clock_timestamp() - query_start > interval '1 s') as slow,
  coalesce(extract(epoch from max(clock_timestamp() - xact_start)), 0) as longest
from pg_stat_activity
where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
group by 1 order by 1
"""
_DATABASE: Final = """
select xact_commit as committed, xact_rollback as rolled_back, deadlocks, temp_bytes, blks_hit, blks_read,
  pg_database_size(datid) as bytes, current_setting('max_connections')::int as max_connections
from pg_stat_database where datname = current_database()
"""


def _database_metrics() -> str:
    """Return connections, size, transactions and slow statements; two queries."""
    sessions = database.select(connection, _SESSIONS)
    (row,) = database.select(connection, _DATABASE)
    total = {name: sum(each[name] for each in sessions) for name in ("blocked", "slow")}
    longest = max((each["longest"] for each in sessions), default=0)
    ended = [{"result": result, "number": row[result]} for result in ("committed", "rolled_back")]
    read = [{"source": "memory", "blocks": row["blks_hit"]}, {"source": "disk", "blocks": row["blks_read"]}]
    lines = [
        *gauge("cartulary_database_connections", "Other connections.", "state", sessions, "sessions"),
        *gauge("cartulary_database_max_connections", "As the server allows.", "", [row], "max_connections"),
        *gauge("cartulary_database_blocked_connections", "Those that wait for a lock.", "", [total], "blocked"),
        *gauge("cartulary_database_slow_statements", "Running for longer than a second.", "", [total], "slow"),
        *gauge("cartulary_database_oldest_transaction_seconds", "Its age.", "", [{"age": longest}], "age"),
        *gauge("cartulary_database_bytes", "Size of the database.", "", [row], "bytes"),
        *_database_counter("transactions_total", "Transactions that ended.", "result", ended, "number"),
        *_database_counter("deadlocks_total", "Deadlocks.", "", [row], "deadlocks"),
        *_database_counter("temporary_bytes_total", "Written to disk by sorts and joins.", "", [row], "temp_bytes"),
        *_database_counter("blocks_read_total", "Blocks of tables and indexes.", "source", read, "blocks"),
    ]
    return "".join(f"{line}\n" for line in lines)


def _database_counter(
    name: str, meaning: str, labels: str, rows: Iterable[Mapping[str, Any]], value: str
) -> Iterator[str]:
    return gauge(f"cartulary_database_{name}", meaning, labels, rows, value, sort="counter")
