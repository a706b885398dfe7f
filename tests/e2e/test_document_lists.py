"""Lists of documents: order, columns, keys, the menu of a row; on a phone, too."""

import re

import pytest
from playwright.sync_api import Page, expect

from corpuses.services import folders
from corpuses.services.corpora import add_documents, create_corpus
from documents.models import Blob, Document
from documents.tests.factories import parsed_document
from tasks.models import Job
from tests.e2e.sharing.steps import CONTROLS_OUTSIDE, PHONE
from tests.e2e.steps import undo_button, wait_for

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
LONG = "Service agreement between the Hosting Company of Lower Saxony and the Municipality of Upper Harbour, 2026"
# Title, type, size, pages.
DOCUMENTS = [
    ("zoning plan", "application/pdf", 900, 3),
    (LONG, WORD, 12_000, 40),
    ("Budget", "text/csv", 70, 1),
]


@pytest.fixture
def corpus(live_stack, user):
    corpus = create_corpus(owner=user, title="Contracts")
    for number, (title, mime_type, size, pages) in enumerate(DOCUMENTS):
        document = parsed_document(user, f"The tenant pays rent number {number}.", title=title)
        blob = Blob.objects.create(sha256=f"{number:064}", size=size)
        Document.objects.filter(pk=document.pk).update(mime_type=mime_type, blob=blob, page_count=pages)
        add_documents(corpus, [document], actor=user)
    return corpus


@pytest.fixture
def many(live_stack, user):
    for number in range(70):  # more than are loaded at once
        parsed_document(user, "The tenant pays.", title=f"Lease {number:02}")


def rows(page: Page):
    return page.get_by_role("row").filter(has=page.get_by_role("link"))


def titles(page: Page):
    return page.locator("tbody td:nth-child(2) a")


def sort(page: Page, column: str) -> None:
    page.get_by_role("columnheader", name=column, exact=True).get_by_role("button").click()


def expect_order(page: Page, column: str, direction: str, *expected: str) -> None:
    expect(titles(page)).to_have_text([re.compile(f"^{each}") for each in expected])
    expect(page.locator("[aria-sort]")).to_have_text(column)
    expect(page.locator("[aria-sort]")).to_have_attribute("aria-sort", direction)


@pytest.mark.parametrize("place", ["documents", "corpus"])
def test_columns_sort_the_list_and_the_order_is_in_the_address(session_page, corpus, place, check):
    page = session_page
    page.goto("/" if place == "documents" else f"/c/{corpus.pk}")
    expect_order(page, "Added", "descending", "Budget", "Service", "zoning")
    sort(page, "Title")
    expect_order(page, "Title", "ascending", "Budget", "Service", "zoning")
    sort(page, "Title")
    expect_order(page, "Title", "descending", "zoning", "Service", "Budget")
    sort(page, "Size")
    expect_order(page, "Size", "descending", "Service", "zoning", "Budget")
    sort(page, "Type")  # CSV, PDF, Word
    expect_order(page, "Type", "ascending", "Budget", "zoning", "Service")
    sort(page, "Pages")
    expect_order(page, "Pages", "descending", "Service", "zoning", "Budget")
    check(page, f"list-sorted-{place}")
    page.reload()
    expect_order(page, "Pages", "descending", "Service", "zoning", "Budget")
    page.get_by_role("searchbox", name="Search titles").fill("n")  # not the budget
    expect_order(page, "Pages", "descending", "Service", "zoning")
    sort(page, "Added")
    expect_order(page, "Added", "descending", "Service", "zoning")
    sort(page, "Added")
    expect_order(page, "Added", "ascending", "zoning", "Service")


def test_rows_show_type_size_pages_and_state(session_page, corpus):
    page = session_page
    page.goto("/")
    row = rows(page).filter(has_text="Service agreement")
    for text in ("Word", "12.0 kB", "40", "Ready"):
        expect(row.get_by_text(text, exact=True)).to_be_visible()
    widths = [cell.bounding_box()["width"] for cell in row.get_by_role("cell").all()]
    assert widths[1] > 0.35 * sum(widths)
    assert row.bounding_box()["height"] <= 37
    language = page.get_by_role("columnheader", name="Language")
    expect(language).to_be_visible()
    page.set_viewport_size({"width": 1200, "height": 800})
    expect(language).to_be_hidden()


def test_an_order_in_a_folder_is_kept_when_another_folder_is_opened(session_page, corpus, user):
    folder = folders.create_folder(corpus, name="Plans", actor=user)
    first = Document.objects.filter(title__in=["Budget", "zoning plan"])
    folders.move_documents(corpus, list(first), folder=folder, actor=user)
    page = session_page
    page.goto(f"/c/{corpus.pk}?sort=title_descending")
    expect_order(page, "Title", "descending", "zoning", "Service", "Budget")
    page.get_by_role("button", name="Plans 2").click()
    expect_order(page, "Title", "descending", "zoning", "Budget")
    page.get_by_role("button", name="Not in a folder").click()
    expect_order(page, "Title", "descending", "Service")


def test_a_selection_is_kept_in_another_order_and_all_rows_are_selected_in_it(session_page, many):
    page = session_page
    page.goto("/?sort=title")
    page.get_by_role("checkbox", name="Select Lease 00").click()
    page.get_by_role("checkbox", name="Select Lease 01").click()
    status = page.get_by_role("status").filter(has_text="selected")
    sort(page, "Title")
    expect(titles(page).first).to_have_text("Lease 69")
    expect(status).to_have_text("2 selected")
    expect(page.get_by_role("searchbox", name="Search titles")).to_be_visible()
    page.get_by_role("button", name="Select all 70").click()
    expect(status).to_have_text("70 selected")
    page.get_by_role("searchbox", name="Search titles").fill("Lease 07")
    expect(status).to_have_text("1 selected")


def test_a_click_anywhere_in_a_row_opens_the_document(session_page, corpus):
    page = session_page
    page.goto("/")
    row = rows(page).filter(has_text="Budget")
    row.get_by_role("checkbox").click()
    expect(page.get_by_role("status").filter(has_text="selected")).to_have_text("1 selected")
    address = row.get_by_role("link").get_attribute("href")
    for cell, click in ((3, {"modifiers": ["ControlOrMeta"]}), (5, {"button": "middle"})):
        with page.context.expect_page() as opened:
            row.locator(f"td:nth-child({cell})").click(force=True, **click)
        # A page in the background may not be drawn.
        wait_for(page, lambda new=opened.value: new.url.endswith(address))
        opened.value.close()
    expect(page.get_by_role("heading", name="Documents", exact=True)).to_be_visible()
    row.locator("td:nth-child(8)").click(force=True)
    expect(page.get_by_role("heading", name="Budget")).to_be_visible()


def test_rows_have_one_tab_stop_and_keys(session_page, many):
    page = session_page
    page.goto("/?sort=title")
    link = titles(page)
    expect(link.first).to_have_text("Lease 00")
    page.get_by_role("columnheader", name="Added").get_by_role("button").focus()
    page.keyboard.press("Tab")
    expect(link.first).to_be_focused()
    page.get_by_role("searchbox").first.focus()
    page.keyboard.press("F6")
    expect(link.first).to_be_focused()
    page.keyboard.press("ArrowDown")
    focused = page.locator("tbody a:focus")
    expect(focused).to_have_text("Lease 01")
    page.keyboard.press("Space")
    status = page.get_by_role("status").filter(has_text="selected")
    expect(status).to_have_text("1 selected")
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Shift+ArrowDown")
    expect(status).to_have_text("3 selected")
    page.keyboard.press("Escape")
    expect(status).to_have_count(0)
    expect(focused).to_have_text("Lease 03")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("checkbox", name="Select Lease 03")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name="More for Lease 03")).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('tr')") is None
    page.keyboard.press("Shift+Tab")
    page.get_by_role("button", name="More for Lease 03").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("End")
    expect(focused).to_have_text("Lease 59")  # the last one that was loaded
    expect(page.get_by_role("link", name="Lease 60")).to_have_count(1)
    page.keyboard.press("End")
    expect(focused).to_have_text("Lease 69")
    page.keyboard.press("Home")
    expect(focused).to_have_text("Lease 00")
    expect(focused).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Lease 00")).to_be_visible()


def test_the_menu_of_a_row(session_page, corpus, user, check):
    page = session_page
    page.goto("/")
    menu = page.get_by_role("button", name="More for Budget")
    menu.click()
    names = ["Open", "Rename", "Download", "Add to a corpus", "Share", "Delete"]
    expect(page.get_by_role("menuitem")).to_have_text(names)
    check(page, "list-menu")
    page.get_by_role("menuitem", name="Rename").click()
    field = page.get_by_role("dialog").get_by_label("Title")
    expect(field).to_be_focused()
    field.fill("Budget of 2026")
    field.press("Enter")
    undo_button(page, of="Renamed to “Budget of 2026”").click()
    expect(page.get_by_role("link", name="Budget", exact=True)).to_be_visible()
    menu.click()
    page.get_by_role("menuitem", name="Rename").click()
    field.fill("Budget of 2026")
    field.press("Enter")
    menu = page.get_by_role("button", name="More for Budget of 2026")
    menu.click()
    page.get_by_role("menuitem", name="Delete").click()
    expect(menu).to_have_count(0)
    undo_button(page, of="to the bin").click()
    menu.click()
    page.get_by_role("menuitem", name="Open").click()
    expect(page.get_by_role("heading", name="Budget of 2026")).to_be_visible()
    page.goto(f"/c/{corpus.pk}")
    page.get_by_role("button", name="More for zoning plan").click()
    page.get_by_role("menuitem", name="Remove from this corpus").click()
    wait_for(page, lambda: not corpus.documents.filter(title="zoning plan").exists())


def test_retry_is_offered_where_it_can_succeed(session_page, corpus):
    wait_for(session_page, lambda: not Job.objects.filter(finished=None).exists())
    Document.objects.filter(title="Budget").update(state="failed", failure_code="parser_timeout")
    Document.objects.filter(title="zoning plan").update(state="failed", failure_code="corrupt_document")
    page = session_page
    page.goto("/")
    expect(page.get_by_role("button", name="Retry Budget")).to_be_visible()
    expect(page.get_by_role("button", name="Retry zoning plan")).to_have_count(0)
    page.get_by_role("button", name="More for zoning plan").click()
    expect(page.get_by_role("menuitem", name="Open")).to_be_visible()
    expect(page.get_by_role("menuitem", name="Retry")).to_have_count(0)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="More for Budget").click()
    page.get_by_role("menuitem", name="Retry").click()
    wait_for(page, lambda: not Document.objects.filter(title="Budget", failure_code="parser_timeout").exists())


@pytest.mark.parametrize("place", ["documents", "corpus"])
def test_the_failed_ones_of_the_selected_documents_are_retried_together(signed_in, corpus, place):
    page = signed_in
    wait_for(page, lambda: not Job.objects.filter(finished=None).exists())
    failed = Document.objects.exclude(title="zoning plan")
    failed.update(state="failed", failure_code="parser_timeout")
    Document.objects.filter(title="zoning plan").update(state="failed", failure_code="corrupt_document")
    page.goto("/" if place == "documents" else f"/c/{corpus.pk}")
    page.get_by_role("checkbox", name="Select all").first.press("Space")
    page.get_by_role("button", name="Retry 2 failed").click()
    wait_for(page, lambda: not failed.filter(failure_code="parser_timeout").exists())
    assert Document.objects.get(title="zoning plan").failure_code == "corrupt_document"


@pytest.mark.parametrize("place", ["documents", "corpus"])
def test_a_phone_shows_titles(session_page, corpus, place, check):
    page = session_page
    page.set_viewport_size(PHONE)
    page.goto("/" if place == "documents" else f"/c/{corpus.pk}")
    link = page.get_by_role("link", name="Service agreement")
    box = link.bounding_box()
    assert box["width"] > PHONE["width"] / 2
    assert 30 < box["height"] < 60  # two lines
    row = rows(page).filter(has_text="Service agreement")
    expect(row.get_by_text("Ready")).to_be_attached()
    expect(row.get_by_text("Word", exact=True)).to_be_visible()
    expect(row.locator("time")).to_be_visible()
    expect(page.get_by_role("searchbox", name="Search titles")).to_be_visible()
    check(page, f"list-phone-{place}")
    assert page.evaluate(CONTROLS_OUTSIDE) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    sort(page, "Title")
    expect(titles(page).first).to_have_text("Budget")
    row.click()
    expect(page.get_by_role("heading", name="Service agreement")).to_be_visible()
