"""The states of a circuit breaker and their transitions, without clock and storage.

After M. Nygard, "Release It!" (stability patterns), with the rates of failed and slow calls of Resilience4j, because
calls that fail every other time never fail several times in a row.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from core.breakers.profiles import Profile

BUCKETS: Final = 6
"""The parts of the time of a rate; the oldest is forgotten as a whole."""


class State(StrEnum):
    """The states: requests are sent, are not sent, or a few are to find out."""

    CLOSED = "closed"
    OPEN = "open"
    HALF_OPEN = "half_open"


class Outcome(StrEnum):
    """The outcome of a call for the service; `NONE` says nothing about it, for example because a user has cancelled."""

    SUCCESS = "success"
    FAILURE = "failure"
    NONE = "none"


@dataclass(slots=True)
class Bucket:
    """The calls of a part of the time."""

    number: int
    calls: int = 0
    failed: int = 0
    slow: int = 0


@dataclass(slots=True)
class Circuit:
    """The state of a service. Times are seconds of one clock, which never goes back.

    `epoch` counts the changes of the state: a call that began before one says nothing about the state after it.
    """

    state: State = State.CLOSED
    epoch: int = 0
    changed: float = 0
    forced: bool = False
    forced_reason: str = ""
    failures: int = 0  # in a row
    successes: int = 0  # of trials
    is_slow: bool = False  # it opened because calls took too long
    reason: str = ""
    last_failure: float = 0
    trials: dict[str, float] = field(default_factory=dict)  # when each began
    buckets: list[Bucket] = field(default_factory=list)
    calls: int = 0
    failed_calls: int = 0
    rejected_calls: int = 0
    trips: int = 0  # that it has opened by itself
    changes: dict[str, int] = field(default_factory=dict)  # "closed>open": 3

    def admit(self, trial: str, now: float, profile: Profile) -> float:
        """Let a call through, or return the seconds until one may be; a half-open circuit knows it by `trial`."""
        if self.state == State.OPEN and not self.forced and now - self.changed >= profile.seconds:
            self._become(State.HALF_OPEN, now)
        seconds = self.seconds_closed_to_calls(now, profile)
        if seconds > 0:
            self.rejected_calls += 1
        elif self.state == State.HALF_OPEN:
            self.trials[trial] = now
        return seconds

    def seconds_closed_to_calls(self, now: float, profile: Profile) -> float:
        """Return the seconds until a call may be let through; 0 if one may be now."""
        if self.state == State.OPEN:
            return profile.seconds if self.forced else max(0.0, self.changed + profile.seconds - now)
        if self.state == State.HALF_OPEN:
            self.trials = {key: began for key, began in self.trials.items() if now - began < profile.trial_seconds}
            if len(self.trials) >= profile.trials:
                return max(1.0, min(self.trials.values()) + profile.trial_seconds - now)
        return 0.0

    def settle(
        self, outcome: Outcome, *, trial: str, epoch: int, seconds: float, reason: str, now: float, profile: Profile
    ) -> None:
        """Record what a call, which began in an epoch and took some seconds, says about the service."""
        self.calls += 1
        was_trial = self.trials.pop(trial, None) is not None
        if outcome == Outcome.NONE:
            return
        if outcome == Outcome.FAILURE:
            self.failed_calls += 1
            self.last_failure, self.reason = now, reason
        if epoch != self.epoch:
            return
        is_slow = 0 < profile.slow_seconds < seconds
        if self.state == State.HALF_OPEN and was_trial:
            self._settle_trial(now, profile, is_failed=outcome == Outcome.FAILURE, is_slow=is_slow)
        elif self.state == State.CLOSED:
            self._settle_call(now, profile, is_failed=outcome == Outcome.FAILURE, is_slow=is_slow)

    def reset(self, now: float) -> None:
        """Let calls through again."""
        self._become(State.CLOSED, now)

    def force_open(self, reason: str, now: float) -> None:
        """Let no calls through until `reset`."""
        self._become(State.OPEN, now)
        self.forced, self.forced_reason = True, reason

    def _settle_trial(self, now: float, profile: Profile, *, is_failed: bool, is_slow: bool) -> None:
        if is_failed or is_slow:
            self._trip(now, is_slow=not is_failed)
            return
        self.successes += 1
        if self.successes >= profile.successes:
            self._become(State.CLOSED, now)

    def _settle_call(self, now: float, profile: Profile, *, is_failed: bool, is_slow: bool) -> None:
        self.failures = self.failures + 1 if is_failed else 0
        bucket = self._bucket(now, profile)
        bucket.calls += 1
        bucket.failed += is_failed
        bucket.slow += is_slow
        calls = sum(each.calls for each in self.buckets)
        has_rate = calls >= profile.rate_calls
        failed = has_rate and sum(each.failed for each in self.buckets) >= profile.failed_share * calls
        slow = has_rate and sum(each.slow for each in self.buckets) >= profile.slow_share * calls
        is_broken = self.failures >= profile.failures or failed
        if is_broken or slow:
            self._trip(now, is_slow=not is_broken)

    def _bucket(self, now: float, profile: Profile) -> Bucket:
        number = int(now / (profile.rate_seconds / BUCKETS))
        self.buckets = [each for each in self.buckets if each.number > number - BUCKETS]
        if not self.buckets or self.buckets[-1].number != number:
            self.buckets.append(Bucket(number))
        return self.buckets[-1]

    def _trip(self, now: float, *, is_slow: bool) -> None:
        self._become(State.OPEN, now)
        self.trips += 1
        self.is_slow = is_slow

    def _become(self, state: State, now: float) -> None:
        change = f"{self.state}>{state}"
        self.changes[change] = self.changes.get(change, 0) + 1
        self.state, self.changed, self.epoch = state, now, self.epoch + 1
        self.forced, self.forced_reason, self.is_slow = False, "", False
        self.failures, self.successes, self.trials, self.buckets = 0, 0, {}, []
