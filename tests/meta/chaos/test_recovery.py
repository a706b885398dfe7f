"""The figures of a chaos run: which recovery belongs to which fault, how long it took, and which run is the worst."""

import pytest

from tests.meta.chaos.executions import Execution
from tests.meta.chaos.injections import Injection
from tests.meta.chaos.recovery import CLASSES, History, class_of, figures_of, recoveries_of
from tests.meta.chaos.seeds import worst_of


def fault(name, at=10.0, until=None, **facts):
    return Injection(fault=name, at=at, until=at if until is None else until, **{"others": 1, **facts})


def ran(begin, end, state="SUCCESS", *, pid=1, fence=1, step="chaos.nap", job="a"):
    return Execution(job=job, fence=fence, step=step, pid=pid, begin=begin, end=end, state=state)


def recovered(injections, executions, *, sent=None, endings=None):
    history = History(
        injections=injections, executions=executions, sent={"a": sent or []}, endings={"a": endings or []}
    )
    return [(found.name, found.seconds, found.noticed) for found in recoveries_of(history)]


@pytest.mark.parametrize(
    ("injections", "name"),
    [
        ([fault("F-1 child")], "child"),
        ([fault("F-2 worker")], "worker"),
        ([fault("F-2 worker", others=0)], "last_worker"),
        ([fault("F-1 child"), fault("F-5 cut", at=11)], "combined"),
        ([fault("F-1 child"), fault("F-6 slow", at=3, until=9.5)], "combined"),
        ([fault("F-1 child"), fault("F-6 slow", at=1, until=8)], "child"),
        ([fault("F-6 hole", until=12)], "network"),
        ([fault("F-6 hole", until=21.5)], "partition"),
        ([fault("F-8 clock")], ""),
    ],
)
def test_every_fault_has_its_class(injections, name):
    assert class_of(injections[0], injections) == name
    assert name in {"", *CLASSES}


def test_after_a_kill_the_time_begins_with_it():
    executions = [ran(9, None, ""), ran(12.5, 13, fence=3, pid=2)]
    assert recovered([fault("F-1 child", pids=(1,))], executions, endings=[10.25]) == [("child", 2.5, 0.25)]


def test_a_suspended_process_that_ends_too_late_was_interrupted():
    executions = [ran(9, 22, "IGNORED"), ran(21, 21.5, fence=2, pid=2)]
    injections = [fault("F-3 zombie", until=21.5, pids=(1,))]
    assert recovered(injections, executions, endings=[20.5]) == [("frozen", 11, 10.5)]
    assert recovered(injections, [ran(9, 22)]) == []


def test_after_an_outage_the_time_begins_with_its_end():
    executions = [ran(9, 11, "FAILURE"), ran(12, 12.5, "FAILURE", fence=2), ran(16, 17, fence=3)]
    assert recovered([fault("F-10 disk", until=13)], executions) == [("disk", 3, None)]
    assert recovered([fault("F-6 torn", until=13, pids=(5,))], executions) == []  # of another worker


def test_messages_on_their_way_wait_for_the_broker():
    flush, first = [fault("F-4 flush", until=10.5)], ran(12.5, 13)
    assert recovered(flush, [first], sent=[9, 12.4]) == [("broker", 2, None)]
    assert recovered(flush, [first], sent=[11]) == []  # it waited for its turn
    for end in (9.5, 10.2):
        chain = [ran(9, end, step="chaos.first"), ran(12, 13, step="chaos.second")]
        assert recovered(flush, chain, sent=[8]) == [("broker", 1.5, None)]
    assert recovered(flush, [ran(9, 11, step="chaos.first"), ran(12, 13, step="chaos.second")], sent=[8]) == []


def test_a_process_whose_job_was_given_to_another_one_interrupts_nothing():
    executions = [ran(7, None, ""), ran(9, 9.5, "FAILURE", fence=2, pid=2), ran(15, 16, fence=3, pid=2)]
    assert recovered([fault("F-1 child", pids=(1,))], executions) == []


def test_figures_of_each_class():
    executions = [ran(9, None, ""), ran(12, 13, fence=3), ran(9, None, "", job="b", pid=2), ran(14, 15, job="b")]
    injections = [fault("F-2 worker", pids=(1, 2))]
    history = History(injections=injections, executions=executions, sent={}, endings={})
    (figures,) = figures_of(recoveries_of(history)).values()
    assert {name: figures[name] for name in ("n", "p50_s", "max_s")} == {"n": 2, "p50_s": 3, "max_s": 4}
    assert figures["waits_for"].startswith("the worker's lock")


def test_the_worst_run_is_kept():
    good = {"lost": 0, "doubled": 0, "unexpected": 0, "doubled_names": 0, "recovery_p95_s": 1.0}
    slow, lossy = {**good, "recovery_p95_s": 3.0}, {**good, "lost": 1}
    assert worst_of([good, slow]) is slow
    assert worst_of([slow, lossy, good]) is lossy
