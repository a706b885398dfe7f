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
    """Processed by the real pipeline."""
    document = upload(b"Some words.", filename="notes.txt")
    run_jobs()
    document.refresh_from_db()
    return document


def ask(api, document, key="", **more):
    headers = {"Idempotency-Key": key} if key else {}
    return api.send("POST", JOBS, {"document_id": str(document.pk), **more}, **headers)


def ids(response):
    return [each["id"] for each in response.json()["results"]]


def refused(response):
    return response.status_code, response.json()["error"]["code"]


def processings(document):
    return Job.objects.filter(kind="documents.process", subject_id=document.pk).count()


class TestAsking:
    """`POST /jobs`."""

    def test_a_document_is_processed_again_under_a_new_revision(self, api, document):
        # proves: S3-23 X-26
        answer = ask(api, document, kind="documents.process")
        body = answer.json()
        assert (answer.status_code, answer["Location"]) == (201, f"{JOBS}/{body['id']}")
        assert (body["status"], body["document_id"], body["result"]) == ("queued", str(document.pk), None)
        run_jobs()
        assert api.get(f"{JOBS}/{body['id']}").json()["result"]["revision"] == 2

    def test_a_document_that_is_being_processed_is_not_ready(self, api, document):
        # proves: S3-23
        ask(api, document)
        assert refused(ask(api, document)) == (409, "document_locked")

    def test_document_of_another_user_is_not_found(self, other_api, document):
        # proves: S3-23
        assert refused(ask(other_api, document)) == (404, "not_found")
        Document.objects.update(is_public=True)
        assert refused(ask(other_api, document)) == (403, "not_allowed")
        assert processings(document) == 1

    @pytest.mark.parametrize(
        ("body", "field"),
        [
            ({}, "document_id"),
            ({"document_id": "x"}, "document_id"),
            ({"document_id": str(uuid7()), "kind": "sample_api.work"}, "kind"),
        ],
    )
    def test_what_makes_no_sense_is_said_beside_the_field(self, api, body, field):
        answer = api.send("POST", JOBS, body)
        assert (*refused(answer), answer.json()["error"]["field"]) == (400, "invalid", field)

    def test_the_same_request_again_gives_the_same_job(self, api, document):
        # proves: S3-28 X-6
        first = ask(api, document, "key-1")
        again = ask(api, document, "key-1")  # in flight: it is the job that exists
        assert (first.status_code, again.status_code) == (201, 200)
        assert first.json()["id"] == again.json()["id"]
        assert processings(document) == 2

    def test_the_key_with_another_request_is_refused(self, api, user, document):
        # proves: S3-29
        ask(api, document, "key-1")
        other = parsed_document(user, "Words.", title="Another")
        assert refused(ask(api, other, "key-1")) == (409, "idempotency_key_reuse")
        assert refused(ask(api, document, "key-1", kind="documents.process")) == (409, "idempotency_key_reuse")
        assert processings(other) == 1

    def test_a_refused_request_leaves_the_key_free(self, api, document):
        ask(api, document)
        assert refused(ask(api, document, "key-1")) == (409, "document_locked")
        assert not IdempotencyKey.objects.exists()

    def test_a_key_that_is_none_is_refused(self, api, document):
        assert refused(ask(api, document, "a b")) == (400, "invalid_idempotency_key")


class TestUploading:
    """The same header with `POST /documents/upload`."""

    def send(self, api, content, key="key-1"):
        return api.post(UPLOAD, {"file": SimpleUploadedFile("a.txt", content)}, headers={"Idempotency-Key": key})

    def test_an_upload_that_is_sent_again_gives_the_same_document(self, api):
        first, again = self.send(api, b"Some words."), self.send(api, b"Some words.")
        assert (first.status_code, again.status_code) == (201, 200)
        assert first.json()["id"] == again.json()["id"]
        assert Document.objects.count() == 1

    def test_other_bytes_with_the_key_are_refused(self, api):
        self.send(api, b"Some words.")
        assert refused(self.send(api, b"Other words.")) == (409, "idempotency_key_reuse")
        assert Document.objects.count() == 1


class TestLooking:
    """`GET /jobs` and below."""

    def test_the_list_is_newest_first_and_goes_on_where_it_ended(self, api, jobs):
        # proves: S3-32
        first = api.get(JOBS, {"page_size": 3})
        assert ids(first) == [str(key) for key in (jobs.waiting, jobs.cancelled, jobs.failed)]
        assert ids(api.get(first.json()["next"])) == [str(jobs.succeeded)]

    @pytest.mark.parametrize(
        ("wanted", "names"),
        [
            ({"status": "queued"}, ["waiting"]),
            ({"status": "succeeded"}, ["succeeded"]),
            ({"state": "failed"}, ["failed"]),
            ({"state": "cancelled", "kind": "sample_api.work"}, ["cancelled"]),
            ({"kind": "sample_api.other"}, []),
            ({"document": str(uuid7())}, []),
        ],
    )
    def test_the_list_is_narrowed(self, api, jobs, wanted, names):
        # proves: S3-32 X-17
        assert ids(api.get(JOBS, wanted)) == [str(getattr(jobs, name)) for name in names]

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
    def test_a_filter_that_makes_no_sense_is_refused(self, api, query, code):
        assert refused(api.get(f"{JOBS}?{query}")) == (400, code)

    def test_a_job_that_succeeded_gives_its_result(self, api, document):
        # proves: S3-33 S3-26
        (job,) = queue.jobs_of([document.pk], kinds=["documents.process"])[document.pk]
        body = api.get(f"{JOBS}/{job.id}").json()
        assert (body["state"], body["status"], body["error"]) == ("success", "succeeded", None)
        assert body["result"] == {"state": "ready", "page_count": 1, "revision": 1, "warnings": []}
        assert [step["state"] for step in body["steps"]] == ["success"] * 3

    def test_a_job_that_failed_says_why(self, api, jobs):
        # proves: S3-33
        body = api.get(f"{JOBS}/{jobs.failed}").json()
        assert (body["status"], body["result"], body["error"]["code"]) == ("failed", None, "internal_error")

    def test_the_list_costs_the_same_whatever_its_length(self, api, user):
        def queries():
            with CaptureQueriesContext(connection) as captured:
                api.get(JOBS)
            return len(captured)

        parsed_document(user, "Words.")
        few = queries()
        for number in range(20):
            parsed_document(user, "Words.", title=f"Document {number}")
        assert queries() <= few

    def test_the_log_goes_on_where_one_stopped_reading(self, api, jobs):
        # proves: S2-35
        address = f"{JOBS}/{jobs.succeeded}/log"
        first = api.get(address).json()
        assert [line["message"] for line in first["lines"]] == ["looked", "went on"]
        assert (first["lines"][0]["fields"], first["is_finished"]) == ({"page": 1}, True)
        assert api.get(address, {"after": first["lines"][0]["id"]}).json()["lines"] == first["lines"][1:]
        assert api.get(address, {"after": first["after"]}).json() == {**first, "lines": []}
        assert refused(api.get(address, {"after": "x"})) == (400, "invalid")

    def test_staff_see_every_job_and_ask_for_everybodys_by_name(self, api, jobs):
        staff = ApiClient(User.objects.create_user("operator", is_staff=True))
        assert (ids(staff.get(JOBS)), len(ids(staff.get(JOBS, {"everyone": "true"})))) == ([], 4)
        assert staff.get(f"{JOBS}/{jobs.failed}").status_code == 200
        assert refused(api.get(JOBS, {"everyone": "true"})) == (403, "not_allowed")


class TestActing:
    """Cancel and retry."""

    def test_a_waiting_job_is_removed_and_may_come_back(self, api, jobs):
        # proves: S2-42
        cancelled = api.send("POST", f"{JOBS}/{jobs.waiting}/cancel")
        assert (cancelled.status_code, cancelled.json()["status"]) == (200, "cancelled")
        again = api.send("POST", f"{JOBS}/{jobs.waiting}/retry?from_start=true")
        assert (again.status_code, again.json()["status"]) == (202, "queued")

    def test_a_running_job_is_asked_to_stop(self, api, user):
        # proves: S2-42
        job_id = enqueue(user)
        Job.objects.filter(pk=job_id).update(state="scheduled", queued=False, inflight=True, charged=True)
        Job.objects.filter(pk=job_id).update(state="running", holder=1, began="2026-01-01T00:00:00Z")
        assert ids(api.get(JOBS, {"status": "processing"})) == [str(job_id)]
        answer = api.send("POST", f"{JOBS}/{job_id}/cancel")
        assert (answer.status_code, answer.json()["state"]) == (202, "running")
        assert answer.json()["cancel_requested"]

    def test_a_document_whose_job_was_cancelled_comes_back_with_it(self, api, upload):
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

    def test_a_waiting_job_goes_behind_the_others(self, api, jobs):
        # proves: S2-41
        address = f"{JOBS}/{jobs.waiting}"
        body = api.send("PATCH", address, {"priority": "low"}).json()
        assert (body["priority"], body["waiting"]) == ("low", "no worker is running")
        assert refused(api.send("PATCH", address, {"priority": "urgent"})) == (400, "invalid")
        assert refused(api.send("PATCH", f"{JOBS}/{jobs.failed}", {"priority": "low"})) == (409, "job_has_begun")

    @pytest.mark.parametrize(("name", "code"), [("succeeded", "job_has_succeeded"), ("waiting", "job_is_live")])
    def test_what_cannot_be_tried_again_says_why(self, api, jobs, name, code):
        assert refused(api.send("POST", f"{JOBS}/{getattr(jobs, name)}/retry")) == (409, code)


@pytest.mark.django_db(transaction=True)
def test_everybody_sees_that_a_job_runs_before_its_work_begins(api, user):
    # proves: S3-25
    job_id = enqueue(user, "sample_api.look")
    run_jobs()
    (line,) = api.get(f"{JOBS}/{job_id}/log").json()["lines"]
    assert line["fields"] == {"state": "running", "attempts": 1}


ROUTES = [("GET", ""), ("PATCH", ""), ("POST", "/cancel"), ("POST", "/retry"), ("GET", "/log")]


@pytest.mark.parametrize(("method", "route"), ROUTES)
def test_others_jobs_are_not_there(other_api, anonymous_api, jobs, method, route):
    # proves: S2-42
    address = f"{JOBS}/{jobs.waiting}{route}"
    assert refused(other_api.send(method, address)) == (404, "not_found")
    assert refused(other_api.send(method, f"{JOBS}/{uuid7()}{route}")) == (404, "not_found")
    assert refused(anonymous_api.send(method, address)) == (401, "not_authenticated")
    assert queue.job_view(jobs.waiting).state == "waiting"


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_anonymous_requests_are_refused(anonymous_api, method):
    assert refused(anonymous_api.send(method, JOBS)) == (401, "not_authenticated")
