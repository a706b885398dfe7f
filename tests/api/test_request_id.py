"""A valid request id of the client is kept, any other is replaced; the response always has it."""

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
    "header",
    [
        "",
        "a b",  # spaces would split log lines
        "x" * 65,  # too long
        "é",
        '{"a":1}',
    ],
)
def test_an_invalid_id_is_replaced(anonymous_api, header):
    # proves: S3-53
    new_id = anonymous_api.get("/health/live", headers={"X-Request-ID": header})["X-Request-ID"]
    assert re.fullmatch(r"[0-9a-f]{32}", new_id)


def test_log_lines_contain_the_id():
    # proves: S3-53
    record = logging.LogRecord("a.logger", logging.INFO, "f.py", 1, "sample.done", None, None)
    with request_id.bound("the-request"):
        assert json.loads(JsonFormatter().format(record))["request_id"] == "the-request"
    assert request_id.current() == ""


@pytest.mark.parametrize(
    ("url", "status"),
    [
        ("/health/live", 200),
        ("/api/v1/nowhere", 404),  # Django logs it after all middleware
    ],
)
def test_the_id_is_reset_after_the_request(anonymous_api, caplog, url, status):
    # proves: S3-53
    records = []
    caplog.handler.addFilter(lambda record: records.append((record.name, request_id.current())) or True)
    assert anonymous_api.get(url, headers={"X-Request-ID": "this-one"}).status_code == status
    assert request_id.current() == ""
    assert status == 200 or ("django.request", "this-one") in records


def test_a_job_has_the_id_of_its_request(api):
    # proves: S3-53
    file = SimpleUploadedFile("a.txt", b"Some words.")
    document = api.post("/api/v1/documents/upload", {"file": file}, headers={"X-Request-ID": "from-the-client"}).json()
    job = job_view(UUID(document["job"]))
    assert job is not None
    assert job.request_id == "from-the-client"
