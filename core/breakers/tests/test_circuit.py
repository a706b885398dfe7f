"""The states of a circuit, without clock and storage."""

from dataclasses import replace

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from core.breakers.circuit import Circuit, Outcome, State
from core.breakers.profiles import Profile, profile_of

PROFILE = Profile()


class Service:
    """A circuit with a clock that tests move."""

    def __init__(self, profile=PROFILE):
        self.circuit, self.profile, self.now, self.number = Circuit(), profile, 1_000.0, 0

    def begin(self):
        """Begin a call; return how to settle it, or `None` if it was rejected."""
        self.number += 1
        trial = f"call {self.number}"
        if self.circuit.admit(trial, self.now, self.profile) > 0:
            return None
        return {"trial": trial, "epoch": self.circuit.epoch}

    def end(self, call, outcome, *, seconds=0.1):
        self.circuit.settle(outcome, **call, seconds=seconds, reason="Away.", now=self.now, profile=self.profile)

    def calls(self, *outcomes, **options):
        for outcome in outcomes:
            self.end(self.begin(), outcome, **options)
        return self.circuit.state


OK, BAD, NONE = Outcome.SUCCESS, Outcome.FAILURE, Outcome.NONE


@pytest.fixture
def service():
    return Service()


@pytest.fixture
def half_open(service):
    service.calls(*[BAD] * 5)
    service.now += 30
    return service


def test_it_opens_after_several_failures_in_a_row(service):
    # proves: S4-1, S4-2
    assert service.circuit.state == State.CLOSED
    assert service.calls(BAD, BAD, BAD, BAD, OK, BAD, BAD, BAD, BAD) == State.CLOSED
    assert service.calls(BAD) == State.OPEN


def test_outcomes_that_say_nothing_do_not_count(service):
    # proves: S4-13
    assert service.calls(BAD, BAD, BAD, BAD, NONE, BAD) == State.OPEN
    assert (service.circuit.calls, service.circuit.failed_calls) == (6, 5)


def test_an_open_circuit_rejects_at_once_for_a_known_time(service):
    # proves: S4-3, S4-16
    service.calls(*[BAD] * 5)
    service.now += 20
    assert service.circuit.admit("late", service.now, PROFILE) == 10
    assert service.circuit.rejected_calls == 1


def test_after_its_time_a_few_calls_decide(half_open):
    # proves: S4-4, S4-5, S4-6
    trials = [half_open.begin() for _ in range(4)]
    assert [bool(each) for each in trials] == [True, True, True, False]
    half_open.end(trials[0], OK)
    assert half_open.circuit.state == State.HALF_OPEN
    half_open.end(trials[1], OK)
    assert half_open.circuit.state == State.CLOSED
    half_open.end(trials[2], BAD)  # began before it closed
    assert (half_open.circuit.state, half_open.circuit.failures) == (State.CLOSED, 0)


def test_any_failed_trial_opens_it_anew(half_open):
    # proves: S4-7
    assert half_open.calls(OK, BAD) == State.OPEN
    half_open.now += 29
    assert half_open.begin() is None
    half_open.now += 1
    assert half_open.begin()


def test_a_trial_whose_process_is_gone_does_not_hold_up_the_others(half_open):
    # proves: S4-G2
    lost = [half_open.begin() for _ in range(3)]
    assert half_open.begin() is None
    half_open.now += PROFILE.trial_seconds
    assert half_open.calls(OK, OK) == State.CLOSED
    half_open.end(lost[0], BAD)
    assert half_open.circuit.state == State.CLOSED


def test_a_trial_that_says_nothing_makes_room_for_another(half_open):
    trials = [half_open.begin() for _ in range(3)]
    half_open.end(trials[0], NONE)
    assert half_open.begin()


@pytest.mark.parametrize(("outcomes", "state"), [([OK, BAD], State.OPEN), ([OK, OK, BAD], State.CLOSED)])
def test_it_opens_when_half_of_all_calls_fail(service, outcomes, state):
    # proves: S4-G8
    for number in range(30):
        if service.circuit.state == State.CLOSED:
            service.calls(outcomes[number % len(outcomes)])
    assert service.circuit.state == state


def test_calls_of_long_ago_are_not_in_the_rate(service):
    service.calls(*[OK, BAD] * 9)
    service.now += 61
    assert service.calls(OK, BAD) == State.CLOSED


@pytest.mark.parametrize(("slow", "state"), [(5, State.CLOSED), (10, State.OPEN)])
def test_it_opens_when_most_calls_are_slow(slow, state):
    # proves: S4-G8
    service = Service(replace(PROFILE, slow_seconds=slow - 1 if state == State.OPEN else slow))
    for _ in range(20):
        service.calls(OK, seconds=slow)
    assert service.circuit.state == state


def test_operators_open_and_close_it(service):
    # proves: S4-15
    service.circuit.force_open("Maintenance.", service.now)
    service.now += 1_000_000
    assert service.begin() is None
    service.circuit.reset(service.now)
    assert service.calls(OK) == State.CLOSED


def test_it_counts(half_open):
    # proves: S4-19
    half_open.calls(OK, OK)
    found = half_open.circuit
    assert (found.calls, found.failed_calls, found.rejected_calls) == (7, 5, 0)
    assert (found.last_failure, found.changed, found.reason) == (1_000.0, 1_030.0, "Away.")
    assert found.changes == {"closed>open": 1, "open>half_open": 1, "half_open>closed": 1}


@pytest.mark.parametrize(
    ("kind", "limits"),
    [("llm", (5, 30, 3, 2)), ("embedder", (5, 30, 3, 2)), ("analyzer", (5, 60, 3, 2))],
)
def test_the_profiles(kind, limits):
    # proves: S4-8, S4-9
    profile = profile_of(kind)
    assert (profile.failures, profile.seconds, profile.trials, profile.successes) == limits
    assert (PROFILE.failures, PROFILE.seconds, PROFILE.trials, PROFILE.successes) == (5, 30, 3, 2)


class AnyOrder(RuleBasedStateMachine):
    """Calls begin and end in any order, are lost, and time goes on."""

    def __init__(self):
        super().__init__()
        self.service, self.running = Service(), []

    @rule()
    def begin(self):
        before = replace(self.service.circuit, trials=dict(self.service.circuit.trials))
        call = self.service.begin()
        if before.state == State.CLOSED:
            assert call
        if before.state == State.OPEN and self.service.now - before.changed < PROFILE.seconds:
            assert call is None
        if call:
            self.running.append(call)

    @precondition(lambda self: self.running)
    @rule(outcome=st.sampled_from(Outcome), data=st.data())
    def end(self, outcome, data):
        call = self.running.pop(data.draw(st.integers(0, len(self.running) - 1)))
        self.service.end(call, outcome)

    @precondition(lambda self: self.running)
    @rule()
    def lose(self):
        self.running.pop()

    @rule(seconds=st.sampled_from([0.5, 29, 30, 200]))
    def wait(self, seconds):
        self.service.now += seconds

    @invariant()
    def few_trials_run(self):
        assert len(self.service.circuit.trials) <= PROFILE.trials

    @invariant()
    def a_closed_circuit_has_few_failures(self):
        assert self.service.circuit.failures < PROFILE.failures

    def teardown(self):
        """Check that a service which works again gets its requests within a bounded time."""
        for _ in range(2):
            self.service.now += PROFILE.seconds + PROFILE.trial_seconds
            self.service.end(self.service.begin(), OK)
        assert self.service.circuit.state == State.CLOSED


TestAnyOrder = AnyOrder.TestCase
