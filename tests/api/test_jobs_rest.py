"""Jobs in REST: enqueue, list, read, cancel and retry; the jobs of other users are not visible."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core.api.testing import ApiClient
from core.db.ids import uuid7
from documents.models import Document
from documents.tests.factories import parsed_document
from tasks.models import Job
from tasks.runtime import queue
from tasks.testing import run_jobs
from tests.api.jobs import enqueue, make_jobs
from users.models import IdempotencyKey, User

JOBS = "/api/v1/jobs"
UPLOAD = "/api/v1/documents/upload"

pytestmark = pytest.mark.django_db


@pytest.fixture
def jobs(user):
    return make_jobs(user)


@pytest.fixture
def document(user, upload):
    """Upload a document and process it with the real pipeline."""
    document = upload(b"Some words.", filename="notes.txt")
    run_jobs()
    document.refresh_from_db()
    return document


def request_job(api, document, key="", **fields):
    headers = {"Idempotency-Key": key} if key else {}
    return api.send("POST", JOBS, {"document_id": str(document.pk), **fields}, **headers)


def ids(response):
    return [each["id"] for each in response.json()["results"]]


def error_of(response):
    return response.status_code, response.json()["error"]["code"]


def processing_jobs(document):
    return Job.objects.filter(kind="documents.process", subject_id=document.pk).count()


class TestEnqueueing:
    """`POST /jobs`."""

    def test_a_document_is_processed_again_as_a_new_revision(self, api, document):
        # proves: S3-23 X-26
        response = request_job(api, document, kind="documents.process")
        body = response.json()
        assert (response.status_code, response["Location"]) == (201, f"{JOBS}/{body['id']}")
        assert (body["status"], body["document_id"], body["result"]) == ("queued", str(document.pk), None)
        run_jobs()
        assert api.get(f"{JOBS}/{body['id']}").json()["result"]["revision"] == 2

    def test_a_locked_document_is_refused(self, api, document):
        # proves: S3-23
        request_job(api, document)
        assert error_of(request_job(api, document)) == (409, "document_locked")

    def test_document_of_another_user_is_not_found(self, other_api, document):
        # proves: S3-23
        assert error_of(request_job(other_api, document)) == (404, "not_found")
        Document.objects.update(is_public=True)
        assert error_of(request_job(other_api, document)) == (403, "not_allowed")
        assert processing_jobs(document) == 1

    @pytest.mark.parametrize(
        ("body", "field"),
        [
            ({}, "document_id"),
            ({"document_id": "x"}, "document_id"),
            ({"document_id": str(uuid7()), "kind": "sample_api.work"}, "kind"),
        ],
    )
    def test_errors_name_the_field(self, api, body, field):
        response = api.send("POST", JOBS, body)
        assert (*error_of(response), response.json()["error"]["field"]) == (400, "invalid", field)

    def test_a_repeated_request_returns_the_same_job(self, api, document):
        # proves: S3-28 X-6
        first = request_job(api, document, "key-1")
        again = request_job(api, document, "key-1")  # the existing job
        assert (first.status_code, again.status_code) == (201, 200)
        assert first.json()["id"] == again.json()["id"]
        assert processing_jobs(document) == 2

    def test_a_key_with_another_request_is_refused(self, api, user, document):
        # proves: S3-29
        request_job(api, document, "key-1")
        other = parsed_document(user, "Words.", title="Another")
        assert error_of(request_job(api, other, "key-1")) == (409, "idempotency_key_reuse")
        assert error_of(request_job(api, document, "key-1", kind="documents.process")) == (409, "idempotency_key_reuse")
        assert processing_jobs(other) == 1

    def test_a_refused_request_does_not_use_its_key(self, api, document):
        request_job(api, document)
        assert error_of(request_job(api, document, "key-1")) == (409, "document_locked")
        assert not IdempotencyKey.objects.exists()

    def test_an_invalid_key_is_refused(self, api, document):
        assert error_of(request_job(api, document, "a b")) == (400, "invalid_idempotency_key")


class TestUploading:
    """The same header with `POST /documents/upload`."""

    def send(self, api, content, key="key-1"):
        return api.post(UPLOAD, {"file": SimpleUploadedFile("a.txt", content)}, headers={"Idempotency-Key": key})

    def test_a_repeated_upload_returns_the_same_document(self, api):
        first, again = self.send(api, b"Some words."), self.send(api, b"Some words.")
        assert (first.status_code, again.status_code) == (201, 200)
        assert first.json()["id"] == again.json()["id"]
        assert Document.objects.count() == 1

    def test_a_key_with_other_bytes_is_refused(self, api):
        self.send(api, b"Some words.")
        assert error_of(self.send(api, b"Other words.")) == (409, "idempotency_key_reuse")
        assert Document.objects.count() == 1


class TestReading:
    """`GET /jobs` and below."""

    def test_the_list_is_newest_first_and_has_pages(self, api, jobs):
        # proves: S3-32
        first = api.get(JOBS, {"page_size": 3})
        assert ids(first) == [str(key) for key in (jobs.waiting, jobs.cancelled, jobs.failed)]
        assert ids(api.get(first.json()["next"])) == [str(jobs.succeeded)]

    @pytest.mark.parametrize(
        ("query", "names"),
        [
            ({"status": "queued"}, ["waiting"]),
            ({"status": "succeeded"}, ["succeeded"]),
            ({"state": "failed"}, ["failed"]),
            ({"state": "cancelled", "kind": "sample_api.work"}, ["cancelled"]),
            ({"kind": "sample_api.other"}, []),
            ({"document": str(uuid7())}, []),
        ],
    )
    def test_the_list_is_filtered(self, api, jobs, query, names):
        # proves: S3-32 X-17
        assert ids(api.get(JOBS, query)) == [str(getattr(jobs, name)) for name in names]

    @pytest.mark.parametrize(
        ("query", "code"),
        [
            ("status=lost", "invalid"),
            ("state=queued", "invalid"),
            ("document=x", "invalid"),
            ("kind=%00", "invalid_text"),
            ("cursor=x", "invalid_cursor"),
        ],
    )
    def test_an_invalid_filter_is_refused(self, api, query, code):
        assert error_of(api.get(f"{JOBS}?{query}")) == (400, code)

    def test_a_successful_job_has_a_result(self, api, document):
        # proves: S3-33 S3-26
        (job,) = queue.jobs_of([document.pk], kinds=["documents.process"])[document.pk]
        body = api.get(f"{JOBS}/{job.id}").json()
        assert (body["state"], body["status"], body["error"]) == ("success", "succeeded", None)
        assert body["result"] == {"state": "ready", "page_count": 1, "revision": 1, "warnings": []}
        assert [step["state"] for step in body["steps"]] == ["success"] * 3

    def test_a_failed_job_has_an_error(self, api, jobs):
        # proves: S3-33
        body = api.get(f"{JOBS}/{jobs.failed}").json()
        assert (body["status"], body["result"], body["error"]["code"]) == ("failed", None, "internal_error")

    def test_the_number_of_queries_does_not_depend_on_the_length_of_the_list(self, api, user):
        def queries():
            with CaptureQueriesContext(connection) as captured:
                api.get(JOBS)
            return len(captured)

        parsed_document(user, "Words.")
        few = queries()
        for number in range(20):
            parsed_document(user, "Words.", title=f"Document {number}")
        assert queries() <= few

    def test_the_log_continues_after_a_line(self, api, jobs):
        # proves: S2-35
        url = f"{JOBS}/{jobs.succeeded}/log"
        first = api.get(url).json()
        assert [line["message"] for line in first["lines"]] == ["looked", "went on"]
        assert (first["lines"][0]["fields"], first["is_finished"]) == ({"page": 1}, True)
        assert api.get(url, {"after": first["lines"][0]["id"]}).json()["lines"] == first["lines"][1:]
        assert api.get(url, {"after": first["after"]}).json() == {**first, "lines": []}
        assert error_of(api.get(url, {"after": "x"})) == (400, "invalid")

    def test_staff_see_all_jobs_on_request(self, api, jobs):
        staff = ApiClient(User.objects.create_user("operator", is_staff=True))
        assert (ids(staff.get(JOBS)), len(ids(staff.get(JOBS, {"everyone": "true"})))) == ([], 4)
        assert staff.get(f"{JOBS}/{jobs.failed}").status_code == 200
        assert error_of(api.get(JOBS, {"everyone": "true"})) == (403, "not_allowed")


class TestChanging:
    """Cancel and retry."""

    def test_a_waiting_job_is_cancelled_and_retried(self, api, jobs):
        # proves: S2-42
        cancelled = api.send("POST", f"{JOBS}/{jobs.waiting}/cancel")
        assert (cancelled.status_code, cancelled.json()["status"]) == (200, "cancelled")
        again = api.send("POST", f"{JOBS}/{jobs.waiting}/retry?from_start=true")
        assert (again.status_code, again.json()["status"]) == (202, "queued")

    def test_a_running_job_is_requested_to_stop(self, api, user):
        # proves: S2-42
        job_id = enqueue(user)
        Job.objects.filter(pk=job_id).update(state="scheduled", queued=False, inflight=True, charged=True)
        Job.objects.filter(pk=job_id).update(state="running", holder=1, began="2026-01-01T00:00:00Z")
        assert ids(api.get(JOBS, {"status": "processing"})) == [str(job_id)]
        response = api.send("POST", f"{JOBS}/{job_id}/cancel")
        assert (response.status_code, response.json()["state"]) == (202, "running")
        assert response.json()["cancel_requested"]

    def test_a_retried_job_processes_its_document(self, api, upload):
        document = upload(b"Some words.", filename="notes.txt")
        (job,) = queue.jobs_of([document.pk], kinds=["documents.process"])[document.pk]

        def state_of_document():
            body = api.get(f"/api/v1/documents/{document.pk}").json()
            return body["state"], body["backend_lock"], body["failure"] and body["failure"]["code"]

        api.send("POST", f"{JOBS}/{job.id}/cancel")
        assert state_of_document() == ("failed", False, "processing_cancelled")
        api.send("POST", f"{JOBS}/{job.id}/retry")
        run_jobs()
        assert state_of_document() == ("ready", False, None)

    def test_the_priority_of_a_waiting_job_changes(self, api, jobs):
        # proves: S2-41
        url = f"{JOBS}/{jobs.waiting}"
        body = api.send("PATCH", url, {"priority": "low"}).json()
        assert (body["priority"], body["waiting"]) == ("low", "no worker is running")
        assert error_of(api.send("PATCH", url, {"priority": "urgent"})) == (400, "invalid")
        assert error_of(api.send("PATCH", f"{JOBS}/{jobs.failed}", {"priority": "low"})) == (409, "job_has_begun")

    @pytest.mark.parametrize(("name", "code"), [("succeeded", "job_has_succeeded"), ("waiting", "job_is_live")])
    def test_a_job_that_cannot_be_retried_has_an_error(self, api, jobs, name, code):
        assert error_of(api.send("POST", f"{JOBS}/{getattr(jobs, name)}/retry")) == (409, code)


@pytest.mark.django_db(transaction=True)
def test_a_job_is_visible_as_running_before_its_step_begins(api, user):
    # proves: S3-25
    job_id = enqueue(user, "sample_api.look")
    run_jobs()
    (line,) = api.get(f"{JOBS}/{job_id}/log").json()["lines"]
    assert line["fields"] == {"state": "running", "attempts": 1}


ROUTES = [("GET", ""), ("PATCH", ""), ("POST", "/cancel"), ("POST", "/retry"), ("GET", "/log")]


@pytest.mark.parametrize(("method", "route"), ROUTES)
def test_jobs_of_other_users_are_not_found(other_api, anonymous_api, jobs, method, route):
    # proves: S2-42
    url = f"{JOBS}/{jobs.waiting}{route}"
    assert error_of(other_api.send(method, url)) == (404, "not_found")
    assert error_of(other_api.send(method, f"{JOBS}/{uuid7()}{route}")) == (404, "not_found")
    assert error_of(anonymous_api.send(method, url)) == (401, "not_authenticated")
    assert queue.job_view(jobs.waiting).state == "waiting"


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_anonymous_requests_are_refused(anonymous_api, method):
    assert error_of(anonymous_api.send(method, JOBS)) == (401, "not_authenticated")
