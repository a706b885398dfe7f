"""`POST /api/v1/documents/upload`: accepted and refused files; refused ones leave nothing behind."""

import hashlib
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from core.api.testing import ApiClient
from corpuses.corpora.services import create_corpus, personal_corpus
from corpuses.models import Corpus
from documents.models import Blob, Document
from documents.storage.blobs import open_blob
from tasks.models import Job
from users.models import User

UPLOAD = "/api/v1/documents/upload"
DEMO = Path(__file__).parents[2] / "first_steps" / "demo"
LIMIT = 26_214_400

pytestmark = pytest.mark.django_db


def send(client, content, name="notes.txt", **fields):
    file = SimpleUploadedFile(name, content, "application/x-whatever")
    return client.post(UPLOAD, {"file": file, **fields})


def refused(response):
    return response.status_code, response.json()["error"]["code"]


def stored_files(settings):
    return [path for path in Path(settings.DATA_DIR).rglob("*") if path.is_file()]


@pytest.fixture
def nothing_happens(settings, db):
    """Check that the test creates no row, no job and no file."""
    yield
    assert (Document.objects.count(), Blob.objects.count(), Job.objects.count()) == (0, 0, 0)
    assert stored_files(settings) == []


def test_an_upload_returns_the_document_which_is_being_processed(api):
    # proves: S3-1 S3-2
    content = (DEMO / "franchise-agreement.pdf").read_bytes()
    response = send(api, content, "Franchise agreement.pdf")
    body = response.json()
    assert response.status_code == 201
    assert response["Location"] == f"/api/v1/documents/{body['id']}"
    assert body["sha256"] == hashlib.sha256(content).hexdigest()
    assert {key: body[key] for key in ("title", "mime_type", "size", "state", "backend_lock", "failure")} == {
        "title": "Franchise agreement",
        "mime_type": "application/pdf",  # from the content, whatever the client said
        "size": len(content),
        "state": "processing",
        "backend_lock": True,
        "failure": None,
    }
    assert str(Job.objects.get(subject_id=body["id"]).pk) == body["job"]


def test_the_stored_bytes_equal_the_sent_bytes(api):
    # proves: S3-2
    content = bytes(range(32, 127)) * 20_000
    body = send(api, content).json()
    with open_blob(Blob.objects.get(pk=body["sha256"])) as stored:
        assert stored.read() == content
    assert body["sha256"] == hashlib.sha256(content).hexdigest()


def test_the_response_is_left_out_on_request(api):
    file = SimpleUploadedFile("notes.txt", b"Some words.")
    response = api.post(UPLOAD, {"file": file}, headers={"Prefer": "return=minimal"})
    assert (response.status_code, response.body) == (201, b"")
    assert response["Preference-Applied"] == "return=minimal"
    assert response["Location"] == f"/api/v1/documents/{Document.objects.get().pk}"


def test_the_number_of_queries_of_an_upload(api, django_assert_max_num_queries):
    file = SimpleUploadedFile("notes.txt", b"Some words.")
    personal_corpus(User.objects.get())
    with django_assert_max_num_queries(24):
        assert api.post(UPLOAD, {"file": file}, headers={"Prefer": "return=minimal"}).status_code == 201


def test_an_upload_goes_to_the_personal_corpus(api, user):
    body = send(api, b"Some words.").json()
    assert list(personal_corpus(user).documents.values_list("pk", flat=True).all()) == [
        Document.objects.get(pk=body["id"]).pk
    ]


def test_an_upload_goes_to_the_requested_corpus(api, user):
    corpus = create_corpus(owner=user, title="Contracts")
    body = send(api, b"Some words.", corpus=str(corpus.pk), title="Named").json()
    assert body["title"] == "Named"
    assert [str(document.pk) for document in corpus.documents.all()] == [body["id"]]


def test_the_corpus_of_another_user_is_not_found(api, other_user, nothing_happens):
    # proves: S3-8
    corpus = create_corpus(owner=other_user, title="Secrets")
    assert refused(send(api, b"Some words.", corpus=str(corpus.pk))) == (404, "not_found")


def test_viewers_cannot_upload_to_a_corpus(api, other_user, nothing_happens):
    # proves: S3-8
    corpus = create_corpus(owner=other_user, title="Published")
    Corpus.objects.filter(pk=corpus.pk).update(is_public=True)
    assert refused(send(api, b"Some words.", corpus=str(corpus.pk))) == (403, "not_allowed")


@pytest.mark.parametrize(
    ("content", "name", "status", "code"),
    [
        (b"", "empty.txt", 400, "empty_file"),
        (b"PK\x03\x04" + bytes(200), "contract.pdf", 415, "unsupported_type"),  # judged by content, not by name
        (b"\x7fELF" + bytes(5000), "notes.txt", 415, "unsupported_type"),
        (b"\x00asm\x01" + bytes(100), "picture.png", 415, "unsupported_type"),
    ],
)
def test_refused_files(api, nothing_happens, content, name, status, code):
    # proves: S3-5
    assert refused(send(api, content, name)) == (status, code)


def test_the_type_is_sniffed_from_the_content(api, settings):
    # proves: S0-33 V5.2.2
    assert settings.MIMETYPE_MAGIC_LOOKAHEAD == 5000
    picture = (DEMO.parents[2] / "documents/tests/data/page.png").read_bytes()
    file = SimpleUploadedFile("lease.pdf", picture, "application/pdf")
    assert api.post(UPLOAD, {"file": file}).json()["mime_type"] == "image/png"
    settings.MIMETYPE_MAGIC_LOOKAHEAD = 9
    assert send(api, b"harmless " + bytes(range(1, 9)) * 50).json()["mime_type"] == "text/plain"


def test_the_error_names_the_refused_and_the_accepted_types(api):
    error = send(api, b"PK\x03\x04" + bytes(200)).json()["error"]
    assert error["detected"] == "application/zip"
    assert {"application/pdf", "image/png", "image/jpeg", "text/plain"} <= set(error["allowed"])


def test_a_file_of_exactly_25_mib_is_accepted(api, settings):
    # proves: S3-3 X-8 X-18
    assert settings.MAX_UPLOAD_BYTES == LIMIT
    assert send(api, b"a" * (LIMIT - 1) + b"\n").status_code == 201


def test_one_byte_more_is_refused_and_nothing_is_stored(api, nothing_happens):
    # proves: S3-3 S0-31
    response = send(api, b"a" * (LIMIT + 1))
    assert refused(response) == (413, "file_too_large")
    assert response.json()["error"]["limit"] == LIMIT
    assert "25 MB" in response.json()["error"]["message"]


def test_a_body_with_a_too_large_content_length_is_not_read(api, nothing_happens):
    # proves: S3-3
    # Were the (empty) body read, the answer would be "no file".
    response = api.generic("POST", UPLOAD, b"", "multipart/form-data; boundary=x", CONTENT_LENGTH=str(LIMIT * 2))
    assert refused(response) == (413, "file_too_large")


def test_the_other_fields_are_checked_last(api, nothing_happens):
    assert refused(send(api, b"Some words.", corpus="not-a-uuid")) == (400, "invalid")
    assert refused(send(api, b"Some words.", title="x" * 301)) == (400, "invalid")
    assert refused(send(api, b"Some words.", title="a\x00b")) == (400, "invalid")


def test_a_form_without_a_file_is_refused(api, nothing_happens):
    assert refused(api.post(UPLOAD, {"title": "No file"})) == (400, "no_file")
    assert refused(api.post(UPLOAD, {"file": "a text field"})) == (400, "no_file")
    other = SimpleUploadedFile("a.txt", b"Some words.")
    assert refused(api.post(UPLOAD, {"attachment": other})) == (400, "no_file")


@pytest.mark.parametrize(
    ("body", "content_type", "status", "code"),
    [
        (b"{}", "application/json", 415, "unsupported_media_type"),
        (b"no parts", "multipart/form-data", 400, "malformed_request"),  # no boundary
        (b"no parts", "multipart/form-data; boundary=x", 400, "no_file"),
        (b"", "multipart/form-data; boundary=x", 400, "no_file"),
    ],
)
def test_other_bodies_than_forms_are_refused(api, nothing_happens, body, content_type, status, code):
    assert refused(api.post(UPLOAD, data=body, content_type=content_type)) == (status, code)


def test_the_same_file_again_returns_the_id_of_the_document(api, settings):
    first = send(api, b"Some words.", title="First").json()
    stored = stored_files(settings)
    again = send(api, b"Some words.", "other name.txt")
    assert refused(again) == (409, "document_exists")
    assert again.json()["error"]["document_id"] == first["id"]
    assert again.json()["error"]["title"] == "First"
    assert Document.objects.count() == 1
    assert stored_files(settings) == stored


def test_the_same_file_of_two_users_is_stored_once(api, other_api):
    mine, theirs = send(api, b"Some words.").json(), send(other_api, b"Some words.").json()
    assert mine["id"] != theirs["id"]
    assert Blob.objects.count() == 1


@pytest.mark.parametrize(
    "name",
    [
        "../../etc/passwd",
        "..\\..\\boot.ini",
        "x" * 300 + ".txt",
        "\u202etxt.exe",  # right-to-left override
        "...",
        "Übersicht - 日本語.txt",
    ],
)
def test_names_are_made_safe(api, name):
    # proves: S0-32
    filename = send(api, b"Some words.", name).json()["filename"]
    assert filename
    assert len(filename) <= 255
    assert not set("/\\\x00\u202e") & set(filename)
    assert not filename.startswith(".")


def test_invisible_characters_are_removed_from_titles(api):
    # proves: S0-32
    body = send(api, b"Some words.", title="fdp\u202e.exe\u0007 \u200b of  May").json()
    assert body["title"] == "fdp.exe of May"


def test_anonymous_uploads_are_refused_unread(anonymous_api, nothing_happens):
    # proves: S3-8
    assert refused(send(anonymous_api, b"Some words.")) == (401, "not_authenticated")


def test_a_session_without_the_csrf_token_is_refused(user, nothing_happens):
    client = ApiClient(user, enforce_csrf_checks=True)
    assert refused(send(client, b"Some words.")) == (403, "csrf_failed")


def test_a_second_file_of_the_form_is_ignored(api):
    first, second = SimpleUploadedFile("a.txt", b"First words."), SimpleUploadedFile("b.txt", b"Second words.")
    body = api.post(UPLOAD, {"file": [first, second]}).json()
    assert body["filename"] == "a.txt"
    assert Document.objects.count() == 1


def test_the_incoming_folder_is_empty_afterwards(api, settings):
    send(api, b"Some words.")
    assert [path for path in stored_files(settings) if ".incoming" in path.parts] == []
    assert Corpus.objects.count() == 1
