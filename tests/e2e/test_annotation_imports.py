"""Annotations are imported from a file in the tab "Annotations" of a corpus."""

import json

import pytest
from playwright.sync_api import expect

from corpuses.annotations.models import Annotation
from corpuses.corpora.services import create_corpus
from tests.e2e.sharing.steps import check_on_phone

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


def file_of(*rows):
    return {"name": "a.jsonl", "mimeType": "application/jsonl", "buffer": "\n".join(map(json.dumps, rows)).encode()}


def test_annotations_are_imported_with_a_report(signed_in, user, upload_ready, check):
    page = signed_in
    corpus = create_corpus(owner=user, title="Contracts")
    document = upload_ready("maintenance-agreement.txt", corpus=corpus)
    expect(page.get_by_role("row").filter(has_text="maintenance").get_by_text("Ready")).to_be_visible()
    row = {"document id": str(document.pk), "label": "Subject", "quote": "Customization Schedule", "note": "See there"}
    page.goto(f"/c/{corpus.pk}?tab=annotations")
    page.get_by_role("button", name="Import annotations").click()
    dialog = page.get_by_role("dialog", name="Import annotations")
    expect(dialog.get_by_role("button", name="Import", exact=True)).to_be_disabled()
    dialog.get_by_label("File").set_input_files(file_of(row, row, row | {"quote": "nowhere to be found"}, 7))
    check(page, "import-annotations")
    dialog.get_by_role("button", name="Import", exact=True).click()
    expect(dialog.get_by_role("status")).to_have_text("1 annotation added, 1 already there, 2 not placed.")
    expect(dialog.get_by_role("row")).to_have_count(3)
    check(page, "import-annotations-report")
    check_on_phone(page, "import-annotations-report-phone", check)
    with page.expect_download() as download:
        dialog.get_by_role("link", name="Download as CSV").click()
    assert "3,annotation_not_placed," in download.value.path().read_text()
    expect(page.get_by_text("See there")).to_be_visible()
    assert Annotation.objects.get().quote == "Customization Schedule"
    dialog.get_by_role("button", name="Undo").click()
    expect(dialog.get_by_role("status")).to_have_text("The import was undone.")
    expect(dialog.get_by_role("button", name="Undo")).to_be_hidden()
    assert not Annotation.objects.exists()
    check(page, "import-annotations-undone")
    dialog.get_by_role("button", name="Close").last.click()
    expect(page.get_by_text("No annotations yet")).to_be_visible()


def test_a_file_of_another_type_is_refused(session_page, user, check):
    page = session_page
    corpus = create_corpus(owner=user, title="Contracts")
    page.goto(f"/c/{corpus.pk}?tab=annotations")
    page.get_by_role("button", name="Import annotations").click()
    dialog = page.get_by_role("dialog", name="Import annotations")
    dialog.get_by_label("File").set_input_files({"name": "a.pdf", "mimeType": "application/pdf", "buffer": b"%PDF"})
    dialog.get_by_role("button", name="Import", exact=True).click()
    expect(dialog.get_by_role("alert")).to_be_visible()
    check(page, "import-annotations-refused")
