"""The interface of the runtime: enqueue in the caller's transaction, once per key, read, retry, cancel."""

import json
import threading
from contextlib import suppress
from uuid import uuid4

import pytest
from django.db import OperationalError, connection, transaction

from core.db.ids import uuid7
from core.observability import request_id
from tasks.errors import JobHasBegun, JobHasSucceeded, JobIsLive, JobNotFound, UnknownJobKind
from tasks.models import Job, JobLog, StepRun
from tasks.runtime import queue
from tasks.states import JobState
from tasks.testing import run_jobs
from tasks.tests.sample_jobs import look, marks

pytestmark = pytest.mark.django_db


def state_of(job_id):
    return look(job_id).state


# proves: S2-5
def test_enqueueing_is_one_statement(enqueue, owner, django_assert_num_queries):
    with django_assert_num_queries(1):
        job_id = enqueue("sample.note", word="hello")
    view = look(job_id)
    assert (view.state, view.status, view.kind, view.tenant_id) == ("waiting", "queued", "sample.note", owner.tenant_id)


# proves: S3-G5
@pytest.mark.django_db(transaction=True)
def test_a_rollback_enqueues_nothing(enqueue):
    with transaction.atomic():
        enqueue("sample.note")
        transaction.set_rollback(True)
    assert not Job.objects.exists()
    assert run_jobs() == 0


@pytest.mark.django_db(transaction=True)
def test_jobs_of_a_commit_run(enqueue):
    with transaction.atomic():
        enqueue("sample.note", word="a")
        enqueue("sample.note", word="b")
    assert run_jobs() == 2
    assert marks() == ["a", "b"]


@pytest.mark.django_db(transaction=True)
def test_an_error_in_dispatch_does_not_affect_the_caller(enqueue):
    def refuse_release(execute, sql, params, many, context):
        if "tasks_dispatch" in sql:
            raise OperationalError("terminating connection due to administrator command")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(refuse_release):
        job_id = enqueue("sample.note", word="done")
    run_jobs()
    assert (state_of(job_id), marks()) == ("success", ["done"])


def test_enqueueing_runs_nothing(enqueue, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        job_id = enqueue("sample.note")
    assert state_of(job_id) == "waiting"


def test_an_unknown_kind_is_refused_at_once(enqueue):
    with pytest.raises(UnknownJobKind):
        enqueue("sample.nonsense")
    assert not Job.objects.exists()


# proves: S2-7
def test_arguments_are_kept_as_text_and_decoded_by_the_step(enqueue):
    word = 'naïve "quoted" \\ \U0001f4dc'
    job_id = enqueue("sample.note", word=word)
    text = Job.objects.get(pk=job_id).args
    assert isinstance(text, str)
    assert json.loads(text) == {"word": word}
    run_jobs()
    assert marks() == [word]


def test_arguments_that_are_not_json_are_refused(enqueue):
    with pytest.raises(TypeError, match="JSON"):
        enqueue("sample.note", word=uuid4())


# proves: S3-53
def test_a_job_has_the_id_of_its_request(enqueue):
    request_id.bind("req-7")
    try:
        assert look(enqueue("sample.note")).request_id == "req-7"
        assert look(enqueue("sample.note", options={"request_id": "own"})).request_id == "own"
    finally:
        request_id.bind("")


# proves: S2-39
def test_a_dedupe_key_returns_the_live_job(enqueue):
    first = enqueue("sample.note", options={"dedupe_key": "k"})
    assert enqueue("sample.note", options={"dedupe_key": "k"}) == first
    assert enqueue("sample.note", options={"dedupe_key": "other"}) != first
    run_jobs()
    assert enqueue("sample.note", options={"dedupe_key": "k"}) != first


# proves: S2-39 DD-8
@pytest.mark.django_db(transaction=True)
def test_concurrent_calls_with_one_key_create_one_job(enqueue):
    barrier, results = threading.Barrier(8), []

    def rival():
        barrier.wait()
        with transaction.atomic():
            results.append(enqueue("sample.note", options={"dedupe_key": "k"}))
        connection.close()

    threads = [threading.Thread(target=rival) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 8
    assert len(set(results)) == Job.objects.count() == 1


def test_jobs_are_listed_by_subject_newest_first(enqueue, django_assert_num_queries):
    subjects = [uuid7(), uuid7(), uuid7()]
    created = {s: [enqueue("sample.chain", options={"subject_id": s}) for _ in range(3)] for s in subjects[:2]}
    run_jobs()
    with django_assert_num_queries(2):
        results = queue.jobs_of(subjects)
    assert {s: [v.id for v in views] for s, views in results.items()} == {s: ids[::-1] for s, ids in created.items()}
    assert [step.name for step in results[subjects[0]][0].steps] == ["sample.first", "sample.second", "sample.third"]
    assert queue.jobs_of(subjects, kinds=["sample.note"]) == {}


def test_a_job_view_contains_steps_that_have_not_begun(enqueue):
    view = look(enqueue("sample.chain"))
    assert [(step.state, step.duration_ms) for step in view.steps] == [("waiting", None)] * 3
    assert not view.is_finished


def test_an_unknown_job_has_no_view():
    assert queue.job_view(uuid7()) is None


# proves: S2-G8
def test_a_retried_job_is_reset_but_keeps_its_completed_steps(enqueue):
    job_id = enqueue("sample.two", how="user", times=1)
    run_jobs()
    assert state_of(job_id) == "failed"
    assert queue.retry(job_id) == job_id
    view = look(job_id)
    assert (view.state, view.attempts, view.error_code, view.finished) == ("waiting", 0, "", None)
    run_jobs()
    assert (state_of(job_id), marks()) == ("success", ["first", "try", "try"])


def test_a_retry_from_the_start_repeats_all_steps(enqueue):
    job_id = enqueue("sample.two", how="user", times=1)
    run_jobs()
    queue.retry(job_id, from_start=True)
    run_jobs()
    assert marks() == ["first", "try", "first", "try"]


@pytest.mark.parametrize(("runs", "error"), [(False, JobIsLive), (True, JobHasSucceeded)])
def test_only_failed_or_cancelled_jobs_are_retried(enqueue, runs, error):
    job_id = enqueue("sample.note")
    if runs:
        run_jobs()
    with pytest.raises(error):
        queue.retry(job_id)


def test_a_retry_is_refused_while_another_job_has_its_key(enqueue):
    job_id = enqueue("sample.note", options={"dedupe_key": "k"})
    queue.cancel(job_id)
    enqueue("sample.note", options={"dedupe_key": "k"})
    with pytest.raises(JobIsLive):
        queue.retry(job_id)
    assert state_of(job_id) == "cancelled"


# proves: S2-42
@pytest.mark.parametrize("state", ["waiting", "scheduled", "stuck"])
def test_a_job_that_does_not_run_is_cancelled_at_once(enqueue, state):
    from tasks.runtime import transitions

    job_id = enqueue("sample.fail", how="dependency")
    if state == "scheduled":
        transitions.reconcile(slots=1)
    if state == "stuck":
        run_jobs()
    assert state_of(job_id) == state
    queue.cancel(job_id)
    assert (state_of(job_id), look(job_id).reason) == ("cancelled", "cancelled")
    assert run_jobs(skip_waits=True) == 0


def test_cancelling_an_ended_job_changes_nothing(enqueue):
    job_id = enqueue("sample.note")
    run_jobs()
    queue.cancel(job_id)
    assert state_of(job_id) == "success"


# proves: S2-42
@pytest.mark.parametrize("act", [queue.cancel, queue.retry, lambda key: queue.change_priority(key, queue.Priority.LOW)])
def test_an_unknown_job_is_not_found(act):
    with pytest.raises(JobNotFound):
        act(uuid7())


def test_jobs_are_deleted_with_their_tenant(enqueue, owner):
    enqueue("sample.chain")
    run_jobs()
    tenant = owner.tenant
    owner.delete()
    assert Job.objects.get().owner_id is None
    tenant.delete()
    assert [model.objects.count() for model in (Job, StepRun, JobLog)] == [0, 0, 0]


# proves: X-17
@pytest.mark.parametrize(
    ("state", "status"),
    [
        (JobState.WAITING, "queued"),
        (JobState.SCHEDULED, "queued"),
        (JobState.STUCK, "queued"),
        (JobState.RUNNING, "processing"),
        (JobState.SUCCESS, "succeeded"),
        (JobState.FAILED, "failed"),
        (JobState.CANCELLED, "cancelled"),
    ],
)
def test_every_state_has_a_status(state, status):
    from tasks.states import STATUS

    assert STATUS[state] == status


# proves: S2-40
@pytest.mark.parametrize("count", [0, 1, 2500])
def test_many_jobs_are_recorded_in_few_statements(owner, count, django_assert_max_num_queries):
    facts = {"kind": "sample.note", "args": {}, "tenant_id": owner.tenant_id, "owner_id": owner.pk}
    with django_assert_max_num_queries(3):
        ids = queue.enqueue_many([queue.NewJob(**facts)] * count)
    assert list(Job.objects.order_by("id").values_list("id", flat=True)) == ids
    assert len(set(ids)) == count


# proves: S2-40 DD-8
def test_many_jobs_have_unique_keys(owner, enqueue):
    first = enqueue("sample.note", options={"dedupe_key": "k"})
    facts = {"kind": "sample.note", "args": {}, "tenant_id": owner.tenant_id, "owner_id": owner.pk}
    jobs = [queue.NewJob(**facts, dedupe_key=key) for key in ("k", "new", "", "new")]
    known, new, free, again = queue.enqueue_many(jobs)
    assert (known, new) == (first, again)
    assert len({known, new, free}) == Job.objects.count() == 3


# proves: S2-41
def test_the_priority_of_a_waiting_job_changes(enqueue):
    slow, quick = enqueue("sample.note", word="slow"), enqueue("sample.note", word="quick")
    queue.change_priority(slow, queue.Priority.LOW)
    run_jobs()
    assert marks() == ["quick", "slow"]
    assert Job.objects.get(pk=quick).priority == queue.Priority.HIGH


# proves: S2-41
def test_a_due_retry_stays_before_both_priorities(enqueue):
    job_id = enqueue("sample.fail", how="dependency", times=1)
    run_jobs()
    queue.change_priority(job_id, queue.Priority.LOW)
    assert Job.objects.get(pk=job_id).queue_rank == queue.Priority.LOW
    Job.objects.update(queued=True, queue_rank=0)
    queue.change_priority(job_id, queue.Priority.HIGH)
    assert (Job.objects.get(pk=job_id).queue_rank, Job.objects.get(pk=job_id).priority) == (0, queue.Priority.HIGH)


def test_the_priority_of_a_running_job_is_fixed(enqueue):
    job_id = enqueue("sample.note")
    run_jobs()
    with pytest.raises(JobHasBegun):
        queue.change_priority(job_id, queue.Priority.LOW)


# proves: S2-41 S2-27
@pytest.mark.django_db(transaction=True)
def test_changing_priorities_during_dispatch_loses_no_job(enqueue):
    jobs = [enqueue("sample.note") for _ in range(40)]

    def change():
        for job_id in jobs:
            with suppress(JobHasBegun):
                queue.change_priority(job_id, queue.Priority.LOW)
        connection.close()

    rival = threading.Thread(target=change)
    rival.start()
    run_jobs()
    rival.join()
    run_jobs()
    assert {look(job_id).state for job_id in jobs} == {"success"}
    assert len(marks()) == 40


# proves: S2-35 DD-13
def test_the_log_of_a_job_is_read_in_order_after_a_line(enqueue):
    job_id = enqueue("sample.talk", lines=1200)
    run_jobs()
    first = queue.log_of(job_id)
    rest = queue.log_of(job_id, after=first[-1].id)
    assert [line.message for line in first + rest] == [f"line {number}" for number in range(1200)]
    assert (first[0].level, first[0].attempt, first[0].fields) == ("info", 1, {"number": 0})


def test_only_staff_read_tracebacks_in_the_log(enqueue):
    job_id = enqueue("sample.fail", how="bug")
    run_jobs()
    (own,), (staff_line,) = queue.log_of(job_id), queue.log_of(job_id, with_tracebacks=True)
    assert "traceback" not in own.fields
    assert "deep inside" in staff_line.fields["traceback"]


# proves: S2-37 DD-5
def test_on_cancel_is_called_once(enqueue):
    cancelled, done = enqueue("sample.cancellable"), enqueue("sample.cancellable", seconds=0)
    queue.cancel(cancelled)
    queue.cancel(cancelled)
    run_jobs()
    assert marks() == [f"undone:{cancelled}", "first", "wait:" + marks()[2].partition(":")[2], "waited"]
    assert state_of(done) == "success"
