"""PDFs with annotations as a ZIP file that a job writes."""

import io
import zipfile

import pikepdf
import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from core.api.testing import ApiClient
from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.comments.services import ThreadDraft, create_thread
from corpuses.corpora.folders import make_path
from corpuses.corpora.services import add_documents
from corpuses.exports.api.rest import annotated_pdfs
from corpuses.exports.models import Export
from corpuses.exports.tests.test_exports import run_exports, written
from corpuses.models import CorpusDocument
from documents.models import Document
from documents.services.zip_stream import LEFT_OUT
from documents.tests.factories import HEIGHT, WIDTH, parsed_document

pytestmark = pytest.mark.django_db

TEXT = "The tenant pays the rent."
PDFS = {"kind": "annotated_pdfs", "format": "zip"}


@pytest.fixture
def leases(user, corpus):
    """Add two PDFs of the same name, one of them in a folder, each with a comment on its annotation."""
    folder = make_path(corpus, ["2026", "May"], actor=user)
    documents = [stored(user, f"{TEXT} {name}") for name in ("Old", "New")]
    add_documents(corpus, documents, actor=user)
    CorpusDocument.objects.filter(document=documents[0]).update(folder=folder)
    for document in documents:
        draft = AnnotationDraft(label_name="Party", start=4, end=10)
        annotation = annotate(draft, corpus=corpus, document=document, actor=user)
        create_thread(corpus, ThreadDraft(text="Who?", annotation=annotation), actor=user)
    return documents


def stored(user, text, **fields):
    document = parsed_document(user, text, **fields)
    Document.objects.filter(pk=document.pk).update(filename="Lease.pdf")
    target = io.BytesIO()
    with pikepdf.new() as pdf:
        pdf.add_blank_page(page_size=(WIDTH, HEIGHT))
        pdf.save(target)
    default_storage.save(document.blob.name, ContentFile(target.getvalue()))
    return document


def contents(body):
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def annotations_in(content):
    with pikepdf.open(io.BytesIO(content)) as pdf:
        # without their addresses
        return [str(each.Contents).partition("\n\nhttp")[0] for each in pdf.pages[0].obj.get("/Annots", [])]


def test_the_folders_of_the_corpus_contain_the_annotated_pdfs(api, corpus, leases):
    export, body = written(api, corpus, **PDFS)
    files = contents(body)
    assert sorted(files) == ["2026/May/Lease.pdf", "Lease.pdf"]
    assert [annotations_in(content) for content in files.values()] == [["“tenant”", "Who?"]] * 2
    assert (export["rows"], export["filename"]) == (2, "Contracts PDFs with annotations.zip")


def test_names_are_unique_and_the_choice_is_kept(api, user, corpus, leases):
    CorpusDocument.objects.update(folder=None)
    extra = stored(user, f"{TEXT} Extra")
    add_documents(corpus, [extra], actor=user)
    query = {"document": [str(each.pk) for each in leases], "comments": False}
    export, body = written(api, corpus, **PDFS, query=query)
    assert sorted(contents(body)) == ["Lease (2).pdf", "Lease.pdf"]
    assert {tuple(annotations_in(content)) for content in contents(body).values()} == {("“tenant”",)}
    assert export["rows"] == 2


def test_filters_of_annotations_select_what_is_written(api, user, corpus, leases):
    old, new = leases
    annotate(AnnotationDraft(label_name="Rent", start=16, end=24), corpus=corpus, document=new, actor=user)
    parties = [str(each) for each in corpus.annotations.filter(label__name="Party").values_list("pk", flat=True)]
    labels = {each.name: str(each.pk) for each in corpus.labels.all()}

    export, body = written(api, corpus, kind="annotations", format="zip", query={"label": [labels["Rent"]]})
    assert {name: annotations_in(content) for name, content in contents(body).items()} == {"Lease.pdf": ["“the rent”"]}
    assert (export["rows"], export["filename"]) == (1, "Contracts PDFs with annotations.zip")

    query = {"annotation": parties, "document": [str(old.pk)]}
    _, body = written(api, corpus, kind="annotations", format="zip", query=query)
    files = {name: annotations_in(content) for name, content in contents(body).items()}
    assert files == {"2026/May/Lease.pdf": ["“tenant”", "Who?"]}

    _, body = written(api, corpus, kind="annotations", format="zip", query={"source": "analyzer"})
    assert contents(body) == {}
    refused = api.get(f"/api/v1/corpuses/{corpus.pk}/annotations/export", {"format": "zip"})
    assert (refused.status_code, refused.json()["error"]["field"]) == (400, "format")


def test_documents_without_a_pdf_are_listed_with_the_reason(api, user, corpus, leases):
    hostile, lost = leases
    default_storage.delete(lost.blob.name)
    default_storage.delete(hostile.blob.name)
    default_storage.save(hostile.blob.name, ContentFile(b"%PDF-1.7 not a PDF"))
    good = stored(user, f"{TEXT} Good")
    add_documents(corpus, [good], actor=user)
    unread = parsed_document(user, f"{TEXT} Unread")
    add_documents(corpus, [unread], actor=user)
    Document.objects.filter(pk=unread.pk).update(
        filename="Unread.pdf", revision=None, state="processing", backend_lock=True
    )
    _, body = written(api, corpus, **PDFS)
    files = contents(body)
    report = files.pop(LEFT_OUT).decode()
    assert len(files) == 1
    assert annotations_in(*files.values()) == []
    assert [line.partition(": ")[0] for line in sorted(report.splitlines())] == [
        "2026/May/Lease.pdf",
        "Lease (2).pdf",
        "Unread.pdf",
    ]


def test_only_members_export_and_only_what_they_may_see(api, user, other_user, corpus, leases):
    hidden = stored(other_user, f"{TEXT} Hidden")
    CorpusDocument.objects.create(corpus=corpus, document=hidden, added_by=user)
    query = {"document": [str(hidden.pk), str(leases[1].pk)]}
    _, body = written(api, corpus, **PDFS, query=query)
    assert list(contents(body)) == ["Lease.pdf"]
    refused = ApiClient(other_user).send("POST", f"/api/v1/corpuses/{corpus.pk}/exports", PDFS)
    assert refused.status_code == 404
    corpus.is_public = True
    corpus.save()
    refused = ApiClient(other_user).send("POST", f"/api/v1/corpuses/{corpus.pk}/exports", PDFS)
    assert refused.status_code == 403


@pytest.mark.parametrize(
    "fields",
    [{"format": "csv"}, {"query": {"document": "x"}}, {"query": {"document": []}}, {"query": {"source": "human"}}],
)
def test_an_invalid_request_starts_nothing(api, corpus, leases, fields):
    response = api.send("POST", f"/api/v1/corpuses/{corpus.pk}/exports", {**PDFS, **fields})
    assert response.status_code == 400, response.json()
    assert not Export.objects.exists()


def test_too_many_documents_are_refused_at_once(api, corpus, leases, monkeypatch):
    monkeypatch.setattr(annotated_pdfs, "MOST", 1)
    response = api.send("POST", f"/api/v1/corpuses/{corpus.pk}/exports", PDFS)
    assert (response.status_code, response.json()["error"]["code"]) == (413, "too_much_at_once")


def test_graphql_starts_it(api, corpus, leases):
    mutation = (
        "mutation ($input: CreateExportInput!) { createExport(input: $input) { export { kind } errors { code } } }"
    )
    values = {"corpusId": str(corpus.pk), "kind": "ANNOTATED_PDFS", "format": "zip"}
    assert api.execute(mutation, {"input": values})["createExport"] == {
        "export": {"kind": "ANNOTATED_PDFS"},
        "errors": [],
    }
    run_exports()
    assert Export.objects.get().row_count == 2
