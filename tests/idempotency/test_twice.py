"""T-15: every message twice, every job twice, two of the same job step by step: the same rows and files."""

from collections import Counter
from collections.abc import Callable
from uuid import UUID

import pytest
from django.db import connection

from tasks.models import Job
from tasks.runtime import runner, scheduler, transitions
from tasks.runtime.runner import Outcome
from tasks.runtime.transitions import Dispatch
from tasks.runtime.worker_session import SharedSession
from tests.idempotency.conftest import begin
from tests.idempotency.scenarios import SCENARIOS, once_more, product_kinds
from tests.idempotency.snapshot import difference, snapshot

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("language_model")]

SAMPLE = ("corpuses.unpack", "documents.process", "tasks.cleanup")  # steps with children, steps with files, one step
OTHERS = sorted(SCENARIOS.keys() - set(SAMPLE))
_AMISS = (Outcome.ENDED, Outcome.REFUSED)


def given_out(slots: int = 1) -> list[Dispatch]:
    return transitions.reconcile(slots=slots, using=connection)


def twin_of(dispatch: Dispatch, *, slots: int = 1) -> Dispatch:
    """Return the dispatch of a job that says the same as this one."""
    key = once_more(Job.objects.get(pk=dispatch.job_id))
    Job.objects.update(is_long=False)  # so that both may run at the same time
    (twin,) = given_out(slots)
    assert twin.job_id == key
    return twin


def deliver(*dispatches: Dispatch, times: int = 1) -> None:
    """Process the messages of these jobs, one step of each in turn."""
    lines = [(dispatch, SharedSession(worker_key=None), scheduler.remaining_steps(dispatch)) for dispatch in dispatches]
    for at in range(max(len(steps) for *_, steps in lines)):
        for dispatch, session, steps in lines:
            for time in range(times):
                outcome = runner.run_step(steps[at], job_id=dispatch.job_id, fence=dispatch.fence, session=session)
                assert outcome not in _AMISS or time, (dispatch.kind, steps[at].name, outcome)


def once(dispatch: Dispatch) -> list[UUID]:
    deliver(dispatch)
    return []


def each_message_twice(dispatch: Dispatch) -> list[UUID]:
    deliver(dispatch, times=2)
    return []


def the_job_twice(dispatch: Dispatch) -> list[UUID]:
    deliver(dispatch)
    twin = twin_of(dispatch)
    deliver(twin)
    return [twin.job_id]


def two_at_once(dispatch: Dispatch) -> list[UUID]:
    twin = twin_of(dispatch, slots=2)
    deliver(dispatch, twin)
    return [twin.job_id]


def play(kind: str, way: Callable[[Dispatch], list[UUID]]) -> Counter[str]:
    """Run a scenario to its end, the jobs of the kind in that way; the doubles themselves do not count."""
    begin(kind)
    extra: list[UUID] = []
    while dispatches := given_out():
        for dispatch in dispatches:
            extra += way(dispatch) if dispatch.kind == kind else once(dispatch)
    assert set(Job.objects.values_list("state", flat=True)) <= {"success", "cancelled"}, list(Job.objects.values())
    assert Job.objects.filter(kind=kind).exists(), "the scenario starts no such job"
    Job.objects.filter(pk__in=extra).delete()
    return snapshot()


# proves: T-15 S1-14 S1-15 S1-G1 S1-G2 S1-G3 S1-G4 S1-G5
@pytest.mark.parametrize("kind", [*SAMPLE, *(pytest.param(kind, marks=pytest.mark.full) for kind in OTHERS)])
def test_repeated_work_does_not_change_the_result(kind):
    wanted = play(kind, once)
    for way in (once, each_message_twice, the_job_twice, two_at_once):
        found = play(kind, way)
        assert found == wanted, f"{way.__name__}:\n{difference(found, wanted)}"


# proves: T-15
def test_every_kind_has_a_scenario():
    assert set(SCENARIOS) == set(product_kinds()), "a kind without a scenario in tests/idempotency/scenarios.py"
