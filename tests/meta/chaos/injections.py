"""One injected fault, as the verdict and the figures of recovery see it."""

from dataclasses import dataclass

SUSPENDED_SECONDS = 11.5  # longer than the lease of a worker without heartbeat


@dataclass(frozen=True, slots=True, kw_only=True)
class Injection:
    """One injected fault: its start and end (monotonic clock) and the affected processes."""

    fault: str
    at: float
    until: float
    pids: tuple[int, ...] = ()
    others: int = 0  # number of unaffected workers that have run steps
