"""Prometheus metrics of PostgreSQL, as far as the role of the application may see them."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from django.db import connection

from tasks import database
from tasks.metrics.gauges import gauge

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


def exposition() -> str:
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
        *_counter("transactions_total", "Transactions that ended.", "result", ended, "number"),
        *_counter("deadlocks_total", "Deadlocks.", "", [row], "deadlocks"),
        *_counter("temporary_bytes_total", "Written to disk by sorts and joins.", "", [row], "temp_bytes"),
        *_counter("blocks_read_total", "Blocks of tables and indexes.", "source", read, "blocks"),
    ]
    return "".join(f"{line}\n" for line in lines)


def _counter(name: str, meaning: str, labels: str, rows: Iterable[Mapping[str, Any]], value: str) -> Iterator[str]:
    return gauge(f"cartulary_database_{name}", meaning, labels, rows, value, sort="counter")
