"""A request's id is taken when it is well formed, made otherwise, and always given back."""

import json
import logging
import re
from uuid import UUID

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from core.observability import request_id
from core.observability.logs import JsonFormatter
from tasks.runtime.queue import job_view

pytestmark = pytest.mark.django_db


def test_a_well_formed_id_is_kept(anonymous_api):
    # proves: S3-53
    assert anonymous_api.get("/health/live", headers={"X-Request-ID": "abc-1.2_3"})["X-Request-ID"] == "abc-1.2_3"


@pytest.mark.parametrize(
    "offered",
    [
        "",
        "a b",  # a space would break logs apart
        "x" * 65,  # too long
        "é",
        '{"a":1}',
    ],
)
def test_any_other_is_replaced(anonymous_api, offered):
    # proves: S3-53
    given = anonymous_api.get("/health/live", headers={"X-Request-ID": offered})["X-Request-ID"]
    assert re.fullmatch(r"[0-9a-f]{32}", given)


def test_every_line_of_the_log_carries_it():
    # proves: S3-53
    record = logging.LogRecord("a.logger", logging.INFO, "f.py", 1, "sample.done", None, None)
    with request_id.bound("the-request"):
        assert json.loads(JsonFormatter().format(record))["request_id"] == "the-request"
    assert request_id.current() == ""


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/health/live", 200),
        ("/api/v1/nowhere", 404),  # Django logs this one when all middleware has ended
    ],
)
def test_what_a_thread_does_after_a_request_does_not_carry_its_id(anonymous_api, caplog, address, status):
    # proves: S3-53
    seen = []
    caplog.handler.addFilter(lambda record: seen.append((record.name, request_id.current())) or True)
    assert anonymous_api.get(address, headers={"X-Request-ID": "this-one"}).status_code == status
    assert request_id.current() == ""
    assert status == 200 or ("django.request", "this-one") in seen


def test_a_job_carries_the_id_of_the_request_that_caused_it(api):
    # proves: S3-53
    file = SimpleUploadedFile("a.txt", b"Some words.")
    sent = api.post("/api/v1/documents/upload", {"file": file}, headers={"X-Request-ID": "from-the-client"}).json()
    job = job_view(UUID(sent["job"]))
    assert job is not None
    assert job.request_id == "from-the-client"
