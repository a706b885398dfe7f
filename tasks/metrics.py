"""What Prometheus is told about the runtime: a few gauges, in its text format, at a constant cost per scrape."""

from collections.abc import Iterator
from typing import Any, Final

from django.db import connection

from tasks import sessions

_LIVE: Final = """
select state, count(*) as jobs, extract(epoch from clock_timestamp() - min(since)) as oldest
from tasks_job where queued or (charged and inflight) or run_at is not null group by state order by state
"""
_LETTERS: Final = """
select reason, count(*) as letters from tasks_deadletter
where requeued_at is null and discarded_at is null group by reason order by reason
"""


def exposition() -> str:
    """Give all gauges; three queries."""
    live = sessions.select(connection, _LIVE)
    letters = sessions.select(connection, _LETTERS)
    slots = sessions.call(connection, "tasks_live_slots")
    lines = [
        *gauge("cartulary_jobs", "Jobs that have not ended.", "state", live, "jobs"),
        *gauge("cartulary_oldest_job_seconds", "How long the oldest has stood in its state.", "state", live, "oldest"),
        *gauge("cartulary_dead_letters", "Jobs that failed for good and are open.", "reason", letters, "letters"),
        *gauge("cartulary_worker_slots", "Slots of the workers that live.", "", slots, "tasks_live_slots"),
    ]
    return "".join(f"{line}\n" for line in lines)


def gauge(name: str, meaning: str, label: str, rows: list[dict[str, Any]], value: str) -> Iterator[str]:
    """Give the lines of one gauge: a value for each row, named by the row's label where there is one."""
    yield f"# HELP {name} {meaning}"
    yield f"# TYPE {name} gauge"
    for row in rows:
        # The words are our own: no quote or backslash is ever in them.
        labels = f'{{{label}="{row[label]}"}}' if label else ""
        yield f"{name}{labels} {float(row[value]):g}"
