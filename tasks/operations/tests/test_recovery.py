"""Jobs that failed because a dependency was down: tried again when it works."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tasks.models import DeadLetter
from tasks.operations.dead_letters import open_dead_letters
from tasks.operations.recovery import requeue_after_outages
from tasks.testing import run_jobs
from tasks.tests.sample_jobs import look

pytestmark = pytest.mark.django_db

ATTEMPTS = 3


@pytest.fixture
def failed(enqueue):
    """Make a job that has failed for minutes; gives its id."""

    def make(how="dependency", *, minutes=10.0, since=20.0, **args):
        job_id = enqueue("sample.fail", how=how, **args)
        run_jobs(skip_waits=True)
        happened(job_id, minutes=minutes, since=since)
        return job_id

    return make


def happened(job_id, *, minutes, since):
    now = timezone.now()
    DeadLetter.objects.filter(job=job_id).update(
        first_failed_at=now - timedelta(minutes=since), last_failed_at=now - timedelta(minutes=minutes)
    )


# proves: S4-42 S4-43
def test_one_job_is_tried_first_and_the_others_when_it_succeeds(failed):
    first, *others = [failed(times=3 * ATTEMPTS, minutes=minutes) for minutes in (12, 11, 10)]
    assert requeue_after_outages() == 1
    assert requeue_after_outages() == 0  # while it is tried
    run_jobs(skip_waits=True)
    assert look(first).state == "success"
    assert requeue_after_outages() == len(others)
    run_jobs(skip_waits=True)
    assert {look(each).state for each in others} == {"success"}
    assert (requeue_after_outages(), open_dead_letters().count()) == (0, 0)


# proves: S4-42
def test_while_the_dependency_is_down_the_jobs_take_turns(failed):
    jobs = [failed(minutes=minutes) for minutes in (12, 11)]
    for job_id in jobs:
        assert requeue_after_outages() == 1
        assert [look(each).state for each in jobs if look(each).state != "failed"] == [look(job_id).state]
        run_jobs(skip_waits=True)
    assert requeue_after_outages() == 0  # both have just failed again
    assert open_dead_letters().count() == len(jobs)


def test_a_job_that_keeps_failing_is_tried_less_and_less_often(failed):
    job_id = failed(minutes=9, since=60)  # a quarter of 51 minutes has not passed yet
    assert requeue_after_outages() == 0
    happened(job_id, minutes=13, since=60)
    assert requeue_after_outages() == 1


@pytest.mark.parametrize(
    ("how", "times"),
    [
        ("user", {}),
        ("bug", {}),
        ("dependency", {"minutes": 0.5, "since": 0.6}),
        ("dependency", {"minutes": 24 * 60, "since": 3 * 24 * 60 + 1}),
    ],
)
def test_other_failures_are_left_to_staff(failed, how, times):
    failed(how, **times)
    assert (requeue_after_outages(), open_dead_letters().count()) == (0, 1)


def test_an_error_in_the_code_is_not_retried_for_days(failed):
    DeadLetter.objects.filter(job=failed()).update(error_code="internal_error")
    assert requeue_after_outages() == 0
