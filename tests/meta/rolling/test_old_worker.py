"""A rolling deploy (T-13): the schema is new, the worker is of the last release; then workers of both run."""

import os
import signal
import sys
from pathlib import Path

import pytest

from config.stack.services import worker_answers
from config.stack.testing import Process, Processes
from tests.jobs.conftest import QUICK, STEPS, JobOwner, is_beating, marks, start_worker
from tests.timeouts import until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(240), pytest.mark.long]

NODE = "of-the-last-release@localhost"


def start_old_worker(processes: Processes, release: Path) -> Process:
    argv = [sys.executable, "-m", "celery", "--workdir", str(release), "-A", "config.celery_app", "worker"]
    argv += ["--pool", "prefork", "--concurrency", "2", "--hostname", NODE, "--without-gossip", "--without-mingle"]
    environment = {**QUICK, "PYTHONPATH": str(release), "PYTHONSAFEPATH": "1"}
    broker = os.environ["CELERY_BROKER_URL"]
    return processes.start(
        NODE, [*argv, *STEPS], env=environment, is_ready=lambda: worker_answers(broker, NODE) and is_beating(NODE)
    )


# proves: T-13
def test_a_worker_of_the_last_release_works_on_the_present_schema(processes, release, request):
    old = start_old_worker(processes, release)
    assert Path(f"/proc/{old.pid}/cwd").resolve() == release.resolve()
    user = request.getfixturevalue("user")
    jobs = [user.enqueue("sample.chain") for _ in range(10)]
    jobs += [user.enqueue("sample.sleep", seconds=0.3) for _ in range(8)]
    jobs += [user.enqueue("sample.optional", maybe="fail"), user.enqueue("sample.fail", how="user")]
    until(lambda: marks("sleep"))
    os.kill(int(marks("sleep")[0].partition(":")[2]), signal.SIGKILL)
    views = user.wait_for(*jobs, seconds=90)
    assert [view.state for view in views] == ["success"] * 19 + ["failed"]
    assert sum(view.crashes for view in views) <= 1  # the sleeper may have ended before it was killed
    assert "psycopg.errors" not in old.output()


# proves: T-13
def test_a_deploy_goes_on_with_what_the_old_worker_has_begun(processes, release, request):
    old = start_old_worker(processes, release)
    user: JobOwner = request.getfixturevalue("user")
    jobs = [user.enqueue("sample.sleep", seconds=0.3) for _ in range(20)]
    until(lambda: len(marks("sleep")) >= 4)
    start_worker(processes)
    until(lambda: len(marks("sleep")) >= 8)
    old.signal(signal.SIGTERM)
    views = user.wait_for(*jobs, seconds=90)
    assert {(view.state, view.crashes) for view in views} == {("success", 0)}
