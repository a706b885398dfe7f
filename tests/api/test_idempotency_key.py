"""Concurrent requests to a real server: one object is created, and every response names it."""

import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import httpx
import pytest
from django.utils import timezone

from documents.models import Document
from documents.tests.factories import parsed_document
from tasks.models import Job
from tasks.runtime import queue
from users.accounts.token_pairs import access_token_for
from users.models import IdempotencyKey

pytestmark = pytest.mark.django_db(transaction=True)

JOBS = "/api/v1/jobs"


@pytest.fixture
def document(user) -> Document:
    document = parsed_document(user, "Words.")
    for job in queue.jobs_of([document.pk])[document.pk]:
        queue.cancel(job.id)
    Document.objects.update(state="ready", backend_lock=False)
    return document


@pytest.fixture
def client(processes, user) -> Iterator[httpx.Client]:
    _, url = processes.web(env={"RATE_LIMITS": "off"})
    headers = {"Authorization": f"Bearer {access_token_for(user)}"}
    # A kept connection can be closed by the server, which ends idle ones, at the moment of its next request.
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=0)
    with httpx.Client(base_url=url, headers=headers, limits=limits, timeout=60, trust_env=False) as client:
        yield client


def send_concurrently(client: httpx.Client, number: int, **request) -> list[httpx.Response]:
    """Send the same request `number` times at the same time."""
    barrier = threading.Barrier(number)

    def send(_: int) -> httpx.Response:
        barrier.wait()
        return client.post(**request)

    with ThreadPoolExecutor(number) as pool:
        return list(pool.map(send, range(number)))


def test_a_hundred_identical_requests_create_one_job(client, document):
    # proves: S3-30 S3-28 X-6
    body = {"document_id": str(document.pk), "kind": "documents.process"}
    responses = send_concurrently(client, 100, url=JOBS, json=body, headers={"Idempotency-Key": "the-key"})
    assert Counter(response.status_code for response in responses) == {201: 1, 200: 99}
    assert len({response.json()["id"] for response in responses}) == 1
    assert Job.objects.exclude(state="cancelled").count() == 1
    assert IdempotencyKey.objects.count() == 1


@pytest.mark.full
def test_without_a_key_all_but_the_first_are_refused(client, document):
    responses = send_concurrently(client, 20, url=JOBS, json={"document_id": str(document.pk)})
    assert Counter(response.status_code for response in responses) == {201: 1, 409: 19}
    assert Job.objects.exclude(state="cancelled").count() == 1


def test_a_repeated_upload_creates_one_document(client):
    files = {"file": ("a.txt", b"Some words.")}
    url, headers = "/api/v1/documents/upload", {"Idempotency-Key": "the-key"}
    responses = send_concurrently(client, 20, url=url, files=files, headers=headers)
    assert Counter(response.status_code for response in responses) == {201: 1, 200: 19}
    assert Document.objects.count() == 1


@pytest.mark.full
def test_a_worker_deletes_expired_keys(processes, user):
    # proves: X-5
    now = timezone.now()
    for key, expires in (("old", now - timedelta(seconds=1)), ("valid", now + timedelta(hours=1))):
        IdempotencyKey.objects.create(owner=user, key=key, expires=expires, object_id=user.pk)
    processes.worker()
    end = time.monotonic() + 90
    while IdempotencyKey.objects.count() > 1 and time.monotonic() < end:
        time.sleep(0.05)
    assert IdempotencyKey.objects.get().key == "valid"


@pytest.mark.long
def test_a_thousand_identical_requests_create_one_job(client, document):
    # proves: T-5 S3-30
    body = {"document_id": str(document.pk)}
    responses = []
    for _ in range(10):
        responses += send_concurrently(client, 100, url=JOBS, json=body, headers={"Idempotency-Key": "the-key"})
    assert Counter(response.status_code for response in responses) == {201: 1, 200: 999}
    assert Job.objects.exclude(state="cancelled").count() == 1
