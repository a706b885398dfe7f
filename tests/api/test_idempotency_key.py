"""Simultaneous requests at a real server: one object is created, and every response names it."""

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
    limits = httpx.Limits(max_connections=None)
    with httpx.Client(base_url=url, headers=headers, limits=limits, timeout=60, trust_env=False) as client:
        yield client


def at_once(client: httpx.Client, number: int, **request) -> list[httpx.Response]:
    """Send the same request so many times, all of them at the same moment."""
    gate = threading.Barrier(number)

    def send(_: int) -> httpx.Response:
        gate.wait()
        return client.post(**request)

    with ThreadPoolExecutor(number) as pool:
        return list(pool.map(send, range(number)))


def test_a_hundred_identical_requests_make_one_job(client, document):
    # proves: S3-30 S3-28 X-6
    body = {"document_id": str(document.pk), "kind": "documents.process"}
    answers = at_once(client, 100, url=JOBS, json=body, headers={"Idempotency-Key": "the-key"})
    assert Counter(answer.status_code for answer in answers) == {201: 1, 200: 99}
    assert len({answer.json()["id"] for answer in answers}) == 1
    assert Job.objects.exclude(state="cancelled").count() == 1
    assert IdempotencyKey.objects.count() == 1


def test_without_a_key_the_first_wins_and_the_others_get_the_reason(client, document):
    answers = at_once(client, 20, url=JOBS, json={"document_id": str(document.pk)})
    assert Counter(answer.status_code for answer in answers) == {201: 1, 409: 19}
    assert Job.objects.exclude(state="cancelled").count() == 1


def test_an_upload_that_is_sent_twenty_times_makes_one_document(client):
    files = {"file": ("a.txt", b"Some words.")}
    url, headers = "/api/v1/documents/upload", {"Idempotency-Key": "the-key"}
    answers = at_once(client, 20, url=url, files=files, headers=headers)
    assert Counter(answer.status_code for answer in answers) == {201: 1, 200: 19}
    assert Document.objects.count() == 1


def test_a_worker_forgets_what_does_not_count_any_more(processes, user):
    # proves: X-5
    now = timezone.now()
    for key, expires in (("old", now - timedelta(seconds=1)), ("young", now + timedelta(hours=1))):
        IdempotencyKey.objects.create(owner=user, key=key, expires=expires, object_id=user.pk)
    processes.worker()
    end = time.monotonic() + 90
    while IdempotencyKey.objects.count() > 1 and time.monotonic() < end:
        time.sleep(0.05)
    assert IdempotencyKey.objects.get().key == "young"


@pytest.mark.long
def test_a_thousand_identical_requests_make_one_job(client, document):
    # proves: T-5 S3-30
    body = {"document_id": str(document.pk)}
    answers = []
    for _ in range(10):
        answers += at_once(client, 100, url=JOBS, json=body, headers={"Idempotency-Key": "the-key"})
    assert Counter(answer.status_code for answer in answers) == {201: 1, 200: 999}
    assert Job.objects.exclude(state="cancelled").count() == 1
