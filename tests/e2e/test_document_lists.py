"""Lists of documents: their layout, also on a phone, and keys. The rest is in `document-lists.test.tsx`."""

import re

import pytest
from playwright.sync_api import Page, expect

from corpuses.corpora.services import add_documents, create_corpus
from documents.models import Blob, Document
from documents.tests.factories import parsed_document
from tests.e2e.sharing.steps import CONTROLS_OUTSIDE, LAPTOP, PHONE
from tests.e2e.steps import wait_for
from users.models import User

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


def expect_layout(page: Page) -> None:
    """Expect one line per row, titles in a third of it, and fewer columns in a narrow window."""
    row = rows(page).filter(has_text="Service agreement")
    widths = [cell.bounding_box()["width"] for cell in row.get_by_role("cell").all()]
    assert widths[1] > 0.35 * sum(widths)
    assert row.bounding_box()["height"] <= 37
    language = page.get_by_role("columnheader", name="Language")
    expect(language).to_be_visible()
    page.set_viewport_size({"width": 1200, "height": 800})
    expect(language).to_be_hidden()
    page.set_viewport_size(LAPTOP)


def open_in_tabs(page: Page) -> None:
    """Open a document in tabs by clicks on other cells than that of its title."""
    row = rows(page).filter(has_text="Budget")
    address = row.get_by_role("link").get_attribute("href")
    for cell, click in ((3, {"modifiers": ["ControlOrMeta"]}), (5, {"button": "middle"})):
        with page.context.expect_page() as opened:
            row.locator(f"td:nth-child({cell})").click(force=True, **click)
        # A page in the background may not be drawn.
        wait_for(page, lambda new=opened.value: new.url.endswith(address))
        opened.value.close()
    expect(page.get_by_role("heading", name="Documents", exact=True)).to_be_visible()


def expect_titles_on_phone(page: Page) -> None:
    page.set_viewport_size(PHONE)
    box = page.get_by_role("link", name="Service agreement").bounding_box()
    assert box["width"] > PHONE["width"] / 2
    assert 30 < box["height"] < 60  # two lines
    row = rows(page).filter(has_text="Service agreement")
    expect(row.get_by_text("Ready")).to_be_attached()
    expect(row.get_by_text("Word", exact=True)).to_be_visible()
    expect(row.locator("time")).to_be_visible()
    expect(page.get_by_role("searchbox", name="Search titles")).to_be_visible()
    assert page.evaluate(CONTROLS_OUTSIDE) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def use_keys_of_rows(page: Page, user: User) -> None:
    """Use the keys of rows, which have one tab stop."""
    for number in range(70):  # more than are loaded at once
        parsed_document(user, "The tenant pays.", title=f"Lease {number:02}")
    page.goto("/?sort=title&q=lease")
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


def test_lists_of_documents_are_sorted_and_fit_and_their_rows_have_keys(session_page, user, corpus, check):
    page = session_page
    page.goto("/")
    expect_order(page, "Added", "descending", "Budget", "Service", "zoning")
    expect_layout(page)
    page.get_by_role("button", name="More for Budget").click()
    expect(page.get_by_role("menuitem")).to_have_count(6)
    check(page, "list-menu")
    page.keyboard.press("Escape")
    rows(page).filter(has_text="Budget").get_by_role("checkbox").click()
    expect(page.get_by_role("status").filter(has_text="selected")).to_have_text("1 selected")
    open_in_tabs(page)
    rows(page).filter(has_text="Budget").locator("td:nth-child(8)").click(force=True)
    expect(page.get_by_role("heading", name="Budget")).to_be_visible()
    for place, address in (("documents", "/"), ("corpus", f"/c/{corpus.pk}")):
        page.goto(address)
        sort(page, "Pages")
        expect_order(page, "Pages", "descending", "Service", "zoning", "Budget")
        check(page, f"list-sorted-{place}")
        expect_titles_on_phone(page)
        check(page, f"list-phone-{place}")
        sort(page, "Title")
        expect(titles(page).first).to_have_text("Budget")
        rows(page).filter(has_text="Service agreement").click()
        expect(page.get_by_role("heading", name="Service agreement")).to_be_visible()
        page.set_viewport_size(LAPTOP)
    use_keys_of_rows(page, user)
