"""Short jobs run inline after the end of another, other jobs are published (ADR 0011)."""

import pytest
from celery import current_app
from django.db import connection

from tasks import database
from tasks.models import Job, SchedulerState, WorkerBeat
from tasks.runtime import transitions
from tasks.runtime.executor import StepExecutor
from tasks.runtime.registry import get_step
from tasks.runtime.runner import Outcome
from tasks.runtime.worker_session import Session
from tasks.tests.sample_jobs import look, marks

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def session():
    session = Session(worker_key=None)
    yield session
    session.connection.close()


@pytest.fixture
def executor(session):
    return StepExecutor(session, short_seconds=1, inline_seconds=20)


@pytest.fixture
def one_slot(transactional_db):
    """Register a running worker with a single slot: other jobs wait."""
    line, key = database.new_connection(), database.random_key()
    database.try_lock(line, database.WORKER_LOCKS, key)
    yield lambda: WorkerBeat.objects.create(key=key, name="w", slots=1)
    line.close()


@pytest.fixture
def queued(one_slot, enqueue):
    """Enqueue jobs, then let the slot appear; gives their ids and runs the first."""
    SchedulerState.objects.update_or_create(defaults={"window": 0})

    def queued(*wanted):
        ids = [enqueue(kind, **args) for kind, args in wanted]
        one_slot()
        return ids

    return queued


def work_on_first(executor):
    (dispatch,) = transitions.dispatch()
    step = get_step(dispatch.kind)
    return executor.execute(step, dispatch.job_id, dispatch.fence)


def waiting_messages() -> int:
    with current_app.connection_for_read() as line:
        return line.default_channel.queue_declare(current_app.conf.task_default_queue).message_count


def states(ids):
    return [look(job_id).state for job_id in ids]


def test_short_jobs_run_without_a_message(executor, queued):
    ids = queued(*[("sample.note", {"word": str(number)}) for number in range(5)])
    before = waiting_messages()
    assert work_on_first(executor) is Outcome.SUCCEEDED
    assert (marks(), waiting_messages()) == (["0", "1", "2", "3", "4"], before)
    assert states(ids) == ["success"] * 5
    assert not Job.objects.filter(charged=True).exists()


@pytest.mark.parametrize(
    "following",
    [
        pytest.param(("sample.sleep", {"seconds": 1.2}), id="long"),
        pytest.param(("sample.note", {}), id="of unknown duration"),
    ],
)
def test_other_jobs_are_published(executor, queued, following):
    ids = queued(("sample.sleep", {"seconds": 1.2}), following)
    before = waiting_messages()
    work_on_first(executor)
    assert states(ids) == ["success", "scheduled"]
    assert waiting_messages() == before + 1


@pytest.mark.full
def test_a_process_returns_to_the_pool_after_the_time_limit(session, queued):
    ids = queued(*[("sample.sleep", {"seconds": 0.2})] * 15)
    before = waiting_messages()
    work_on_first(StepExecutor(session, short_seconds=1, inline_seconds=2))
    actual = states(ids)
    assert 2 <= actual.count("success") <= 12
    assert (actual.count("scheduled"), waiting_messages()) == (1, before + 1)


def test_a_failing_follow_up_does_not_stop_the_next(executor, queued):
    ids = queued(
        ("sample.fail", {"how": "user", "times": 0}),
        ("sample.fail", {"how": "user"}),
        ("sample.fail", {"how": "user", "times": 0}),
    )
    assert work_on_first(executor) is Outcome.SUCCEEDED
    assert states(ids) == ["success", "failed", "success"]


def test_a_follow_up_of_an_unknown_kind_frees_its_slot(executor, queued):
    ids = queued(*[("sample.note", {})] * 3)
    Job.objects.filter(pk=ids[1]).update(kind="not.registered")
    work_on_first(executor)
    assert states(ids) == ["success", "failed", "success"]


def test_a_connection_lost_between_two_jobs_is_replaced(executor, queued):
    ids = queued(*[("sample.note", {})] * 2)
    (dispatch,) = transitions.dispatch()
    with connection.cursor() as cursor:
        cursor.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'cartulary-worker/%'"
        )
    executor.execute(get_step("sample.note"), dispatch.job_id, dispatch.fence)
    assert states(ids) == ["success", "success"]
