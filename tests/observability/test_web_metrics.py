"""Metrics of the web server for Prometheus, under the names of S3-54."""

import os
import signal
import sys

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from config.stack.run_config import free_port
from config.stack.services import answers
from tasks.runtime import queue
from tests.api.jobs import enqueue
from tests.observability.scraping import parse, scrape
from tests.timeouts import until

pytestmark = pytest.mark.django_db


@pytest.fixture
def read(anonymous_api, settings):
    settings.METRICS_TOKEN = "the-token"
    return lambda: parse(anonymous_api.get("/metrics", headers={"Authorization": "Bearer the-token"}).content.decode())


@pytest.mark.parametrize(
    ("method", "address", "route", "status"),
    [
        ("get", "/health/live", "/health/live", "200"),
        (
            "get",
            "/api/v1/documents/00000000-0000-0000-0000-000000000000",
            "/api/v1/documents/<uuid:document_id>",
            "404",
        ),
        ("get", "/api/v1/nowhere/at/all", "none", "404"),  # an invented address makes no series of its own
        ("get", "/admin/login/", "/admin/login/", "200"),
        ("get", "/c/7?page=2", "app", "200"),  # the one page of the user interface, for all its paths,
        ("put", "/health/live", "/health/live", "405"),
    ],
)
def test_requests_are_counted_and_timed_by_url_template(api, read, method, address, route, status):
    # proves: S3-54
    name = method.upper()
    before = read()
    if getattr(api, method)(address).status_code == 503:
        pytest.skip("the user interface is being built")
    after = read()
    labels = {"method": name, "route": route}
    assert after("http_requests_total", **labels, status_code=status) == 1 + before(
        "http_requests_total", **labels, status_code=status
    )
    count = "http_request_duration_seconds_count"
    assert after(count, **labels) == 1 + before(count, **labels)


def test_unknown_methods_have_one_label(anonymous_api, read):
    # proves: S3-54
    before = read()
    for method in ("BREW", "PROPFIND"):
        anonymous_api.generic(method, "/health/live")
    labels = {"method": "OTHER", "route": "/health/live", "status_code": "405"}
    assert read()("http_requests_total", **labels) == before("http_requests_total", **labels) + 2


def test_jobs_are_counted_when_they_are_committed_and_ended(user, read, django_capture_on_commit_callbacks):
    # proves: S3-54
    before = read()
    with django_capture_on_commit_callbacks(execute=True):
        enqueue(user)
        assert read()("jobs_created_total", result="created") == before("jobs_created_total", result="created")
    assert read()("jobs_created_total", result="created") == before("jobs_created_total", result="created") + 1


def test_an_existing_live_job_is_a_replay(user, read, django_capture_on_commit_callbacks):
    # proves: S3-54
    before = read()
    with django_capture_on_commit_callbacks(execute=True):
        first, second = (
            queue.enqueue("sample_api.work", args={}, tenant_id=user.tenant_id, owner_id=user.pk, dedupe_key="one")
            for _ in range(2)
        )
        assert first == second
    after = read()
    for result in ("created", "idempotent_replay"):
        assert after("jobs_created_total", result=result) == before("jobs_created_total", result=result) + 1


def test_a_repeated_upload_with_its_key_is_a_replay(api, read):
    # proves: S3-54
    before = read()
    for expected in (201, 200):
        file = SimpleUploadedFile("a.txt", b"Some words.")
        answer = api.post("/api/v1/documents/upload", {"file": file}, headers={"Idempotency-Key": "this-one"})
        assert answer.status_code == expected
    replays = "jobs_created_total"
    assert read()(replays, result="idempotent_replay") == before(replays, result="idempotent_replay") + 1


@pytest.mark.full
@pytest.mark.django_db(transaction=True)
def test_web_processes_export_the_metrics_of_all_processes(processes, tmp_path):
    # proves: S3-54
    folder, port = tmp_path / "metrics", free_port(0)
    argv = [sys.executable, "-m", "config.serve", "config.asgi:application", "--port", str(port), "--lifespan", "off"]
    server = processes.start(
        "web",
        [*argv, "--workers", "2"],
        is_ready=lambda: answers(port, "/health/ready"),
        env={"METRICS_DIR": str(folder), "METRICS_TOKEN": "the-token"},
    )
    # asked only here: a probe that ends at its time limit is counted later
    labels = {"method": "GET", "route": "/health/live", "status_code": "200"}

    def web_processes() -> set[int]:
        files = {int(path.stem.partition("_")[2]) for path in folder.glob("counter_*.db")}
        return files & set(server.children())

    def read() -> float:
        return scrape(f"http://127.0.0.1:{port}/metrics", token="the-token")("http_requests_total", **labels)

    until(lambda: answers(port, "/health/ready") and len(web_processes()) == 2)
    assert all(answers(port, "/health/live") for _ in range(20))
    assert {read() for _ in range(5)} == {20}
    killed = web_processes()
    for pid in killed:
        os.kill(pid, signal.SIGKILL)
    until(lambda: len(web_processes() - killed) == 2 and answers(port, "/health/ready"))
    assert read() == 20
    assert not [pid for pid in killed if (folder / f"counter_{pid}.db").exists()]
