"""The grid of an extraction: values, sources beside it, review, export, edits without a connection, a phone."""

import pytest
from playwright.sync_api import expect

from corpuses.annotations.models import Annotation
from corpuses.corpora.services import create_corpus
from corpuses.extracts.models import Cell, Column, Extract, ExtractRow
from documents.models import Document
from tests.e2e.offline_steps import (
    changes_waiting,
    connect,
    disconnect,
    expect_saved_once,
    reload_without_saving,
    waiting,
)
from tests.e2e.steps import wait_for

TEXT = "Lease {n}\n\nThe tenant pays a rent of {n},250 EUR each month.\n\nThe lease ends on 2027-06-30.\n"


@pytest.fixture
def corpus(user):
    return create_corpus(owner=user, title="Leases")


def cell(row, column, quote, **fields):
    """Create an answered cell; with a quote, its source is the first occurrence in the text."""
    text = row.revision.text
    start = text.index(quote) if quote else 0
    sources = [{"start": start, "end": start + len(quote), "page": 1, "quote": quote}] if quote else []
    status = "found" if quote else "not_found"
    return Cell.objects.create(
        row=row, column=column, sources=sources, text=quote, raw=quote, sort_key=quote, engine="reader",
        **{"status": status, "confidence": 0.93} | fields,
    )  # fmt: skip


@pytest.fixture
def extract(session_page, user, corpus, upload_ready):
    """Create an extract with three documents and two columns, as it is when it has been answered."""
    extract = Extract.objects.create(corpus=corpus, name="Rent and end", engine="language-model", creator=user)
    rent = Column.objects.create(extract=extract, name="Rent", question="How much is the rent?", type="money", order=0)
    ends = Column.objects.create(extract=extract, name="End", question="When does it end?", type="date", order=1)
    for number in (1, 2, 3):
        document = upload_ready(TEXT.format(n=number).encode(), corpus=corpus, filename=f"lease {number}.txt")
        row = ExtractRow.objects.create(
            extract=extract, document=document, revision=document.revision, state="done", finished=document.created
        )
        cell(row, rent, f"{number},250 EUR", confidence=0.4 if number == 2 else 0.93)
        cell(row, ends, "" if number == 3 else "2027-06-30", has_conflict=number == 1)
    return extract


def open_grid(page, extract):
    page.goto(f"/c/{extract.corpus_id}?tab=extract&extract={extract.pk}")
    grid = page.get_by_role("grid", name="Values of Rent and end")
    expect(grid.get_by_role("gridcell").filter(has_text="1,250 EUR")).to_be_visible()
    return grid


def check_new_extraction(page, corpus, check):
    page.goto(f"/c/{corpus.pk}?tab=extract")
    check(page, "extract-empty")
    page.get_by_role("button", name="New extraction").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("list", name="Columns").wait_for()
    check(page, "extract-questions")
    dialog.get_by_role("button", name="Next: documents").click()
    dialog.get_by_role("button", name="Back").wait_for()
    check(page, "extract-documents")


def accept_a_suggestion(page, grid, check):
    grid.get_by_role("button", name="Options of End").click()
    page.get_by_role("menuitem", name="Suggest as annotations").click()
    page.get_by_role("button", name="Review suggestions").click()
    rows = page.get_by_role("list", name="Annotations").get_by_role("listitem")
    expect(rows).to_have_count(1)  # the end of the first lease was rejected, and the third has none
    check(page, "annotations-of-extract")
    rows.get_by_role("link").click()
    expect(page.get_by_role("region", name="Annotation ")).to_contain_text("From an extraction")
    page.get_by_role("application").focus()
    page.keyboard.press("a")
    accepted = Annotation.objects.filter(source="extract", label__name="End", reviewed__isnull=False)
    wait_for(page, accepted.exists)


@pytest.mark.journey
def test_cells_are_reviewed_edited_suggested_and_exported(session_page, user, extract, check):
    page = session_page
    check_new_extraction(page, create_corpus(owner=user, title="Empty"), check)
    grid = open_grid(page, extract)
    check(page, "extract-grid")
    grid.focus()
    page.keyboard.press("Space")
    source = page.get_by_role("complementary", name="Source")
    expect(source).to_contain_text("How much is the rent?")
    expect(source.locator('canvas[data-hit="true"]')).to_have_count(1)
    check(page, "extract-source")
    page.keyboard.press("a")
    expect(source).to_contain_text("When does it end?")
    page.keyboard.press("r")
    reviews = Cell.objects.filter(row__document__title__contains="1").order_by("column__order")
    # Each review is a request of its own.
    wait_for(page, lambda: list(reviews.values_list("review", flat=True)) == ["approved", "rejected"])
    page.keyboard.press("Enter")
    editor = page.get_by_role("textbox", name="Value of Rent")
    editor.fill("2300 EUR")
    check(page, "extract-editor")
    editor.press("Enter")
    expect(editor).to_have_count(0)
    wait_for(page, lambda: Cell.objects.filter(review="edited", text__contains="300").exists())
    expect(grid).to_be_focused()
    page.keyboard.press("Escape")
    expect(source).to_have_count(0)

    page.get_by_role("button", name="Export").click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="CSV").click()
    assert "1,250 EUR" in download.value.path().read_text()

    page.set_viewport_size({"width": 390, "height": 844})
    card = page.get_by_role("listitem").filter(has_text="Lease 3")
    expect(card).to_contain_text("3,250 EUR")
    check(page, "extract-phone")
    card.get_by_role("button", name="Approve Rent").click()
    expect(card).to_contain_text("Approved")
    page.set_viewport_size({"width": 1440, "height": 900})

    accept_a_suggestion(page, grid, check)


def test_reviews_and_a_new_title_wait_for_a_connection(session_page, extract, check):
    page = session_page
    grid = open_grid(page, extract)
    page.get_by_role("tab", name="Documents").click()
    expect(page.get_by_role("link", name="Lease 1")).to_be_visible()
    page.go_back()
    expect(grid).to_be_visible()
    disconnect(page)
    grid.press("a")
    grid.press("r")
    grid.press("Enter")
    page.get_by_role("textbox", name="Value of Rent").fill("2300 EUR")
    page.keyboard.press("Enter")
    expect(changes_waiting(page, 3)).to_be_visible()
    expect(waiting(grid)).to_have_count(3)
    check(page, "offline-cells")
    page.go_forward()
    page.get_by_role("button", name="More for Lease 1").click()
    page.get_by_role("menuitem", name="Rename").click()
    page.get_by_role("dialog").get_by_label("Title").fill("Harbour Street")
    page.get_by_role("dialog").get_by_role("button", name="Rename").click()
    expect(changes_waiting(page, 4)).to_be_visible()
    reload_without_saving(page)
    expect(page.get_by_role("link", name="Harbour Street")).to_be_visible()
    page.go_back()
    expect(grid.get_by_role("gridcell").filter(has_text="2300 EUR")).to_be_visible()
    expect(waiting(grid)).to_have_count(3)
    assert not Cell.objects.exclude(review="unreviewed").exists()
    connect(page)
    reviews = Cell.objects.exclude(review="unreviewed").order_by("row__document__title", "column__order")
    expect_saved_once(
        page,
        lambda: (
            [each.review for each in reviews.all()] == ["approved", "rejected", "edited"]
            and Document.objects.filter(title="Harbour Street").exists()
        ),
    )


def test_the_source_is_picked_on_the_page_by_keyboard_and_pointer(session_page, extract, check):
    page = session_page
    grid = open_grid(page, extract)
    grid.focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "s"):
        page.keyboard.press(key)
    pages = page.get_by_role("application", name="Pages of Lease 3")
    expect(pages).to_be_focused()
    selected = page.get_by_role("toolbar", name="Selected words")
    page.keyboard.press("End")  # nothing is selected yet, so nothing moves
    page.keyboard.press("ArrowRight")
    expect(selected).to_contain_text("Lease")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("x")
    expect(selected).to_contain_text("The lease ends on 2027-06-30.")
    check(page, "extract-pick")
    page.keyboard.press("Enter")
    expect(grid).to_be_focused()
    expect(grid.get_by_role("gridcell").and_(page.locator("[aria-selected=true]"))).to_contain_text("2027-06-30")
    wait_for(page, lambda: Cell.objects.filter(is_source_picked=True).exists())
    picked = Cell.objects.get(row__document__title="Lease 3", column__name="End")
    assert (picked.value, picked.sources[0]["quote"]) == ("2027-06-30", "The lease ends on 2027-06-30.")
    assert (picked.status, picked.is_source_picked) == ("found", True)

    page.keyboard.press("Control+Home")
    page.keyboard.press("ArrowRight")
    source = page.get_by_role("complementary", name="Source")
    expect(source.get_by_role("blockquote")).to_have_text("1,250 EUR")
    expect(source.locator('canvas[data-hit="true"]')).to_have_count(1)
    box = source.locator('[data-page="1"]').bounding_box()
    page.mouse.click(box["x"] + 0.15 * box["width"], box["y"] + 0.11 * box["height"])
    expect(selected).to_be_visible()
    selected.get_by_role("button", name="Use as source").click()
    by_pointer = Cell.objects.filter(is_source_picked=True, column__name="Rent")
    wait_for(page, by_pointer.exists)
    picked = by_pointer.get()
    assert picked.text == "1,250 EUR"
    assert picked.sources[0]["quote"] in picked.row.revision.text
    expect(source.get_by_role("blockquote")).to_have_text(picked.sources[0]["quote"])
