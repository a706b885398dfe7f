"""A user has few archives, copies of corpora and changes of many documents that have not ended yet."""

import io
import zipfile
from base64 import b64encode

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from corpuses.bulk import services as bulk
from corpuses.bulk.models import BulkChange
from corpuses.copies import services as copies
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.models import Archive, CorpusCopy
from corpuses.uploads import archives
from documents.models import Upload
from documents.tests.factories import parsed_document

pytestmark = pytest.mark.django_db


@pytest.fixture
def corpus(user):
    corpus = create_corpus(owner=user, title="Leases")
    add_documents(corpus, [parsed_document(user, "The tenant pays the rent.")], actor=user)
    return corpus


def copy(api, corpus):
    return api.send("POST", f"/api/v1/corpuses/{corpus.pk}/copies", {})


def change(api, corpus):
    return api.send(
        "POST", "/api/v1/bulk-changes", {"kind": "move", "folder": None, "query": {"corpus": str(corpus.pk)}}
    )


def upload_archive(api, corpus):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as file:
        file.writestr("a.txt", "First words.")
    return api.post(f"/api/v1/corpuses/{corpus.pk}/archives", {"file": SimpleUploadedFile("a.zip", content.getvalue())})


def announce_archive(api, corpus):
    pairs = {"filename": "x.zip", "kind": "archive", "corpus": str(corpus.pk)}
    metadata = ",".join(f"{name} {b64encode(value.encode()).decode()}" for name, value in pairs.items())
    headers = {"Tus-Resumable": "1.0.0", "Upload-Length": "22", "Upload-Metadata": metadata}
    return api.post("/api/v1/uploads", headers=headers)


@pytest.mark.parametrize(
    ("send", "services", "model"),
    [(copy, copies, CorpusCopy), (change, bulk, BulkChange), (upload_archive, archives, Archive)],
)
def test_few_of_a_user_have_not_ended(api, other_api, other_user, corpus, monkeypatch, send, services, model):
    monkeypatch.setattr(services, "MAX_WAITING", 2)
    assert {send(api, corpus).status_code for _ in range(2)} <= {201, 202}
    refused = send(api, corpus)
    assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too_many_unfinished")
    assert refused["Retry-After"] == "10"
    assert model.objects.count() == 2

    # Others have a limit of their own, and a place is free when one has ended.
    theirs = create_corpus(owner=other_user, title="Theirs")
    add_documents(theirs, [parsed_document(other_user, "Rent.")], actor=other_user)
    assert send(other_api, theirs).status_code in {201, 202}
    model.objects.filter(pk=model.objects.filter(owner=corpus.owner).first().pk).update(state="failed")
    assert send(api, corpus).status_code in {201, 202}


def test_an_archive_is_refused_before_its_bytes_are_sent(api, corpus, monkeypatch):
    monkeypatch.setattr(archives, "MAX_WAITING", 2)  # one that is being sent, and one that waits
    assert announce_archive(api, corpus).status_code == 201
    assert upload_archive(api, corpus).status_code == 201
    before = Upload.objects.count()
    refused = announce_archive(api, corpus)
    assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too_many_unfinished")
    assert Upload.objects.count() == before
