"""Many small files in one request: each gets its own result, and the others are not affected."""

import hashlib
import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from corpuses.corpora.services import create_corpus
from corpuses.models import CorpusDocument
from documents.models import Blob, Document
from documents.storage.blobs import read_blob
from tasks.models import Job

BATCH = "/api/v1/documents/upload-batch"

pytestmark = pytest.mark.django_db


@pytest.fixture
def corpus(user):
    return create_corpus(owner=user, title="Leases")


def send(client, *contents, entries=None, **fields):
    files = [SimpleUploadedFile(f"file-{number}.txt", content) for number, content in enumerate(contents)]
    if entries is not None:
        fields["files"] = json.dumps(entries)
    return client.post(BATCH, {"file": files, **fields})


def results(response):
    assert response.status_code == 200, response.content
    return [(each["status"], (each["error"] or {}).get("code")) for each in response.json()["files"]]


def error_of(response):
    return response.status_code, response.json()["error"]["code"]


def test_each_file_becomes_a_document_in_its_folder(api, corpus):
    entries = [{"path": "2026/a", "title": "First"}, {"path": "2026/b"}, {"path": "2026/a"}, {}]
    response = send(api, b"One.", b"Two.", b"Three.", b"Four.", entries=entries, corpus=str(corpus.pk))
    assert results(response) == [("added", None)] * 4
    found = [Document.objects.get(pk=each["document"]) for each in response.json()["files"]]
    assert [(each.title, each.state, each.backend_lock) for each in found] == [
        ("First", "processing", True), ("file-1", "processing", True), ("file-2", "processing", True),
        ("file-3", "processing", True),
    ]  # fmt: skip
    assert [read_blob(each.blob) for each in found] == [b"One.", b"Two.", b"Three.", b"Four."]
    rows = CorpusDocument.objects.filter(corpus=corpus).order_by("document_id")
    assert list(rows.values_list("folder__path", flat=True)) == ["2026/a", "2026/b", "2026/a", None]
    assert Job.objects.filter(kind="documents.process", subject_id__in=[each.pk for each in found]).count() == 4


def test_a_refused_file_does_not_affect_the_others(api):
    # proves: S3-5
    (first,) = send(api, b"Stored before.").json()["files"]
    wrong = {"sha256": hashlib.sha256(b"other").hexdigest()}
    contents = [b"New.", b"Stored before.", b"", b"\x7fELF" + bytes(100), b"Changed.", b"New."]
    response = send(api, *contents, entries=[{}, {}, {}, {}, wrong, {}])
    assert results(response) == [
        ("added", None),
        ("existing", None),
        ("refused", "empty_file"),
        ("refused", "unsupported_type"),
        ("refused", "hash_mismatch"),
        ("existing", None),
    ]
    files = response.json()["files"]
    assert files[1]["document"] == first["document"]
    assert files[5]["document"] == files[0]["document"]
    assert files[4]["error"]["details"]["received"] == hashlib.sha256(b"Changed.").hexdigest()
    assert Document.objects.count() == Blob.objects.count() == 2


def test_a_repeated_request_adds_nothing_twice(api):
    assert results(send(api, b"One.", b"Two.")) == [("added", None)] * 2
    assert results(send(api, b"One.", b"Two.")) == [("existing", None)] * 2
    assert Document.objects.count() == 2


def test_files_are_accepted_until_the_quota_is_used(api, settings):
    settings.UPLOAD_QUOTA_BYTES = 10
    assert results(send(api, b"Sixsix", b"Sevenup", b"Four")) == [
        ("added", None), ("refused", "quota_exceeded"), ("added", None),
    ]  # fmt: skip
    assert Blob.objects.count() == 2
    settings.UPLOAD_QUOTA_BYTES, settings.UPLOAD_QUOTA_DOCUMENTS = 0, 3
    assert [status for status, _ in results(send(api, b"Third.", b"Fourth."))] == ["added", "refused"]


def test_invalid_requests_store_nothing(api, other_api, corpus, monkeypatch):
    assert error_of(send(api)) == (400, "no_file")
    assert error_of(send(api, b"One.", entries=[{}, {}]))[0] == 400
    assert error_of(send(api, b"One.", entries=[{"path": 7}]))[0] == 400
    assert error_of(send(api, b"One.", files="[{"))[0] == 400
    assert error_of(send(api, b"One.", folder=""))[0] == 400
    assert error_of(send(other_api, b"One.", corpus=str(corpus.pk))) == (404, "not_found")
    monkeypatch.setattr("corpuses.uploads.api.rest.batches.MAX_FILES", 2)
    assert error_of(send(api, b"One.", b"Two.", b"Three.")) == (400, "invalid")
    assert not Document.objects.exists()
    assert not Blob.objects.exists()


def test_a_file_that_is_too_large_is_refused_with_the_whole_request(api, settings):
    settings.MAX_UPLOAD_BYTES = 10
    assert error_of(send(api, b"Small.", bytes(11))) == (413, "file_too_large")


def test_another_file_costs_three_statements(api):
    """The document, its event and its job: all else is done once for the request."""
    send(api, b"Warm up.")
    counts = []
    for number in (2, 12):
        with CaptureQueriesContext(connection) as captured:
            send(api, *(f"{number} {each}".encode() for each in range(number)))
        counts.append(len(captured))
    assert counts[1] - counts[0] == 10 * 3
