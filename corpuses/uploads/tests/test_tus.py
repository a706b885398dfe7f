"""Resumable uploads by the tus protocol, request by request."""

import hashlib
from base64 import b64encode
from datetime import timedelta

import pytest
from django.core.files.storage import default_storage
from django.utils import timezone

from corpuses.corpora.services import create_corpus
from corpuses.models import CorpusDocument
from documents.models import Document, Upload
from documents.services import integrity
from documents.storage.blobs import read_blob
from tasks import system_tenant
from tasks.models import Job
from tasks.runtime import queue
from tasks.testing import run_jobs

UPLOADS = "/api/v1/uploads"
TUS = {"Tus-Resumable": "1.0.0"}
BYTES = "application/offset+octet-stream"
WORDS = b"Some words, and some more."
LENGTH = len(WORDS)

pytestmark = pytest.mark.django_db


def metadata(**values):
    return ",".join(f"{key} {b64encode(value.encode()).decode()}" for key, value in values.items())


def create(api, length=LENGTH, headers=None, **values):
    named = {"Upload-Length": str(length), "Upload-Metadata": metadata(filename="words.txt", **values)}
    return api.post(UPLOADS, headers={**TUS, **named, **(headers or {})})


def patch(api, location, offset, content, **headers):
    all_headers = {**TUS, "Upload-Offset": str(offset), **headers}
    return api.patch(location, data=content, content_type=BYTES, headers=all_headers)


def head(api, location):
    return api.head(location, headers=TUS)


def refused(response):
    return response.status_code, response.json()["error"]["code"]


def stored_uploads_and_files():
    try:
        return default_storage.listdir("uploads")
    except FileNotFoundError:
        return [], []


def test_a_file_is_uploaded_in_parts_and_becomes_a_document(api, user, django_capture_on_commit_callbacks):
    # proves: S3-1 S3-2
    corpus = create_corpus(owner=user, title="Contracts")
    response = create(api, title="Words", corpus=str(corpus.pk), path="a/b", sha256=hashlib.sha256(WORDS).hexdigest())
    location = response["Location"]
    assert (response.status_code, response["Upload-Offset"], response["Tus-Resumable"]) == (201, "0", "1.0.0")
    first = patch(api, location, 0, WORDS[:10])
    assert (first.status_code, first["Upload-Offset"]) == (204, "10")
    assert (head(api, location)["Upload-Offset"], head(api, location)["Upload-Length"]) == ("10", str(LENGTH))
    with django_capture_on_commit_callbacks(execute=True):
        last = patch(api, location, 10, WORDS[10:])
    document = Document.objects.get(pk=last["X-Document-Id"])
    assert (document.title, document.filename, read_blob(document.blob)) == ("Words", "words.txt", WORDS)
    assert CorpusDocument.objects.get(document=document).folder.path == "a/b"
    assert head(api, location)["X-Document-Id"] == str(document.pk)
    upload = api.send("GET", location).json()
    assert (upload["state"], upload["document"], upload["error"]) == ("done", str(document.pk), None)
    assert stored_uploads_and_files() == ([], [])


def test_options_list_the_extensions(anonymous_api, api):
    options = api.options(UPLOADS)
    assert options["Tus-Version"] == "1.0.0"
    assert options["Tus-Max-Size"] == "2147483648"
    assert set(options["Tus-Extension"].split(",")) >= {"creation", "termination", "expiration", "checksum"}
    assert anonymous_api.options(UPLOADS).status_code in {204, 401}


def test_the_creation_may_contain_the_first_bytes(api):
    headers = {**TUS, "Upload-Length": str(LENGTH), "Upload-Metadata": metadata(filename="a.txt")}
    response = api.post(UPLOADS, data=WORDS, content_type=BYTES, headers=headers)
    assert (response.status_code, response["Upload-Offset"]) == (201, str(LENGTH))
    assert Document.objects.get(pk=response["X-Document-Id"]).filename == "a.txt"


@pytest.mark.parametrize(
    ("content", "name", "code"),
    [
        (b"\x7fELF" + bytes(100), "words.txt", "unsupported_type"),
        (b"", "empty.txt", "empty_file"),
    ],
)
def test_refused_files_have_an_error_and_leave_nothing(api, content, name, code, django_capture_on_commit_callbacks):
    # proves: S3-5
    with django_capture_on_commit_callbacks(execute=True):
        response = create(api, length=len(content))
        last = patch(api, response["Location"], 0, content) if content else response
    assert last["X-Upload-Error"] == code
    upload = api.send("GET", response["Location"]).json()
    assert (upload["state"], upload["error"]["code"], upload["document"]) == ("refused", code, None)
    assert not Document.objects.exists()
    assert not Job.objects.exists()
    assert stored_uploads_and_files() == ([], [])


def test_a_wrong_checksum_of_the_file_is_refused(api):
    # proves: S3-2
    response = create(api, sha256="0" * 64)
    assert patch(api, response["Location"], 0, WORDS)["X-Upload-Error"] == "hash_mismatch"
    assert not Document.objects.exists()


def test_existing_files_are_reported_before_they_are_sent(api):
    sha256 = hashlib.sha256(WORDS).hexdigest()
    known = patch(api, create(api)["Location"], 0, WORDS)["X-Document-Id"]
    response = create(api, sha256=sha256)
    assert refused(response) == (409, "document_exists")
    assert response.json()["error"]["document_id"] == known
    unannounced = create(api)["Location"]  # without a hash this cannot be known
    assert patch(api, unannounced, 0, WORDS)["X-Upload-Error"] == "document_exists"
    assert api.send("GET", unannounced).json()["error"]["details"]["document_id"] == known


def test_only_the_current_offset_is_accepted(api):
    location = create(api)["Location"]
    patch(api, location, 0, WORDS[:10])
    again = patch(api, location, 0, WORDS[:10])
    assert refused(again) == (409, "offset_mismatch")
    assert again.json()["error"]["offset"] == 10
    assert refused(patch(api, location, 20, b"x")) == (409, "offset_mismatch")
    assert refused(patch(api, location, 10, WORDS)) == (413, "file_too_large")
    assert head(api, location)["Upload-Offset"] == "10"


def test_the_checksum_of_each_chunk_is_verified(api):
    location = create(api)["Location"]
    good = b64encode(hashlib.sha1(WORDS).digest()).decode()
    for header, status, code in [
        (f"sha256 {good}", 460, "checksum_mismatch"),
        (f"crc32 {good}", 400, "invalid"),
        ("sha1 ???", 400, "invalid"),
    ]:
        assert refused(patch(api, location, 0, WORDS, **{"Upload-Checksum": header})) == (status, code)
    assert head(api, location)["Upload-Offset"] == "0"
    assert patch(api, location, 0, WORDS, **{"Upload-Checksum": f"sha1 {good}"}).status_code == 204


@pytest.mark.parametrize(
    ("headers", "status", "code"),
    [
        ({"Tus-Resumable": "0.2.2"}, 412, "tus_version"),
        ({"Upload-Length": "many"}, 400, "invalid"),
        ({"Upload-Length": "-1"}, 400, "invalid"),
        ({"Upload-Length": "2147483649"}, 413, "file_too_large"),
        ({"Upload-Metadata": "filename ???"}, 400, "invalid"),
        ({"Upload-Metadata": f"corpus {b64encode(b'none').decode()}"}, 400, "invalid"),
        ({"Upload-Metadata": f"filename {b64encode(bytes([0])).decode()}"}, 400, "invalid_text"),
        ({"Upload-Metadata": f"kind {b64encode(b'film').decode()}"}, 400, "invalid"),
    ],
)
def test_invalid_creations_are_refused(api, headers, status, code):
    # proves: X-18
    assert refused(create(api, headers=headers)) == (status, code)
    assert not Upload.objects.exists()


def test_chunks_need_their_content_type(api):
    location = create(api)["Location"]
    response = api.patch(location, data=WORDS, content_type="text/plain", headers={**TUS, "Upload-Offset": "0"})
    assert refused(response) == (415, "unsupported_media_type")


def test_announced_bytes_count_against_the_quota(api, settings):
    # proves: V5.2.4
    settings.UPLOAD_QUOTA_BYTES = 100
    location = create(api, length=60)["Location"]
    assert api.send("GET", "/api/v1/usage").json()["pending_bytes"] == 60
    assert refused(create(api, length=60)) == (413, "quota_exceeded")
    assert api.delete(location, headers=TUS).status_code == 204
    assert create(api, length=60).status_code == 201


def test_uploads_are_private(api, other_user, other_api, anonymous_api):
    # proves: S3-8
    corpus = create_corpus(owner=other_user, title="Secrets")
    assert refused(create(api, corpus=str(corpus.pk))) == (404, "not_found")
    location = create(api)["Location"]
    for client, status in ((other_api, 404), (anonymous_api, 401)):
        assert head(client, location).status_code == status
        assert client.send("GET", location).status_code == status
        assert patch(client, location, 0, WORDS).status_code == status
        assert client.delete(location, headers=TUS).status_code == status
    assert anonymous_api.post(UPLOADS, headers=TUS).status_code == 401
    assert other_api.send("GET", UPLOADS).json()["results"] == []
    assert [each["id"] for each in api.send("GET", UPLOADS).json()["results"]] == [location.rsplit("/", 1)[1]]


def test_a_repeated_creation_returns_the_same_upload(api):
    # proves: S3-28
    responses = [create(api, headers={"Idempotency-Key": "k"}) for _ in range(2)]
    assert [response.status_code for response in responses] == [201, 200]
    assert responses[0]["Location"] == responses[1]["Location"]


def test_abandoned_uploads_expire_and_are_deleted(api, user, django_capture_on_commit_callbacks):
    active, expired = create(api)["Location"], create(api)["Location"]
    for location in (active, expired):
        patch(api, location, 0, WORDS[:10])
    Upload.objects.filter(pk=expired.rsplit("/", 1)[1]).update(expires=timezone.now() - timedelta(seconds=1))
    assert refused(patch(api, expired, 10, WORDS[10:])) == (410, "upload_gone")
    job = queue.enqueue(integrity.SWEEP, args={}, tenant_id=system_tenant.tenant_id(), owner_id=None)
    with django_capture_on_commit_callbacks(execute=True):
        run_jobs()
    assert queue.job_view(job).state == "success"
    assert head(api, expired).status_code == 404
    assert stored_uploads_and_files()[0] == [active.rsplit("/", 1)[1]]
    assert patch(api, active, 10, WORDS[10:]).status_code == 204
