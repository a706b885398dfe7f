"""Files embedded in Office documents: when these are read again, and when they have a new version."""

import io
import zipfile
from email.message import EmailMessage
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from corpuses.annotations.document_labels.services import label_documents
from corpuses.annotations.labels.services import create_label
from corpuses.annotations.models import Annotation, DocumentLabel
from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.corpora.services import add_documents, create_corpus, remove_documents
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


def message_with(note: str) -> SimpleUploadedFile:
    """Return an e-mail with an attached message, which has a text file."""
    inner, outer = EmailMessage(), EmailMessage()
    inner["Subject"], outer["Subject"] = "Inner", "Outer"
    inner.set_content("See the note.")
    inner.add_attachment(note, filename="note.txt")
    outer.set_content(f"See the message about: {note}")
    outer.add_attachment(inner, filename="inner.eml")
    return SimpleUploadedFile("outer.eml", outer.as_bytes())


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
    assert listed(api) == {str(newest.pk), str(annex.pk)}


@pytest.fixture
def lease(api, user):
    """Return a document in a corpus with two embedded files; the first is labelled and has an annotation."""
    document = send(api, office_file("word_sample.docx", "a.txt", "b.txt"))
    corpus = create_corpus(owner=user, title="Leases")
    add_documents(corpus, [document], actor=user)
    annex = document.attachments.get(path="a.txt")
    label = create_label(corpus, name="Annex", actor=user)
    label_documents(label, [annex], actor=user)
    start = annex.revision.text.index("rent")
    draft = AnnotationDraft(label_id=label.pk, start=start, end=start + len("rent"))
    annotate(draft, corpus=corpus, document=annex, actor=user)
    return document


def attached(document: Document, path: str) -> Document:
    return document.attachments.get(path=path)


def members(corpus) -> set:
    return set(corpus.memberships.values_list("document", flat=True))


def test_attachments_of_a_new_version_take_the_places_of_those_at_the_same_path(
    api, other_api, other_user, lease, user
):
    corpus = lease.corpuses.get(is_personal=False)
    old = {each.path: each for each in lease.attachments.all()}
    DocumentShare.objects.create(target=lease, user=other_user, role=ShareRole.VIEWER, created_by=user)
    newest = send(api, office_file("word_sample.docx", "a.txt", "c.txt"), f"{DOCUMENTS}/{lease.pk}/versions")
    run_jobs(skip_waits=True)
    new = {each.path: each for each in newest.attachments.all()}
    assert (set(old), set(new)) == ({"a.txt", "b.txt"}, {"a.txt", "c.txt"})
    assert members(corpus) == {newest.pk, new["a.txt"].pk, new["c.txt"].pk, old["b.txt"].pk}
    assert listed(api, corpus=str(corpus.pk)) == listed(api)
    assert listed(api) == {str(each.pk) for each in (newest, *new.values())}
    # The earlier ones stay with the earlier version, with their annotations, for everyone who sees the document.
    for reader in (api, other_api):
        rows = reader.get(f"{DOCUMENTS}/{lease.pk}/attachments").json()["results"]
        assert [row["id"] for row in rows] == [str(old[path].pk) for path in ("a.txt", "b.txt")]
        assert reader.get(f"{DOCUMENTS}/{old['b.txt'].pk}").status_code == 200
    labels = DocumentLabel.objects.filter(corpus=corpus)
    assert [each.document_id for each in labels] == [new["a.txt"].pk]
    places = Annotation.objects.filter(corpus=corpus).order_by("pk").values_list("document", "quote")
    assert list(places) == [(old["a.txt"].pk, "rent"), (new["a.txt"].pk, "rent")]
    versions = api.get(f"{DOCUMENTS}/{new['a.txt'].pk}/versions").json()["results"]
    assert [(row["id"], row["number"]) for row in versions] == [(str(new["a.txt"].pk), 2), (str(old["a.txt"].pk), 1)]


def test_attachments_are_back_with_the_version_that_they_belong_to(api, lease):
    corpus = lease.corpuses.get(is_personal=False)
    before = members(corpus)
    newest = send(api, office_file("word_sample.docx", "a.txt", "c.txt"), f"{DOCUMENTS}/{lease.pk}/versions")
    after = members(corpus)
    api.delete(f"{DOCUMENTS}/{newest.pk}")
    assert members(corpus) & before == before
    assert listed(api) == {str(key) for key in before}
    assert DocumentLabel.objects.get(corpus=corpus).document == attached(lease, "a.txt")
    assert api.send("POST", f"/api/v1/bin/{newest.pk}/restore").status_code < 300
    assert members(corpus) == after
    assert DocumentLabel.objects.get(corpus=corpus).document == attached(newest, "a.txt")


def test_attachments_keep_their_places_if_the_new_version_cannot_be_read(api, lease):
    corpus = lease.corpuses.get(is_personal=False)
    broken = SimpleUploadedFile("broken.pdf", b"%PDF-1.7 and nothing else")
    newest = send(api, broken, f"{DOCUMENTS}/{lease.pk}/versions")
    assert newest.state == "failed"
    assert members(corpus) == {newest.pk, *(each.pk for each in lease.attachments.all())}
    assert listed(api) == {str(newest.pk)}


def test_attachments_of_messages_in_a_message_follow_when_that_is_read(api, user):
    document = send(api, message_with("The first offer."))
    corpus = create_corpus(owner=user, title="Offers")
    add_documents(corpus, [document], actor=user)
    old = attached(document, "inner.eml/note.txt")
    label_documents(create_label(corpus, name="Offer", actor=user), [old], actor=user)
    newest = send(api, message_with("The second offer."), f"{DOCUMENTS}/{document.pk}/versions")
    new = attached(newest, "inner.eml/note.txt")
    assert (new.lineage, new.version_number) == (old.lineage, 2)
    assert DocumentLabel.objects.get(corpus=corpus).document == new
    assert members(corpus) == {newest.pk, *(each.pk for each in newest.attachments.all())}


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


def test_attachments_that_were_skipped_or_not_read_leave_the_places_as_they_are(api, lease, monkeypatch):
    corpus = lease.corpuses.get(is_personal=False)
    old = attached(lease, "a.txt")
    monkeypatch.setattr("documents.services.attachments.MAX_ATTACHMENTS", 0)
    newest = send(api, office_file("word_sample.docx", "a.txt"), f"{DOCUMENTS}/{lease.pk}/versions")
    assert not newest.attachments.exists()
    assert DocumentLabel.objects.get(corpus=corpus).document == old
    assert old.pk in members(corpus)
    assert listed(api, corpus=str(corpus.pk)) == {str(newest.pk)}


def test_attachments_without_a_match_keep_folders_labels_and_fields_for_when_they_are_back(api, lease, user):
    leases = lease.corpuses.get(is_personal=False)
    annex, taken_out = attached(lease, "b.txt"), attached(lease, "a.txt")
    annexes, later = create_corpus(owner=user, title="Annexes"), create_corpus(owner=user, title="Later")
    add_documents(annexes, [annex], actor=user)
    label_documents(create_label(annexes, name="Annex", actor=user), [annex], actor=user)
    remove_documents(leases, [taken_out], actor=user)
    mistake = send(api, office_file("word_sample.docx", "c.txt"), f"{DOCUMENTS}/{lease.pk}/versions")
    assert listed(api, corpus=str(annexes.pk)) == set()
    add_documents(later, [mistake], actor=user)
    api.delete(f"{DOCUMENTS}/{mistake.pk}")
    assert DocumentLabel.objects.get(corpus=annexes).document == annex
    assert listed(api, corpus=str(annexes.pk)) == {str(annex.pk)}
    assert listed(api, corpus=str(leases.pk)) == {str(lease.pk), str(annex.pk)}  # not what was taken out
    assert listed(api, corpus=str(later.pk)) == {str(each.pk) for each in (lease, annex, taken_out)}


def test_attachments_in_the_bin_are_not_added_to_corpora_with_their_version(api, lease, user):
    annex = attached(lease, "b.txt")
    api.delete(f"{DOCUMENTS}/{annex.pk}")
    mistake = send(api, office_file("word_sample.docx", "c.txt"), f"{DOCUMENTS}/{lease.pk}/versions")
    later = create_corpus(owner=user, title="Later")
    add_documents(later, [mistake], actor=user)
    api.delete(f"{DOCUMENTS}/{mistake.pk}")
    assert annex.pk not in members(later)
