"""Retry policies: a pure function from a policy and a failure to a delay or `None`. Clock and chance are arguments.

The table at the end is the only place with numbers of attempts and delays (X-30).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum
from types import MappingProxyType

from core.errors import DependencyFault, UserFault


class Fault(StrEnum):
    """The cause of a failure, which decides whether a retry makes sense."""

    USER = "user"
    DEPENDENCY = "dependency"
    UNKNOWN = "unknown"


def fault_of(error: BaseException) -> Fault:
    """Return the cause of an exception."""
    if isinstance(error, DependencyFault):
        return Fault.DEPENDENCY
    return Fault.USER if isinstance(error, UserFault) else Fault.UNKNOWN


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryPolicy:
    """Before retry n (1, 2, …) wait min(cap, base * factor^(n-1)) seconds, times a number between `low` and `high`."""

    max_attempts: int
    base: float
    factor: float = 2.0
    cap: float = float("inf")
    low: float = 1.0
    high: float = 1.0

    def delay(self, *, failures: int, chance: float) -> timedelta | None:
        """Return the delay after `failures` failed attempts, `None` after the last one; `chance` is in [0, 1)."""
        if failures >= self.max_attempts:
            return None
        wait = min(self.cap, self.base * self.factor ** (failures - 1))
        return timedelta(seconds=wait * (self.low + (self.high - self.low) * chance))


def decide(
    policy: RetryPolicy, fault: Fault, *, failures: int, chance: float, retry_unknown: bool = False
) -> timedelta | None:
    """Return the delay until the next attempt (X-12); `None` ends the job."""
    if fault is Fault.USER or (fault is Fault.UNKNOWN and not retry_unknown):
        return None
    return policy.delay(failures=failures, chance=chance)


POLICIES = MappingProxyType(
    {
        # S3-34, S3-35: after try n, min(60, 2^n) * U(0.5, 1.0)
        "default": RetryPolicy(max_attempts=3, base=2, cap=60, low=0.5, high=1.0),
        # S2-31 with X-10: at least 2^retry * delay (the first retry counts as 0), 0 to 10 % on top
        "patient": RetryPolicy(max_attempts=6, base=30, low=1.0, high=1.1),
        # S4-20 with X-4: the bound is cap * 1.3
        "broadcast": RetryPolicy(max_attempts=4, base=1, cap=30, low=1.1, high=1.3),
        # S4-24 with X-3
        "client": RetryPolicy(max_attempts=4, base=2, cap=30),
        # S4-26
        "handler": RetryPolicy(max_attempts=4, base=1, cap=30, low=1.0, high=1.25),
        # calls of a model are retried inside the job's deadline, so the job is not
        "never": RetryPolicy(max_attempts=1, base=0),
    }
)


def policy_named(name: str, changes: Mapping[str, Mapping[str, float]]) -> RetryPolicy:
    """Return a policy with the numbers of this installation (S2-32)."""
    wanted = changes.get(name, {})
    policy = POLICIES[name]
    return replace(
        policy,
        max_attempts=int(wanted.get("max_attempts", policy.max_attempts)),
        base=wanted.get("base", policy.base),
    )
