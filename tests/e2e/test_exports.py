"""Large exports: written by a job, announced by a notification, downloaded and deleted on their page."""

import zipfile

import pytest
from playwright.sync_api import expect

from core.db.ids import uuid7
from corpuses.annotations.models import Annotation
from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.exports.models import Export
from documents.tests.factories import parsed_document
from tests.e2e.steps import choose_labels, labels_in_pdf

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

MANY = 10_001


@pytest.fixture
def corpus(user):
    """Create a corpus with more annotations than are exported at once."""
    corpus = create_corpus(owner=user, title="Leases")
    document = parsed_document(user, "The tenant pays the rent.", title="Lease")
    add_documents(corpus, [document], actor=user)
    draft = AnnotationDraft(label_name="Party", start=4, end=10)
    first = annotate(draft, corpus=corpus, document=document, actor=user)
    Annotation.objects.bulk_create(Annotation(**_values(first) | {"id": uuid7()}) for _ in range(MANY - 1))
    return corpus


def _values(annotation):
    return {field.attname: getattr(annotation, field.attname) for field in annotation._meta.concrete_fields}


def export_many_annotations(page, corpus, check):
    """Export more annotations than are written at once."""
    page.goto(f"/c/{corpus.pk}?tab=annotations")
    page.get_by_role("button", name="Export annotations").click()
    page.get_by_role("menuitem", name="JSON lines").click()
    expect(page.get_by_text("You will be notified when it is ready.")).to_be_visible()
    page.get_by_role("button", name="Show exports").click()
    row = page.get_by_role("list", name="Your exports").get_by_role("listitem")
    expect(row).to_contain_text("Leases annotations.jsonl")
    expect(row).to_contain_text("Ready")
    expect(row).to_contain_text("10,001 rows")
    check(page, "exports")
    with page.expect_download() as downloaded:
        row.get_by_role("button", name="Download").click()
    assert downloaded.value.suggested_filename == "Leases annotations.jsonl"
    assert len(downloaded.value.path().read_bytes().splitlines()) == MANY
    page.get_by_role("link", name="Notifications, 1 unread").click()
    expect(page.get_by_role("list", name="Notifications")).to_contain_text("is ready to download")
    check(page, "notification-of-export")
    page.get_by_role("link", name="Leases annotations.jsonl").click()
    row.get_by_role("button", name="Delete the export").click()
    expect(page.get_by_text("No exports yet")).to_be_visible()
    assert not Export.objects.exists()


def export_lists_and_pdfs(opened, check):
    """Export the list of documents, and PDFs of the corpus, of a selection and of a filter."""
    for name, first in (("Party", 10), ("Date", 40), ("Notice", 60)):
        opened.add(name, first, first + 1)
    page = opened.page
    page.goto(f"/c/{opened.corpus.pk}")
    page.get_by_role("button", name="Export the list of documents").click()
    check(page, "export-of-documents")
    with page.expect_download() as downloaded:  # few rows are written at once
        page.get_by_role("menuitem", name="CSV").click()
    assert "hosting-agreement" in downloaded.value.path().read_text()
    assert not Export.objects.exists()
    page.get_by_role("button", name="Export the list of documents").click()
    page.get_by_role("menuitem", name="PDFs with annotations").click()
    assert written_annotations(page) == {"hosting-agreement.pdf": ["Date", "Notice", "Party"]}
    page.goto(f"/c/{opened.corpus.pk}")
    page.get_by_role("row").filter(has_text="hosting-agreement").get_by_role("checkbox").check()
    page.get_by_role("button", name="Download").click()
    page.get_by_role("menuitemcheckbox", name="With comments").click()
    page.get_by_role("menuitem", name="PDFs with annotations").click()
    expect(page.get_by_text("You will be notified when it is ready.")).to_be_visible()
    assert Export.objects.order_by("-id")[0].query == {"document": [str(opened.document.pk)], "comments": "false"}

    page.goto(f"/c/{opened.corpus.pk}?tab=annotations")
    choose_labels(page, "Party", "Notice")
    page.get_by_role("button", name="Export annotations").click()
    page.get_by_role("menuitem", name="PDFs with annotations").click()
    assert written_annotations(page) == {"hosting-agreement.pdf": ["Notice", "Party"]}


def written_annotations(page):
    """Wait for the export of one document, download it, and return the labels in each PDF of the ZIP file."""
    page.get_by_role("button", name="Show exports").click()
    row = page.get_by_role("list", name="Your exports").get_by_role("listitem").first  # the newest
    expect(row).to_contain_text("Ready")
    expect(row).to_contain_text("1 document,")
    with page.expect_download() as downloaded:
        row.get_by_role("button", name="Download").click()
    with zipfile.ZipFile(downloaded.value.path()) as archive:
        return {name: sorted(labels_in_pdf(archive.read(name))) for name in archive.namelist()}


def test_annotations_lists_and_pdfs_are_exported(opened, corpus, check):
    export_many_annotations(opened.page, corpus, check)
    export_lists_and_pdfs(opened, check)
