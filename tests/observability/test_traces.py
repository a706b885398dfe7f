"""One trace from a request to the last step of the last job it causes, as a collector receives it over OTLP."""

import json
from pathlib import Path
from uuid import uuid4

import httpx
import pytest
from celery import current_app
from django.db import transaction

from tasks.models import Job
from tests.jobs.conftest import QUICK, STEPS, JobOwner
from tests.observability.collector import Collector, Span, collecting
from tests.timeouts import until
from users.accounts.token_pairs import access_token_for

CALLER = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
TRACE = CALLER.split("-")[1]
STEPS_OF_A_DOCUMENT = ["documents.extract_thumbnail", "documents.ingest_doc", "documents.set_doc_lock_state"]
CANARY = "canary-in-the-text-of-a-document"


@pytest.fixture
def collector():
    with collecting() as collector:
        yield collector


@pytest.fixture
def traced(collector):
    """Return the environment of a traced program; spans are exported soon, so that tests need not wait."""
    return {
        **QUICK,
        "OTEL_EXPORTER_OTLP_ENDPOINT": collector.url,
        "OTEL_BSP_SCHEDULE_DELAY": "200",
        "NO_PROXY": "127.0.0.1",
        "no_proxy": "127.0.0.1",
    }


def named(spans: list[Span], *names: str) -> list[Span]:
    return [span for span in spans if span.name in names]


def upload(url: str, user, **headers: str) -> httpx.Response:
    token = access_token_for(user)
    bearer = {"Authorization": f"Bearer {token}"}
    with httpx.Client(base_url=url, headers=bearer, timeout=30, trust_env=False) as client:
        assert client.get("/api/v1/documents?search=canary-in-a-query").status_code == 200
        files = {"file": ("canary.txt", CANARY.encode())}
        return client.post("/api/v1/documents/upload", files=files, headers=headers)


def lines_of(output: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in output.splitlines() if line.startswith("{")]


def test_a_request_and_its_jobs_are_one_trace(processes, user, collector: Collector, traced):
    # proves: S3-59 T-12
    worker = processes.worker(env=traced, wait=False)
    _, url = processes.web(env=traced)
    worker.wait_ready()
    assert upload(url, user, traceparent=CALLER).status_code == 201
    # Each process exports its own spans.
    ends = {"POST /api/v1/documents/upload", "documents.set_doc_lock_state", "corpuses.embed_document"}
    spans = collector.wait_for(lambda spans: ends <= {span.name for span in spans})

    (request,) = named(spans, "POST /api/v1/documents/upload")
    assert (request.role, request.trace, request.parent) == ("web", TRACE, "00f067aa0ba902b7")
    (enqueued,) = named(spans, "enqueue documents.process")
    assert (enqueued.trace, enqueued.parent) == (TRACE, request.id)
    steps = named(spans, *STEPS_OF_A_DOCUMENT)
    assert {(step.role, step.trace, step.parent) for step in steps} == {("worker", TRACE, enqueued.id)}
    (last,) = named(spans, "documents.set_doc_lock_state")
    assert {span.parent for span in named(spans, "enqueue corpuses.embed")} == {last.id}
    (embedding,) = named(spans, "corpuses.embed_document")
    assert embedding.trace == TRACE
    libraries = {(span.role, span.library.rpartition(".")[2]) for span in spans if span.trace == TRACE}
    assert {("web", "psycopg"), ("worker", "psycopg")} <= libraries
    loggers = {"tasks.runtime.runner", "tasks.runtime.transitions"}
    until(lambda: loggers <= {line["logger"] for line in lines_of(worker.output()) if line.get("otelTraceID") == TRACE})
    assert not any(b"canary" in raw for raw in collector.raw)


@pytest.mark.full
def test_an_inline_job_has_its_own_trace(processes, user, collector, traced):
    # proves: S3-59
    worker = processes.worker(processes=1, arguments=STEPS, env={**traced, "JOB_INLINE_STEP_SECONDS": "5"})
    owner = JobOwner()
    names = ("sample.first", "sample.second", "sample.third")

    def run_with_own_traces() -> int:
        """Run 20 jobs; return how many messages for a first step the worker has received."""
        ids = [uuid4().hex for _ in range(20)]
        with transaction.atomic():
            jobs = [owner.enqueue("sample.chain") for _ in ids]
            for job, trace in zip(jobs, ids, strict=True):
                Job.objects.filter(pk=job).update(traceparent=f"00-{trace}-00000000000000aa-01")
        owner.wait_for(*jobs)
        spans = collector.wait_for(
            lambda spans: len([span for span in named(spans, *names) if span.trace in ids]) >= 3 * len(ids)
        )
        for job, trace in zip(jobs, ids, strict=True):
            mine = [span for span in named(spans, *names) if span.facts["cartulary.job"] == str(job)]
            assert {(span.trace, span.parent) for span in mine} == {(trace, "00000000000000aa")}
            assert sorted(span.name for span in mine) == sorted(names)
        (stats,) = current_app.control.inspect([worker.name], timeout=60).stats().values()
        return stats["total"]["sample.first"]

    # A process knows how long a step takes when it has run it once, and then runs some of the jobs inline.
    assert run_with_own_traces() < 20

    alone = owner.enqueue("sample.chain")
    owner.wait_for(alone)
    spans = collector.wait_for(
        lambda spans: len([span for span in named(spans, *names) if span.facts["cartulary.job"] == str(alone)]) == 3
    )
    unasked = [span for span in named(spans, *names) if span.facts["cartulary.job"] == str(alone)]
    assert {span.trace for span in unasked} == {alone.hex}  # this process is not traced


@pytest.mark.full
def test_without_an_endpoint_nothing_is_traced_or_even_imported(processes, user):
    # proves: S3-59
    web, url = processes.web()
    assert upload(url, user, traceparent=CALLER).status_code == 201
    assert {job.traceparent for job in Job.objects.all()} == {""}
    maps = Path(f"/proc/{web.pid}/maps").read_text()
    assert "grpc" not in maps
