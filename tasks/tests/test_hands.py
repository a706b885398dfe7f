"""What a process goes on with when it has ended a job, and what it leaves to the broker."""

import pytest
from celery import current_app
from django.db import connection

from tasks import sessions, transitions
from tasks.hands import Hands
from tasks.models import Job, SchedulerState, WorkerBeat
from tasks.registry import get_step
from tasks.runner import Outcome
from tasks.sessions import Session
from tasks.tests.sample_jobs import look, marks

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def hands():
    session = Session(worker_key=None)
    yield Hands(session, brief=0.4, stretch=2)
    session.connection.close()


@pytest.fixture
def one_slot(transactional_db):
    """A living worker with a single slot: whatever is enqueued waits for its turn."""
    line, key = sessions.new_connection(), sessions.random_key()
    sessions.try_hold(line, sessions.WORKERS, key)
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


def work_on_first(hands):
    (ticket,) = transitions.release()
    step = get_step(ticket.kind)
    return hands.work(step, ticket.job_id, ticket.fence)


def waiting_messages() -> int:
    with current_app.connection_for_read() as line:
        return line.default_channel.queue_declare(current_app.conf.task_default_queue).message_count


def states(ids):
    return [look(job_id).state for job_id in ids]


def test_brief_jobs_are_run_on_without_a_message(hands, queued):
    ids = queued(*[("sample.note", {"word": str(number)}) for number in range(5)])
    before = waiting_messages()
    assert work_on_first(hands) is Outcome.ENDED_WELL
    assert (marks(), waiting_messages()) == (["0", "1", "2", "3", "4"], before)
    assert states(ids) == ["success"] * 5
    assert not Job.objects.filter(charged=True).exists()


@pytest.mark.parametrize(
    "following",
    [
        pytest.param(("sample.sleep", {"seconds": 0.5}), id="this one takes long"),
        pytest.param(("sample.note", {}), id="nobody here knows how long this one takes"),
    ],
)
def test_any_other_job_goes_by_way_of_the_broker(hands, queued, following):
    ids = queued(("sample.sleep", {"seconds": 0.5}), following)
    before = waiting_messages()
    work_on_first(hands)
    assert states(ids) == ["success", "scheduled"]
    assert waiting_messages() == before + 1


def test_a_process_comes_back_to_the_pool_after_a_while(hands, queued):
    ids = queued(*[("sample.sleep", {"seconds": 0.2})] * 15)
    before = waiting_messages()
    work_on_first(hands)
    found = states(ids)
    assert 2 <= found.count("success") <= 12
    assert (found.count("scheduled"), waiting_messages()) == (1, before + 1)


def test_a_job_that_fails_on_the_way_does_not_keep_those_behind_it(hands, queued):
    ids = queued(
        ("sample.fail", {"how": "user", "times": 0}),
        ("sample.fail", {"how": "user"}),
        ("sample.fail", {"how": "user", "times": 0}),
    )
    assert work_on_first(hands) is Outcome.ENDED_WELL
    assert states(ids) == ["success", "failed", "success"]


def test_a_job_of_an_unknown_kind_on_the_way_gives_its_slot_back(hands, queued):
    ids = queued(*[("sample.note", {})] * 3)
    Job.objects.filter(pk=ids[1]).update(kind="nobody.knows")
    work_on_first(hands)
    assert states(ids) == ["success", "failed", "success"]


def test_a_line_that_was_cut_between_two_jobs_is_renewed(hands, queued):
    ids = queued(*[("sample.note", {})] * 2)
    (ticket,) = transitions.release()
    with connection.cursor() as cursor:
        cursor.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'cartulary-worker/%'"
        )
    hands.work(get_step("sample.note"), ticket.job_id, ticket.fence)
    assert states(ids) == ["success", "success"]
