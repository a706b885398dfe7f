"""What this process has counted of jobs, for Prometheus (S3-54): after the commit, so that it has happened."""

from typing import Final

from prometheus_client import Counter, Histogram

from core.observability.metrics import counting
from core.observability.prometheus_multiprocess import is_enabled
from tasks.states import JobState, Reason

_created: Final = Counter("jobs_created", "Jobs that were asked for.", ["result"])
_succeeded: Final = Counter("jobs_succeeded", "Jobs that ended well.")
_failed: Final = Counter("jobs_failed", "Tries that failed and are repeated (transient), jobs that failed.", ["reason"])
_durations: Final = Histogram(
    "job_processing_duration_seconds",
    "Worker time of jobs that ended.",
    ["result"],
    buckets=(0.005, 0.02, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800),
)

_NEW: Final = _created.labels(result="created")
_REPLAYED: Final = _created.labels(result="idempotent_replay")
_TRANSIENT: Final = _failed.labels(reason="transient")
# A dependency that failed and is not tried again has been tried by whoever called it.
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


def asked_for(*, new: int, found: int) -> None:
    """Jobs were recorded, or found living already under the key that makes them one."""
    if not is_enabled():
        return
    with counting:
        if new:
            _NEW.inc(new)
        if found:
            _REPLAYED.inc(found)


def stuck() -> None:
    """A try has failed; there will be another."""
    if is_enabled():
        with counting:
            _TRANSIENT.inc()


def ended(state: str, *, reason: str, seconds: float) -> None:
    """A job has ended."""
    if not is_enabled():
        return
    with counting:
        if state == JobState.SUCCESS:
            _succeeded.inc()
        elif state == JobState.FAILED:
            _FAILED.get(reason, _UNHANDLED).inc()
        _SECONDS[state].observe(seconds)
