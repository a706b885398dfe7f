"""Prometheus counters of jobs (S3-54), incremented after the commit."""

from typing import Final

from prometheus_client import Counter, Histogram

from core.observability.metrics import counting
from core.observability.prometheus_multiprocess import is_enabled
from tasks.states import JobState, Reason

_created: Final = Counter("jobs_created", "Jobs that were requested.", ["result"])
_succeeded: Final = Counter("jobs_succeeded", "Jobs that succeeded.")
_failed: Final = Counter("jobs_failed", "Failed attempts that are retried (transient), and failed jobs.", ["reason"])
_durations: Final = Histogram(
    "job_processing_duration_seconds",
    "Worker time of jobs that ended.",
    ["result"],
    buckets=(0.005, 0.02, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800),
)

_NEW: Final = _created.labels(result="created")
_REPLAYED: Final = _created.labels(result="idempotent_replay")
_TRANSIENT: Final = _failed.labels(reason="transient")
# A failure of a dependency without retry has already been retried inside the step.
_FAILED: Final[dict[str, Counter]] = {
    Reason.EXHAUSTED: _failed.labels(reason="transient_exhausted"),
    Reason.DEPENDENCY: _failed.labels(reason="transient_exhausted"),
    Reason.USER_FAULT: _failed.labels(reason="permanent"),
    Reason.BAD_ARGUMENTS: _failed.labels(reason="permanent"),
    Reason.UNKNOWN_KIND: _failed.labels(reason="permanent"),
}
_UNHANDLED: Final = _failed.labels(reason="unhandled")
_SECONDS: Final[dict[str, Histogram]] = {
    state: _durations.labels(result=word)
    for state, word in (
        (JobState.SUCCESS, "succeeded"),
        (JobState.FAILED, "failed"),
        (JobState.CANCELLED, "cancelled"),
    )
}


def count_enqueued(*, new: int, found: int) -> None:
    """Count new jobs, and requests that found a live job with the same deduplication key."""
    if not is_enabled():
        return
    with counting:
        if new:
            _NEW.inc(new)
        if found:
            _REPLAYED.inc(found)


def count_retry() -> None:
    """Count an attempt that failed and is retried."""
    if is_enabled():
        with counting:
            _TRANSIENT.inc()


def count_end(state: str, *, reason: str, seconds: float) -> None:
    """Count a job that has ended."""
    if not is_enabled():
        return
    with counting:
        if state == JobState.SUCCESS:
            _succeeded.inc()
        elif state == JobState.FAILED:
            _FAILED.get(reason, _UNHANDLED).inc()
        _SECONDS[state].observe(seconds)
