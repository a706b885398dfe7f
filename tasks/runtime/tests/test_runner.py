"""The effect of the outcome of a step on its job."""

import logging

import pytest
from django.db import connection
from django.db.transaction import TransactionManagementError

from core.observability import request_id
from tasks.models import Job, JobLog, TenantQueue
from tasks.runtime import queue
from tasks.signals import job_finished
from tasks.testing import run_jobs
from tasks.tests.sample_jobs import look, marks

pytestmark = pytest.mark.django_db


@pytest.fixture
def announced():
    """Collect what is announced, and whether that happens inside a transaction."""
    ends = []

    def collect(*, job, **_):
        ends.append((job, connection.in_atomic_block))

    job_finished.connect(collect)
    yield ends
    job_finished.disconnect(collect)


def test_a_chain_runs_in_order_and_succeeds(enqueue):
    view = look(enqueue("sample.chain"))
    run_jobs()
    view = look(view.id)
    assert marks() == ["first", "second", "third"]
    assert (view.state, view.progress, view.attempts) == ("success", 100, 1)
    assert [step.state for step in view.steps] == ["success"] * 3


# proves: S3-36 S3-37 S2-34
@pytest.mark.parametrize(
    ("how", "reason", "code", "tries"),
    [
        ("user", "user_fault", "invalid_input", 1),  # the owner's mistake: no second try
        ("bug", "error", "internal_error", 1),  # ours: neither
        ("dependency", "exhausted", "dependency_unavailable", 3),  # S3-34, S3-38
    ],
)
def test_a_failing_step_fails_its_job(enqueue, how, reason, code, tries):
    job_id = enqueue("sample.fail", how=how)
    assert run_jobs(skip_waits=True) == tries
    view = look(job_id)
    assert (view.state, view.reason, view.error_code, view.attempts) == ("failed", reason, code, tries)
    assert marks() == ["try"] * tries


def test_a_fault_of_the_user_after_a_failed_dependency_is_no_outage(enqueue):
    job_id = enqueue("sample.fail", how="dependency", later="user")
    assert run_jobs(skip_waits=True) == 2
    assert (look(job_id).reason, look(job_id).error_code) == ("user_fault", "invalid_input")


# proves: S2-4
def test_a_failed_dependency_is_retried(enqueue):
    job_id = enqueue("sample.fail", how="dependency", times=1)
    run_jobs()
    view = look(job_id)
    assert (view.state, view.reason, view.error_message) == ("stuck", "dependency", "The parser is away.")
    assert view.started is not None
    assert view.due is not None
    assert 0 < (view.due - view.started).total_seconds() <= 3
    run_jobs(skip_waits=True)
    assert look(job_id).state == "success"


# proves: S3-35
def test_a_stuck_job_does_not_run_before_it_is_due(enqueue):
    enqueue("sample.fail", how="dependency", times=1)
    assert run_jobs() == 1
    assert run_jobs() == 0


def test_a_policy_without_retries_ends_at_the_first_failure(enqueue):
    job_id = enqueue("sample.stubborn", how="dependency")
    assert run_jobs(skip_waits=True) == 1
    assert look(job_id).reason == "dependency"


# proves: X-12
def test_a_tenant_may_have_every_error_retried(enqueue, owner):
    TenantQueue.objects.create(tenant=owner.tenant, retry_unknown=True)
    enqueue("sample.fail", how="bug", times=1)
    assert run_jobs(skip_waits=True) == 2


# proves: S0-30 S3-38
def test_the_traceback_is_stored_for_staff_only(enqueue):
    job_id = enqueue("sample.fail", how="bug")
    run_jobs()
    job = Job.objects.get(pk=job_id)
    assert "ZeroDivisionError: deep inside" in job.traceback
    assert "in fail" in job.traceback
    assert "deep inside" not in job.error_message
    assert "deep inside" in JobLog.objects.get(job=job_id).fields["traceback"]


# proves: S0-26
@pytest.mark.django_db(transaction=True)
def test_a_step_that_breaks_its_transaction_still_fails_with_a_traceback(enqueue):
    job_id = enqueue("sample.fail", how="poison")
    run_jobs()
    assert look(job_id).state == "failed"
    assert "nonsense" in Job.objects.get(pk=job_id).traceback


def test_an_optional_step_may_fail(enqueue):
    job_id = enqueue("sample.optional", maybe="fail")
    run_jobs()
    view = look(job_id)
    assert (view.state, marks()) == ("success", ["maybe", "third"])
    assert [(step.state, step.error_message) for step in view.steps] == [("failed", "no picture"), ("success", "")]


def test_an_optional_last_step_that_fails_ends_the_job_well(enqueue):
    job_id = enqueue("sample.optional_last", maybe="fail")
    run_jobs()
    assert look(job_id).state == "success"


# proves: S2-8 DD-4
@pytest.mark.parametrize(
    ("column", "value", "reason"),
    [
        ("args", "{not json", "bad_arguments"),
        ("args", "[1]", "bad_arguments"),
        ("args", '{"wrod": "x"}', "bad_arguments"),
        ("kind", "sample.gone", "unknown_kind"),
    ],
)
def test_malformed_arguments_end_the_job_and_free_its_slot(enqueue, column, value, reason, announced):
    broken, sound = enqueue("sample.note"), enqueue("sample.note", word="after")
    Job.objects.filter(pk=broken).update(**{column: value})
    run_jobs()
    assert (look(broken).state, look(broken).reason) == ("failed", reason)
    assert (look(sound).state, marks()) == ("success", ["after"])
    assert len(announced) == 2


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("kind", "args", "state"),
    [
        ("sample.chain", {}, "success"),
        ("sample.note", {}, "success"),
        ("sample.fail", {"how": "user"}, "failed"),
        ("sample.fail", {"how": "poison"}, "failed"),
        ("sample.short", {"seconds": 5}, "failed"),
    ],
)
def test_every_end_is_announced_once_inside_its_transaction(enqueue, announced, kind, args, state):
    job_id = enqueue(kind, **args)
    run_jobs()
    ((job, is_inside),) = announced
    assert (job.id, job.state, job.args, is_inside) == (job_id, state, args, True)


@pytest.mark.django_db(transaction=True)
def test_a_cancelled_job_is_announced_in_the_callers_transaction(enqueue, announced):
    job_id = enqueue("sample.note")
    queue.cancel(job_id)
    ((job, is_inside),) = announced
    assert (job.id, job.state, is_inside) == (job_id, "cancelled", True)


@pytest.mark.django_db(transaction=True)
def test_a_failing_receiver_rolls_the_end_back(enqueue):
    def refuse(*, job, **_):
        if job.state == "success":
            raise TransactionManagementError("not yet")

    job_finished.connect(refuse)
    try:
        job_id = enqueue("sample.chain")
        run_jobs()
    finally:
        job_finished.disconnect(refuse)
    assert (look(job_id).state, look(job_id).reason) == ("failed", "error")


@pytest.mark.django_db(transaction=True)
def test_a_job_whose_end_cannot_be_stored_counts_as_crashed(enqueue):
    def refuse(**_):
        raise ZeroDivisionError

    job_id = enqueue("sample.chain")
    job_finished.connect(refuse)
    try:
        run_jobs()
    finally:
        job_finished.disconnect(refuse)
    assert Job.objects.get(pk=job_id).crashes == 2
    run_jobs()
    assert (look(job_id).state, look(job_id).reason) == ("failed", "worker_lost")


# proves: S0-8 S0-10
def test_a_job_that_runs_out_of_time_fails_with_that_reason(enqueue, settings):
    job_id = enqueue("sample.short", seconds=5)
    Job.objects.filter(pk=job_id).update(timeout=0)
    run_jobs()
    view = look(job_id)
    assert (view.state, view.reason, view.error_message) == ("failed", "timeout", "Job cancelled due to timeout")


class RequestIds(logging.Handler):
    """Remembers under which request id each event was logged."""

    def __init__(self):
        super().__init__()
        self.seen = []

    def emit(self, record):
        self.seen.append((record.msg, request_id.current()))


# proves: S3-53
def test_logs_of_a_step_carry_the_request_id(enqueue):
    handler = RequestIds()
    logging.getLogger("tasks").addHandler(handler)
    try:
        enqueue("sample.note", options={"request_id": "req-9"})
        run_jobs()
    finally:
        logging.getLogger("tasks").removeHandler(handler)
    assert ("step.finished", "req-9") in handler.seen
    assert request_id.current() == ""
