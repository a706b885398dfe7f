"""Workers that are killed, or stopped for a deploy."""

import signal

import pytest
from celery import current_app

from tasks.models import Job
from tasks.tests import sample_jobs
from tests.jobs.conftest import marks, start_worker
from tests.timeouts import PATIENCE, until


# proves: S2-3 S2-1 DD-1 X-14
def test_the_jobs_of_a_killed_worker_are_taken_over(processes, user):
    killed, other = start_worker(processes, wait=False), start_worker(processes, wait=False)
    killed.wait_ready()
    other.wait_ready()
    jobs = [user.enqueue("sample.wait", seconds=60) for _ in range(4)]
    until(lambda: len(marks("wait:")) == 4)
    assert other.popen.poll() is None
    killed.kill_all()
    sample_jobs.mark("enough")
    views = user.wait_for(*jobs)
    assert {view.state for view in views} == {"success"}
    assert sum(view.crashes for view in views) == 2
    assert (marks().count("first"), marks().count("waited")) == (4, 4)
    redelivery_seconds = current_app.conf.broker_transport_options["visibility_timeout"]
    assert redelivery_seconds > PATIENCE  # no message is redelivered so soon: the jobs were found by their rows


# proves: S2-43 S2-3
@pytest.mark.full
def test_a_deploy_lets_steps_end_and_counts_no_crash(processes, user):
    worker = start_worker(processes)
    jobs = [user.enqueue("sample.sleep", seconds=1) for _ in range(5)]
    until(lambda: len(marks("sleep")) >= 2)
    worker.signal(signal.SIGTERM)
    start_worker(processes)
    worker.popen.wait(PATIENCE)
    views = user.wait_for(*jobs)
    assert {(view.state, view.attempts, view.crashes) for view in views} == {("success", 1, 0)}
    assert len(marks("sleep")) == 5


# proves: S2-43
@pytest.mark.full
def test_a_deploy_that_kills_its_worker_counts_no_crash(processes, user):
    worker = start_worker(processes, slots=1)
    job_id = user.enqueue("sample.wait", seconds=600)
    until(lambda: marks("wait:"))
    worker.signal(signal.SIGTERM)
    start_worker(processes, slots=1)
    worker.kill_all()
    Job.objects.update(args='{"seconds": 0}')
    (view,) = user.wait_for(job_id)
    assert (view.state, view.crashes, view.attempts) == ("success", 0, 2)
    assert marks().count("first") == 1
