"""The way from contracts to a reviewed table, offline and by keyboard: choose questions, read, review, export."""

import csv
from urllib.parse import parse_qs, urlsplit

import pytest
from django.db.models.functions import Lower
from playwright.sync_api import expect

from benchmarks.setup import CONTRACTS
from corpuses.corpora.services import create_corpus
from corpuses.extracts.models import Cell, Extract
from documents.models import Document
from tests.e2e.steps import wait_for

COLUMNS = ("Document name", "Agreement date", "Governing law", "Assignment")
PARTS = ("", ": quote", ": page", ": link", ": status", ": review")


@pytest.fixture
def corpus(session_page, user):
    """Upload two short contracts, and wait until they have been parsed and indexed."""
    corpus = create_corpus(owner=user, title="Contracts")
    session_page.goto(f"/c/{corpus.pk}")
    files = [next(CONTRACTS.glob(f"cuad_{number}*.pdf")) for number in ("008", "010")]
    session_page.locator("input[type=file]").first.set_input_files(files)
    wait_for(session_page, lambda: Document.objects.filter(state="ready", revision__isnull=False).count() == len(files))
    return corpus


def start_extraction(page, check):
    """Choose some columns of the ready-made questions about contracts, and run them with the offline reader."""
    page.get_by_role("tab", name="Extract").click()
    page.get_by_role("button", name="New extraction").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Start from")).to_have_value("template:contracts")
    expect(dialog.get_by_role("button", name="Next: documents")).to_be_in_viewport()
    dialog.get_by_role("button", name="None").click()
    expect(dialog.get_by_role("button", name="Next: documents")).to_be_disabled()
    for name in COLUMNS:
        dialog.get_by_role("checkbox", name=f"Use {name}", exact=True).check()
    check(page, "extract-chosen-columns")
    dialog.get_by_role("button", name="Next: documents").click()
    expect(dialog.get_by_label("Read by")).to_have_value("reader")
    expect(dialog.get_by_role("status")).to_contain_text("2 documents, 8 values")
    check(page, "extract-start")
    dialog.get_by_role("button", name="Run on 2 documents").click()


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def test_contracts_become_a_reviewed_table_offline(session_page, live_stack, corpus, check):
    page = session_page
    start_extraction(page, check)
    grid = page.get_by_role("grid", name="Values of Contract review")
    expect(grid.get_by_role("columnheader")).to_have_count(1 + len(COLUMNS))
    expect(grid.get_by_role("rowheader")).to_have_count(2)
    check(page, "extract-running")
    expect(grid.get_by_role("gridcell").filter(has_text="ENDORSEMENT AGREEMENT").first).to_be_visible()
    expect(page.get_by_text("Done", exact=True)).to_be_visible()
    cells = Cell.objects.filter(row__extract=Extract.objects.get()).select_related("row__revision", "row__document")
    found = cells.filter(status="found")
    assert found.count() >= len(COLUMNS)
    for each in found:
        expect(grid.get_by_role("gridcell").filter(has_text=each.text).first).to_be_visible()  # without a reload
        assert all(each.row.revision.text[span["start"] : span["end"]] == span["quote"] for span in each.sources)

    grid.focus()
    press(page, "Space")
    source = page.get_by_role("complementary", name="Source")
    first = cells.filter(column__name="Document name").order_by(Lower("row__document__title")).first()
    expect(source.get_by_role("blockquote")).to_have_text(first.sources[0]["quote"])
    expect(source.locator('canvas[data-hit="true"]')).to_have_count(1)
    check(page, "extract-review")
    press(page, "a")
    expect(source).to_contain_text("On which date")
    press(page, "r", "Enter")
    editor = page.get_by_role("textbox", name="Value of Governing law")
    editor.fill("State of Nevada")
    editor.press("Enter")
    expect(editor).to_have_count(0)
    reviews = cells.filter(row=first.row).order_by("column__order").values_list("review", flat=True)
    # Each review is a request of its own: the last one may be answered first.
    wait_for(page, lambda: list(reviews.all()) == ["approved", "rejected", "edited", "unreviewed"])
    assert cells.filter(review="edited", text="State of Nevada").exists()
    check(page, "extract-reviewed")

    page.get_by_role("button", name="Export").click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="CSV").click()
    with download.value.path().open(encoding="utf-8-sig", newline="") as file:
        lines = list(csv.DictReader(file))
    assert len(lines) == 2
    for cell in cells.select_related("row__document", "column"):
        line = next(each for each in lines if each["document id"] == str(cell.row.document_id))
        value, quote, shown_page, link, status, review = (line[cell.column.name + part] for part in PARTS)
        assert (value, status, review) == (cell.text, cell.status, cell.review)
        if not cell.sources:
            assert (quote, shown_page, link) == ("", "", "")
            continue
        assert quote == " […] ".join(each["quote"] for each in cell.sources)
        assert int(shown_page) == cell.sources[0]["page"]
        assert parse_qs(urlsplit(link).query)["from"] == [str(cell.sources[0]["start"])]
    page.goto(lines[0]["Document name: link"])
    expect(page.locator('canvas[data-hit="true"]').first).to_be_visible()
