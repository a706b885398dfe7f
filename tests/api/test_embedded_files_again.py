"""Files embedded in Office documents: when these are read again, and when they have a new version."""

import io
import zipfile
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from corpuses.services.corpora import add_documents, create_corpus
from documents.models import Document, DocumentShare
from tasks.testing import run_jobs
from users.sharing.models import ShareRole

DATA = Path(__file__).parents[2] / "documents" / "tests" / "data"
DOCUMENTS = "/api/v1/documents"
ANNEX = "The rent is due in May."

pytestmark = pytest.mark.django_db(transaction=True)


def office_file(name: str, *annexes: str) -> SimpleUploadedFile:
    """Return a file of the test data in which text files are embedded."""
    folder = {".docx": "word", ".pptx": "ppt", ".xlsx": "xl"}[Path(name).suffix]
    content = io.BytesIO((DATA / name).read_bytes())
    with zipfile.ZipFile(content, "a") as archive:
        for annex in annexes:
            archive.writestr(f"{folder}/embeddings/{annex}", ANNEX)
    return SimpleUploadedFile(name, content.getvalue())


def send(api, file: SimpleUploadedFile, url: str = f"{DOCUMENTS}/upload") -> Document:
    response = api.post(url, {"file": file})
    assert response.status_code == 201, response.content
    run_jobs(skip_waits=True)
    return Document.objects.get(pk=response.json()["id"])


def listed(api, **query) -> set[str]:
    return {each["id"] for each in api.get(DOCUMENTS, query).json()["results"]}


@pytest.mark.parametrize("name", ["word_sample.docx", "powerpoint_sample.pptx", "xlsx_01.xlsx"])
def test_the_files_in_a_document_that_is_read_again_are_there_once(api, name):
    document = send(api, office_file(name, "a.txt", "b.txt"))
    before = list(document.attachments.order_by("path"))
    assert [each.path for each in before] == ["a.txt", "b.txt"]
    api.delete(f"{DOCUMENTS}/{before[1].pk}")  # it is not created a second time
    api.send("POST", f"{DOCUMENTS}/{document.pk}/retry", {})
    run_jobs(skip_waits=True)
    document.refresh_from_db()
    assert (document.is_settled, document.revision.number) == (True, 2)
    assert list(document.attachments.all()) == before[:1]
    assert Document.with_deleted.count() == 3


def test_the_files_in_a_new_version_belong_to_it_and_are_kept(api, user):
    document = send(api, office_file("word_sample.docx"))
    corpus = create_corpus(owner=user, title="Leases")
    add_documents(corpus, [document], actor=user)
    newest = send(api, office_file("word_sample.docx", "annex.txt"), f"{DOCUMENTS}/{document.pk}/versions")
    annex = newest.attachments.get()
    assert (annex.path, annex.state, document.attachments.count()) == ("annex.txt", "ready", 0)
    assert ANNEX in annex.revision.text
    assert set(corpus.memberships.values_list("document", flat=True)) == {newest.pk, annex.pk}
    # Another version would leave the annex without its document: it is refused.
    file = office_file("word_sample.docx", "other.txt")
    response = api.post(f"{DOCUMENTS}/{newest.pk}/versions", {"file": file})
    assert (response.status_code, response.json()["error"]["code"]) == (409, "has_attachments")
    assert listed(api) == {str(newest.pk), str(annex.pk)}


def test_files_found_later_in_an_older_version_are_older_too(api, other_api, other_user, user, monkeypatch):
    with monkeypatch.context() as earlier:  # an earlier parser, which makes no documents of embedded files
        earlier.setattr("documents.services.ingestion.attachments.create_attachments", lambda *_: ())
        document = send(api, office_file("word_sample.docx", "annex.txt"))
    newest = send(api, office_file("word_sample.docx", "other.txt"), f"{DOCUMENTS}/{document.pk}/versions")
    api.send("POST", f"{DOCUMENTS}/{document.pk}/retry", {})
    run_jobs(skip_waits=True)
    annex = document.attachments.get()
    assert (annex.path, annex.state) == ("annex.txt", "ready")
    assert listed(api) == {str(newest.pk), str(newest.attachments.get().pk)}
    assert listed(api, search="annex") == set()
    DocumentShare.objects.create(target=newest, user=other_user, role=ShareRole.VIEWER, created_by=user)
    for reader in (api, other_api):
        rows = reader.get(f"{DOCUMENTS}/{document.pk}/attachments").json()["results"]
        assert [row["id"] for row in rows] == [str(annex.pk)]
        assert reader.get(f"{DOCUMENTS}/{annex.pk}").status_code == 200


def test_files_of_a_version_are_as_new_as_the_version(api):
    document = send(api, office_file("word_sample.docx"))
    second = send(api, office_file("word_sample.docx", "annex.txt"), f"{DOCUMENTS}/{document.pk}/versions")
    annex = second.attachments.get()
    api.delete(f"{DOCUMENTS}/{second.pk}")
    third = send(api, office_file("powerpoint_sample.pptx"), f"{DOCUMENTS}/{document.pk}/versions")
    assert listed(api) == {str(third.pk)}
    assert api.send("POST", f"/api/v1/bin/{second.pk}/restore").status_code < 300
    assert listed(api) == {str(third.pk)}
    assert listed(api, parent=str(second.pk)) == {str(annex.pk)}
    # The annex alone comes back from the bin as it was.
    api.delete(f"{DOCUMENTS}/{annex.pk}")
    assert api.send("POST", f"/api/v1/bin/{annex.pk}/restore").status_code < 300
    assert listed(api) == {str(third.pk)}
    api.delete(f"{DOCUMENTS}/{third.pk}")
    assert listed(api) == {str(second.pk), str(annex.pk)}
