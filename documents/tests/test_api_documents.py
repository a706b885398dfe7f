"""Documents in REST: lists, details, deletion, retries, visibility."""

import pytest

from core.db.ids import uuid7
from documents.models import Blob, Document
from documents.tests.factories import parsed_document
from tasks.models import Job
from tasks.runtime import queue

DOCUMENTS = "/api/v1/documents"

pytestmark = pytest.mark.django_db


@pytest.fixture
def document(user):
    return parsed_document(user, "First page.", "Second page.", title="A lease")


def titles(response):
    return [each["title"] for each in response.json()["results"]]


def error_of(response):
    return response.status_code, response.json()["error"]["code"]


def fail(document):
    Document.objects.filter(pk=document.pk).update(
        state="failed", failure_code="corrupt_document", failure_message="The file is damaged."
    )


def test_a_document_has_all_fields(api, document):
    # proves: S3-7
    body = api.get(f"{DOCUMENTS}/{document.pk}").json()
    (job,) = queue.jobs_of([document.pk])[document.pk]
    assert body == {
        "id": str(document.pk),
        "title": "A lease",
        "filename": "file.pdf",
        "mime_type": "application/pdf",
        "size": 1,
        "sha256": document.blob_id,
        "state": "ready",
        "backend_lock": False,
        "page_count": 2,
        "language": "",
        "revision": 1,
        "created": body["created"],
        "modified": body["modified"],
        "owner": str(document.owner_id),
        "processing_started": None,
        "processing_finished": body["processing_finished"],
        "failure": None,
        "warnings": [],
        "job": str(job.id),
        "version": body["version"],
        "is_public": False,
        "permissions": ["view", "annotate", "review", "edit", "share", "delete"],
        "scan": "unscanned",
        "parent": None,
        "path": "",
        "attachment_count": 0,
        "version_number": 1,
        "newest_version": None,
    }


def test_a_failed_document_has_a_code_and_a_message(api, document):
    fail(document)
    body = api.get(f"{DOCUMENTS}/{document.pk}").json()
    assert body["failure"] == {"code": "corrupt_document", "message": "The file is damaged."}


def test_the_list_is_newest_first_and_has_stable_pages(api, user):
    # proves: S3-6
    for number in range(5):
        parsed_document(user, "Words.", title=f"Document {number}")
    first = api.get(DOCUMENTS, {"page_size": 2})
    parsed_document(user, "Words.", title="Newer")  # does not shift the following pages
    second = api.get(first.json()["next"])
    third = api.get(second.json()["next"])
    assert [titles(page) for page in (first, second, third)] == [
        ["Document 4", "Document 3"],
        ["Document 2", "Document 1"],
        ["Document 0"],
    ]
    assert third.json()["next"] is None
    assert titles(api.get(third.json()["previous"])) == ["Document 2", "Document 1"]


def test_a_page_has_at_most_200_rows(api):
    assert api.get(DOCUMENTS, {"page_size": 200}).status_code == 200
    assert error_of(api.get(DOCUMENTS, {"page_size": 201})) == (400, "invalid")


@pytest.mark.parametrize("cursor", ["x", "cD1ub3QtYS11dWlk", "cD0x" * 500])
def test_an_invalid_cursor_is_refused(api, document, cursor):
    assert error_of(api.get(f"{DOCUMENTS}?cursor={cursor}")) == (400, "invalid_cursor")


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"search": "lease"}, ["A lease"]),
        ({"search": "LEA se"}, ["A lease"]),  # every word, in any place
        ({"search": "file.pdf"}, ["Another", "A lease"]),  # file names too
        ({"search": "%"}, []),  # no wildcard
        ({"search": "  "}, ["Another", "A lease"]),
        ({"state": "failed"}, ["Another"]),
        ({"state": "ready", "search": "Another"}, []),
    ],
)
def test_the_list_can_be_filtered(api, user, document, query, expected):
    fail(parsed_document(user, "Words.", title="Another"))
    assert titles(api.get(DOCUMENTS, query)) == expected


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("state=lost", "invalid"),
        ("search=%00", "invalid_text"),
        ("state=%00", "invalid"),
        (f"search={'+'.join(map(str, range(21)))}", "invalid"),  # thousands of words keep the database busy
    ],
)
def test_an_invalid_filter_is_refused(api, document, query, code):
    assert error_of(api.get(f"{DOCUMENTS}?{query}")) == (400, code)


def test_the_number_of_queries_does_not_depend_on_the_length_of_the_list(api, user, django_assert_num_queries):
    parsed_document(user, "Words.")
    with django_assert_num_queries(5):  # session, user, documents, jobs, children
        api.get(DOCUMENTS)
    for _ in range(19):
        parsed_document(user, "Words.")
    with django_assert_num_queries(5):
        assert len(api.get(DOCUMENTS).json()["results"]) == 20


def test_permanent_deletion_of_a_document_removes_everything(api, document):
    assert api.delete(f"{DOCUMENTS}/{document.pk}?permanently=true").status_code == 204
    assert not Document.objects.exists()
    assert not Blob.objects.exists()
    assert error_of(api.get(f"{DOCUMENTS}/{document.pk}")) == (404, "not_found")


def test_a_document_is_processed_again(api, document):
    before = {job.id for job in queue.jobs_of([document.pk])[document.pk]}
    Job.objects.update(live_key=None)  # the first job has ended
    response = api.send("POST", f"{DOCUMENTS}/{document.pk}/retry", {})
    document.refresh_from_db()
    assert response.status_code == 202
    assert {str(job.id) for job in queue.jobs_of([document.pk])[document.pk]} - {str(job) for job in before} == {
        response.json()["job"]
    }
    assert (document.state, document.backend_lock) == ("processing", True)


def test_a_document_is_not_processed_twice_at_once(api, document):
    api.send("POST", f"{DOCUMENTS}/{document.pk}/retry", {})
    jobs = Job.objects.count()
    assert error_of(api.send("POST", f"{DOCUMENTS}/{document.pk}/retry", {})) == (409, "document_locked")
    assert Job.objects.count() == jobs


ROUTES = [
    ("GET", ""),
    ("DELETE", ""),
    ("POST", "/retry"),
    ("GET", "/file"),
    ("GET", "/pdf"),
    ("GET", "/text"),
    ("GET", "/thumbnail"),
    ("GET", "/pages/1/tokens"),
]


@pytest.mark.parametrize(("method", "route"), ROUTES)
@pytest.mark.parametrize(
    ("client_fixture", "expected"), [("other_api", (404, "not_found")), ("anonymous_api", (401, "not_authenticated"))]
)
def test_other_users_see_nothing_and_change_nothing(request, document, method, route, client_fixture, expected):
    # proves: S3-8 X-19
    before = list(Document.objects.values()), Job.objects.count()
    client = request.getfixturevalue(client_fixture)
    assert error_of(client.send(method, f"{DOCUMENTS}/{document.pk}{route}")) == expected
    assert (list(Document.objects.values()), Job.objects.count()) == before


@pytest.mark.parametrize(("method", "route"), ROUTES)
def test_invisible_documents_look_like_missing_ones(other_api, document, method, route):
    # proves: S3-8
    hidden = other_api.send(method, f"{DOCUMENTS}/{document.pk}{route}").json()["error"]
    absent = other_api.send(method, f"{DOCUMENTS}/{uuid7()}{route}").json()["error"]
    assert hidden | {"request_id": ""} == absent | {"request_id": ""}


def test_another_user_lists_nothing(other_api, document):
    # proves: S3-6 S3-8
    assert titles(other_api.get(DOCUMENTS)) == []


def test_other_users_see_a_public_document_but_cannot_change_it(other_api, document):
    Document.objects.update(is_public=True)
    response = other_api.get(f"{DOCUMENTS}/{document.pk}")
    assert (response.status_code, response.json()["job"]) == (200, None)  # only the owner sees the job
    assert error_of(other_api.delete(f"{DOCUMENTS}/{document.pk}")) == (403, "not_allowed")
    assert error_of(other_api.send("POST", f"{DOCUMENTS}/{document.pk}/retry", {})) == (403, "not_allowed")
    assert Document.objects.get().state == "ready"
