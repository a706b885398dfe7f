"""The breaker of a service: what those call who send it requests."""

import logging
import math
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import Final, TypeVar
from uuid import uuid4

from django.conf import settings
from django.utils import timezone

from core.breakers import storage
from core.breakers.circuit import Circuit, Outcome, State
from core.breakers.profiles import Profile, profile_of
from core.errors import CircuitOpen

logger = logging.getLogger(__name__)
_FRESH: Final = 0.1  # seconds for which a process takes a service for available without asking Redis again
_Result = TypeVar("_Result")


@dataclass(slots=True)
class Permit:
    """The permission for one call, whose outcome has to be recorded; all but the first that is has no effect."""

    breaker: "Breaker"
    trial: str  # its key; empty unless it finds out whether the service works again
    epoch: int
    is_doubtful: bool  # the last call has failed
    began: float = field(default_factory=time.monotonic)
    is_settled: bool = False

    def succeeded(self) -> None:
        """Record that the service has answered."""
        self._settle(Outcome.SUCCESS)

    def failed(self, reason: str) -> None:
        """Record that the service has failed."""
        self._settle(Outcome.FAILURE, reason)

    def released(self) -> None:
        """Record that the call says nothing about the service."""
        self._settle(Outcome.NONE)

    def _settle(self, outcome: Outcome, reason: str = "") -> None:
        if self.is_settled:
            return
        self.is_settled = True
        seconds = time.monotonic() - self.began
        self.breaker.settle(outcome, trial=self.trial, epoch=self.epoch, seconds=seconds, reason=reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """The state and the counts of a breaker, which are forgotten a day after the last call."""

    name: str
    state: State
    is_forced: bool
    failure_count: int  # in a row
    success_count: int  # of trials
    total_calls: int
    failed_calls: int
    rejected_calls: int
    trips: int  # that it has opened by itself
    changes: Mapping[str, int]  # how often of "closed>open", and so on
    reason: str  # of the last failure, or why it was switched off
    seconds_left: int  # until requests are sent again
    last_failure_time: datetime | None
    last_state_change: datetime | None


@dataclass(frozen=True, slots=True)
class Breaker:
    """The breaker of a service. Its state is not here, so all with the same name are one (S4-14)."""

    kind: str
    target: str
    owner: str
    profile: Profile

    @property
    def name(self) -> str:
        """The kind, the address, and the owner unless all share it; none of them has a space."""
        return " ".join(each for each in (self.kind, self.target, self.owner) if each)

    @contextmanager
    def call(self, *, excluded: tuple[type[BaseException], ...] = ()) -> Iterator[Permit]:
        """Call the service in the block. An exception is a failure, unless `excluded` says it is the caller's (S4-13).

        Raises `CircuitOpen`, without entering the block, while the service gets no requests.
        """
        permit = self.admit()
        try:
            yield permit
        except excluded:
            permit.released()
            raise
        except Exception as error:
            permit.failed(str(error))
            raise
        except BaseException:  # the process ends, or the call is cancelled
            permit.released()
            raise
        permit.succeeded()

    def admit(self) -> Permit:
        """Return the permission for one call; raise `CircuitOpen` while the service gets no requests."""
        seen = storage.seen_within(self.name, _FRESH)
        if seen and seen.state == State.CLOSED and not seen.failures:
            return Permit(self, "", seen.epoch, is_doubtful=False)
        trial = uuid4().hex
        seconds, circuit = self._change(partial(self._admit, trial))
        if seconds > 0:
            raise self._rejection(seconds, circuit)
        is_trial = trial in circuit.trials
        return Permit(self, trial if is_trial else "", circuit.epoch, is_doubtful=is_trial or circuit.failures > 0)

    def require_closed(self) -> None:
        """Raise `CircuitOpen` if a call would be rejected now; one that is not takes no other call's turn."""
        seconds, circuit = storage.read(self.name, self._look)
        if seconds > 0:
            raise self._rejection(seconds, circuit)

    def settle(self, outcome: Outcome, *, trial: str, epoch: int, seconds: float, reason: str) -> None:
        """Record the outcome of a call; `Permit` calls this."""

        def settle(circuit: Circuit, now: float) -> None:
            circuit.settle(
                outcome, trial=trial, epoch=epoch, seconds=seconds, reason=reason[:500], now=now, profile=self.profile
            )

        self._change(settle)

    def reset(self) -> None:
        """Send requests again, even if the service has just failed (S4-15)."""
        self._change(lambda circuit, now: circuit.reset(now))

    def force_open(self, reason: str) -> None:
        """Send no requests until `reset` (S4-15)."""
        self._change(lambda circuit, now: circuit.force_open(reason, now))

    def snapshot(self) -> Snapshot:
        """Return what is known of the service (S4-19)."""
        return storage.read(self.name, self._snapshot)

    def _change(self, do: storage.Change[_Result]) -> _Result:
        """Change the circuit, and log it if its state is another one then."""

        def change(circuit: Circuit, now: float) -> tuple[_Result, State, Circuit]:
            before = circuit.state
            return do(circuit, now), before, circuit

        result, before, circuit = storage.change(self.name, change)
        if circuit.state != before:
            why = circuit.forced_reason or circuit.reason
            about = {"breaker": self.name, "state": circuit.state, "was": before, "reason": why}
            logger.warning("breaker.changed", extra=about)
        return result

    def _admit(self, trial: str, circuit: Circuit, now: float) -> tuple[float, Circuit]:
        return circuit.admit(trial, now, self.profile), circuit

    def _look(self, circuit: Circuit, now: float) -> tuple[float, Circuit]:
        return circuit.seconds_closed_to_calls(now, self.profile), circuit

    def _snapshot(self, circuit: Circuit, now: float) -> Snapshot:
        return Snapshot(
            name=self.name,
            state=circuit.state,
            is_forced=circuit.forced,
            failure_count=circuit.failures,
            success_count=circuit.successes,
            total_calls=circuit.calls,
            failed_calls=circuit.failed_calls,
            rejected_calls=circuit.rejected_calls,
            trips=circuit.trips,
            changes=circuit.changes,
            reason=circuit.forced_reason or circuit.reason,
            seconds_left=math.ceil(circuit.seconds_closed_to_calls(now, self.profile)),
            last_failure_time=_ago(now - circuit.last_failure) if circuit.last_failure else None,
            last_state_change=_ago(now - circuit.changed) if circuit.changed else None,
        )

    def _rejection(self, seconds: float, circuit: Circuit) -> CircuitOpen:
        left = math.ceil(seconds)
        if circuit.forced:
            why = "was switched off by an operator"
        elif circuit.state == State.HALF_OPEN:
            why = "is being tried again after it had failed"
        else:
            what = "answers too slowly" if circuit.is_slow else "has failed several times"
            why = f"{what}, and gets no requests for {left} seconds"
        return CircuitOpen(f"{self.profile.title} {why}.", retry_after=left)


def all_breakers() -> list[Breaker]:
    """Return the breakers that have had calls within a day, as Redis knows them; raise `RedisError` without it."""
    names = (name.split() for name in storage.names())
    return [
        breaker_of(kind, target, owner=" ".join(owner)) for kind, target, *owner in names if kind in settings.BREAKERS
    ]


def _ago(seconds: float) -> datetime:
    return timezone.now() - timedelta(seconds=seconds)


def breaker_of(kind: str, target: str, *, owner: str = "") -> Breaker:
    """Return the breaker of a service: a kind of `settings.BREAKERS`, its address, its owner unless all share it."""
    return Breaker(kind, target, owner, profile_of(kind))
