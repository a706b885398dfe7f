"""Metrics of a worker: every job counts once, whichever process ran it and whether that is still alive."""

import os
import signal
import socket
from pathlib import Path

import httpx
import pytest

from config.stack.run_config import free_port
from tasks.models import Job
from tests.jobs.conftest import QUICK, STEPS, JobOwner
from tests.observability.scraping import scrape
from tests.timeouts import until
from users.accounts.token_pairs import access_token_for


@pytest.fixture
def port() -> int:
    return free_port(0)


@pytest.fixture
def worker(processes, port, tmp_path):
    env = {**QUICK, "WORKER_METRICS_PORT": str(port), "METRICS_TOKEN": "the-token", "TMPDIR": str(tmp_path)}
    return processes.worker(processes=2, arguments=(*STEPS, "--max-tasks-per-child", "3"), env=env)


@pytest.fixture
def read(port):
    return lambda: scrape(f"http://127.0.0.1:{port}/metrics", token="the-token")


REFUSED = [("/metrics", ""), ("/metrics", "Bearer réal"), ("/", "Bearer the-token")]


def ask(port: int, path: str, shown: str) -> int:
    with httpx.Client(trust_env=False) as client:
        return client.get(f"http://127.0.0.1:{port}{path}", headers={"Authorization": shown.encode()}).status_code


def successes() -> int:
    """Return the number of jobs that have succeeded; those of the schedule are among them."""
    return Job.objects.filter(state="success").count()


def counted(read, wanted: int):
    """Wait for the metrics: processes count a job shortly after its row says that it has ended."""
    until(lambda: read()("jobs_succeeded_total") >= max(wanted, successes()))
    return read()


@pytest.mark.full
def test_no_count_is_lost_when_processes_are_replaced(worker, read, port, tmp_path):
    # proves: S3-54
    user = JobOwner()
    first = set(worker.children())
    user.wait_for(*[user.enqueue("sample.chain") for _ in range(20)])
    read()  # folds the files of the processes that are gone so far
    user.wait_for(*[user.enqueue("sample.note") for _ in range(20)])
    for pid in worker.children():
        os.kill(pid, signal.SIGKILL)
    user.wait_for(*[user.enqueue("sample.chain") for _ in range(20)])
    sample = counted(read, 60)
    ended = successes()
    assert ended >= 60
    assert sample("jobs_succeeded_total") == ended
    assert sample("job_processing_duration_seconds_count", result="succeeded") == ended
    assert sample("job_processing_duration_seconds_bucket", result="succeeded", le="+Inf") == ended
    assert not first & set(worker.children())
    (folder,) = Path(tmp_path).glob("cartulary-metrics-*")
    # The dead ones' sum, the main process, two children; each scrape adds the files of the dead ones up.
    until(lambda: read() and len(list(folder.glob("counter_*.db"))) <= 4)
    assert [ask(port, path, shown) for path, shown in REFUSED] == [401, 401, 404]


FAILURES = [
    ("sample.fail", {"how": "user"}, "permanent"),
    ("sample.fail", {"how": "bug"}, "unhandled"),
    ("sample.fail", {"wrod": "x"}, "permanent"),  # arguments that do not fit
    ("sample.stubborn", {"how": "dependency"}, "transient_exhausted"),  # its caller has retried
    ("sample.poison", {}, "unhandled"),  # it kills its processes, and the worker itself ends it
]


@pytest.mark.full
def test_failures_are_counted_by_reason(worker, read):
    # proves: S3-54
    user = JobOwner()
    for kind, arguments, _ in FAILURES:
        user.run(kind, **arguments)
    until(lambda: read()("job_processing_duration_seconds_count", result="failed") == len(FAILURES))
    expected = {"permanent": 2, "unhandled": 2, "transient_exhausted": 1}
    until(lambda: {reason: read()("jobs_failed_total", reason=reason) for reason in expected} == expected)
    assert read()("jobs_succeeded_total") == successes()


@pytest.mark.full
def test_parsed_pages_and_the_time_of_parsers_are_counted(worker, processes, read):
    _, url = processes.web()
    user = JobOwner()
    headers = {"Authorization": f"Bearer {access_token_for(user.user)}"}
    with httpx.Client(base_url=url, headers=headers, trust_env=False, timeout=30) as client:
        client.post("/api/v1/documents/upload", files={"file": ("a.txt", b"Some words.")}).raise_for_status()
    user.wait_for(*Job.objects.values_list("pk", flat=True))
    until(lambda: "cartulary_parse_duration_seconds_count" in read().names())
    pages = [value for (name, _), value in read().samples.items() if name == "cartulary_parsed_pages_total"]
    assert pages == [1]


@pytest.mark.full
def test_a_port_in_use_does_not_prevent_the_worker_from_running(processes, port):
    with socket.create_server(("127.0.0.1", port)):
        env = {**QUICK, "WORKER_METRICS_PORT": str(port)}
        worker = processes.worker(processes=1, arguments=STEPS, env=env)
        assert "metrics.port_unavailable" in worker.output()
        assert JobOwner().run("sample.chain").state == "success"
