"""Prometheus gauges of the runtime in text format, at a constant cost per scrape."""

from collections.abc import Iterator
from typing import Any, Final

from django.db import connection

from tasks import database

_LIVE: Final = """
select state, count(*) as jobs, extract(epoch from clock_timestamp() - min(since)) as oldest
from tasks_job where queued or (charged and inflight) or run_at is not null group by state order by state
"""
_DEAD_LETTERS: Final = """
select reason, count(*) as jobs from tasks_deadletter
where requeued_at is null and discarded_at is null group by reason order by reason
"""


def exposition() -> str:
    """Return all gauges; three queries."""
    live = database.select(connection, _LIVE)
    dead_letters = database.select(connection, _DEAD_LETTERS)
    slots = database.call(connection, "tasks_live_slots")
    lines = [
        *gauge("cartulary_jobs", "Jobs that have not ended.", "state", live, "jobs"),
        *gauge("cartulary_oldest_job_seconds", "Seconds since the oldest entered its state.", "state", live, "oldest"),
        *gauge("cartulary_dead_letters", "Open dead letters.", "reason", dead_letters, "jobs"),
        *gauge("cartulary_worker_slots", "Slots of living workers.", "", slots, "tasks_live_slots"),
    ]
    return "".join(f"{line}\n" for line in lines)


def gauge(name: str, meaning: str, label: str, rows: list[dict[str, Any]], value: str) -> Iterator[str]:
    """Yield the lines of one gauge: a value for each row, with the row's label if there is one."""
    yield f"# HELP {name} {meaning}"
    yield f"# TYPE {name} gauge"
    for row in rows:
        # The words are our own: no quote or backslash is ever in them.
        labels = f'{{{label}="{row[label]}"}}' if label else ""
        yield f"{name}{labels} {float(row[value]):g}"
