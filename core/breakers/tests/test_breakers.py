"""Circuit breakers of several processes, in a real Redis."""

import multiprocessing
import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from django.utils import timezone

from core import redis_client
from core.breakers import all_breakers, breaker_of, storage
from core.breakers.circuit import Outcome, State
from core.errors import CircuitOpen, UserFault


@pytest.fixture
def breaker():
    return breaker_of("llm", f"{uuid4()}.example.com")


@pytest.fixture
def short(settings):
    """Let breakers open for a moment only."""
    settings.BREAKERS = settings.BREAKERS | {"llm": {"seconds": 0.2, "trial_seconds": 1, "title": "The language model"}}
    return breaker_of("llm", f"{uuid4()}.example.com")


def fail(breaker, times=5):
    for _ in range(times):
        breaker.admit().failed("Away.")


def test_a_call_that_raises_is_a_failure(breaker):
    def call(error):
        with pytest.raises(type(error)), breaker.call(excluded=(UserFault,)):
            raise error

    for _ in range(4):
        call(OSError("Reset."))
    call(UserFault("Wrong."))
    call(KeyboardInterrupt())
    assert (breaker.snapshot().failure_count, breaker.snapshot().total_calls) == (4, 6)
    call(OSError("Reset."))
    entered = []
    with pytest.raises(CircuitOpen) as caught, breaker.call():
        entered.append(1)
    assert (entered, caught.value.code, caught.value.retry_after) == ([], "circuit_open", 30)
    assert caught.value.message == "The language model has failed several times, and gets no requests for 30 seconds."
    assert (breaker.snapshot().reason, breaker.snapshot().rejected_calls) == ("Reset.", 1)


def test_all_with_the_same_name_are_one(breaker):
    # proves: S4-14
    fail(breaker_of("llm", breaker.target))
    with pytest.raises(CircuitOpen):
        breaker.admit()
    breaker_of("llm", breaker.target, owner="a tenant").admit().succeeded()
    breaker_of("embedder", breaker.target).admit().succeeded()
    assert breaker.name in storage.names()


def test_looking_takes_no_trial(short):
    fail(short)
    with pytest.raises(CircuitOpen):
        short.require_closed()
    time.sleep(0.25)
    for _ in range(10):
        short.require_closed()
    assert [short.admit() for _ in range(3)]
    with pytest.raises(CircuitOpen):
        short.require_closed()


def test_only_the_first_outcome_of_a_permit_counts(breaker):
    permit = breaker.admit()
    permit.failed("Away.")
    permit.succeeded()
    assert breaker.snapshot().failure_count == 1


def test_a_snapshot_says_what_is_known(breaker):
    # proves: S4-19
    before = timezone.now()
    fail(breaker)
    with pytest.raises(CircuitOpen):
        breaker.admit()
    found = breaker.snapshot()
    assert (found.name, found.state, found.is_forced, found.trips) == (breaker.name, "open", False, 1)
    assert (found.total_calls, found.failed_calls, found.rejected_calls, found.seconds_left) == (5, 5, 1, 30)
    assert before <= found.last_failure_time <= timezone.now()
    assert before <= found.last_state_change <= timezone.now()
    assert breaker in all_breakers()
    assert breaker_of("llm", breaker.target, owner="t1").snapshot().total_calls == 0


def test_operators_close_and_open_it(breaker):
    # proves: S4-15
    fail(breaker)
    breaker.reset()
    breaker.admit().succeeded()
    breaker.force_open("Maintenance.")
    with pytest.raises(CircuitOpen, match="switched off by an operator"):
        breaker.admit()
    breaker.reset()
    breaker.admit().succeeded()


def test_it_is_safe_in_many_threads(breaker):
    # proves: S4-17
    def call(number):
        permit = breaker.admit()
        permit.released() if number % 2 else permit.succeeded()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(call, range(80)))
    assert breaker.snapshot().total_calls == 80


def _fail_once(name):
    breaker_of("llm", name).admit().failed("Away.")


def _hold_trial(name, ready):
    breaker_of("llm", name).admit()
    ready.set()
    time.sleep(60)


def test_processes_share_it(breaker):
    # proves: S4-G1
    with multiprocessing.get_context("fork").Pool(5) as pool:
        pool.map(_fail_once, [breaker.target] * 5, chunksize=1)
    assert breaker.snapshot().state == State.OPEN


def test_a_killed_process_does_not_keep_its_trial(short):
    # proves: S4-G2
    fail(short)
    time.sleep(0.25)
    context = multiprocessing.get_context("fork")
    for _ in range(3):
        ready = context.Event()
        process = context.Process(target=_hold_trial, args=(short.target, ready))
        process.start()
        assert ready.wait(20)
        os.kill(process.pid, signal.SIGKILL)
        process.join()
    with pytest.raises(CircuitOpen):
        short.admit()
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        try:
            short.admit().succeeded()
        except CircuitOpen:
            time.sleep(0.1)
        else:
            break
    short.admit().succeeded()
    assert short.snapshot().state == State.CLOSED


def test_without_redis_each_process_has_its_own(breaker, settings, caplog):
    # proves: S4-G1
    fail(breaker, 4)
    shared, settings.REDIS_URL = settings.REDIS_URL, "redis://127.0.0.1:1/0"
    fail(breaker, 4)
    assert breaker.snapshot().state == State.CLOSED
    fail(breaker, 1)
    with pytest.raises(CircuitOpen):
        breaker.admit()
    assert {each.message for each in caplog.records} == {"breaker.local", "breaker.changed"}
    settings.REDIS_URL = shared
    breaker.admit().succeeded()
    assert breaker.snapshot().state == State.CLOSED


def test_what_is_forgotten_is_no_longer_listed(breaker):
    fail(breaker, 1)
    redis_client.client().delete(redis_client.key("breaker", breaker.name))
    assert breaker.name not in storage.names()


def rejection(breaker):
    with pytest.raises(CircuitOpen) as caught:
        breaker.admit()
    return caught.value.message.removeprefix("The language model ")


def test_a_rejection_says_why_and_each_change_is_logged(short, settings, caplog):
    fail(short)
    assert rejection(short) == "has failed several times, and gets no requests for 1 seconds."
    time.sleep(0.25)
    trials = [short.admit() for _ in range(3)]
    assert rejection(short) == "is being tried again after it had failed."
    settings.BREAKERS = settings.BREAKERS | {"llm": settings.BREAKERS["llm"] | {"slow_seconds": 0.01}}
    time.sleep(0.02)
    trial = {"trial": trials[0].trial, "epoch": trials[0].epoch}
    breaker_of("llm", short.target).settle(Outcome.SUCCESS, **trial, seconds=1, reason="")
    assert rejection(short) == "answers too slowly, and gets no requests for 1 seconds."
    short.force_open("Costs too much.")
    assert rejection(short) == "was switched off by an operator."
    assert short.snapshot().reason == "Costs too much."
    short.reset()
    assert (short.snapshot().reason, short.snapshot().trips) == ("Away.", 2)
    changes = [(each.was, each.state) for each in caplog.records if each.msg == "breaker.changed"]
    assert changes == [("closed", "open"), ("open", "half_open"), ("half_open", "open"), ("open", "closed")]


def test_what_is_switched_off_is_not_forgotten(breaker):
    # proves: S4-15
    key = redis_client.key("breaker", breaker.name)
    fail(breaker, 1)
    assert redis_client.client().ttl(key) > 80_000
    breaker.force_open("Maintenance.")
    with pytest.raises(CircuitOpen):
        breaker.admit()
    assert redis_client.client().ttl(key) == -1
    breaker.reset()
    assert redis_client.client().ttl(key) > 80_000


def test_kinds_that_this_version_does_not_have_are_left_out(breaker, settings):
    fail(breaker, 1)
    settings.BREAKERS = {"embedder": {}}
    assert breaker.name in storage.names()
    assert breaker.name not in [each.name for each in all_breakers()]
