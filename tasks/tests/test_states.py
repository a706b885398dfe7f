"""The database itself refuses what must never be: impossible changes of state, rows that contradict themselves."""

from contextlib import nullcontext
from itertools import product

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from tasks.models import Job, SchedulerState
from tasks.states import ENDED, IN_FLIGHT, JobState

pytestmark = pytest.mark.django_db

ALLOWED = {
    ("waiting", "scheduled"),
    ("scheduled", "running"),
    ("running", "success"),
    ("running", "failed"),
    ("running", "stuck"),
    ("running", "cancelled"),
    ("stuck", "scheduled"),
    ("waiting", "cancelled"),
    ("stuck", "cancelled"),
    ("scheduled", "cancelled"),
    ("failed", "waiting"),  # a user retries
    ("cancelled", "waiting"),
    ("failed", "stuck"),  # an operator requeues many, one after another
}


def fit(state: str) -> dict[str, object]:
    """Return the columns that a state requires."""
    return {
        "state": state,
        "queued": state == JobState.WAITING,
        "inflight": state in IN_FLIGHT,
        "charged": state in IN_FLIGHT,
        "run_at": timezone.now() if state == JobState.STUCK else None,
        "finished": timezone.now() if state in ENDED else None,
    }


def force(job_id, **columns):
    """Write a row as no_user may, without the guard on changes of state."""
    with connection.cursor() as cursor:
        cursor.execute("alter table tasks_job disable trigger tasks_job_state")
    Job.objects.filter(pk=job_id).update(**columns)
    with connection.cursor() as cursor:
        cursor.execute("alter table tasks_job enable trigger tasks_job_state")


# proves: S2-9 S2-10 S2-11 S2-12 S2-13 S2-14 S2-15 S2-16
@pytest.mark.parametrize(("old", "new"), [pair for pair in product(JobState.values, repeat=2) if pair[0] != pair[1]])
def test_only_documented_transitions_are_possible(enqueue, old, new):
    job_id = enqueue("sample.note")
    with connection.cursor() as cursor:
        cursor.execute("set constraints all immediate")
    force(job_id, **fit(old))
    refused = pytest.raises(IntegrityError, match=f"from {old} to {new}")
    with nullcontext() if (old, new) in ALLOWED else refused, transaction.atomic():
        Job.objects.filter(pk=job_id).update(**fit(new))


@pytest.mark.parametrize(
    ("columns", "constraint"),
    [
        ({"state": "sleeping", "queued": False}, "job_state_known"),
        ({**fit("waiting"), "queued": False}, "job_queued"),
        ({**fit("running"), "queued": True}, "job_queued"),
        ({**fit("waiting"), "inflight": True}, "job_inflight"),
        ({**fit("scheduled"), "charged": False}, "job_inflight"),
        ({**fit("scheduled"), "holder": 1, "began": timezone.now()}, "job_held_only_while_running"),
        ({**fit("running"), "holder": 1}, "job_held_only_while_running"),
        ({**fit("stuck"), "run_at": None}, "job_stuck_knows_when"),
        ({**fit("waiting"), "run_at": timezone.now()}, "job_stuck_knows_when"),
        ({**fit("success"), "finished": None}, "job_ended"),
        ({**fit("failed"), "live_key": "k"}, "job_ended"),
        ({**fit("waiting"), "finished": timezone.now()}, "job_ended"),
        ({**fit("waiting"), "deadline": timezone.now()}, "job_deadline_of_an_attempt"),
        ({"progress": 101}, "job_progress_percent"),
        ({"queue_rank": 2}, "job_queue_rank"),
    ],
)
def test_constraints_reject_contradictory_rows(enqueue, columns, constraint):
    job_id = enqueue("sample.note")
    with connection.cursor() as cursor:
        cursor.execute("set constraints all immediate")
        cursor.execute("alter table tasks_job disable trigger tasks_job_state")
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        Job.objects.filter(pk=job_id).update(**columns)


def test_there_is_one_scheduler():
    with pytest.raises(IntegrityError, match="one_scheduler"), transaction.atomic():
        SchedulerState.objects.create(id=2)
