"""Search from everywhere, the search page, find in a document, and passages like a selection.

More is in `search-everywhere.test.tsx`.
"""

import pytest
from playwright.sync_api import expect

from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.search.indexing import ensure
from documents.tests.factories import parsed_document
from tests.e2e.sharing.steps import PHONE
from tests.e2e.steps import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

PAGES = [
    "The tenant pays the rent on the first day of each month.",
    *(f"Clause {number}. The landlord repairs the roof of house {number} in time." for number in range(2, 12)),
    "This lease is governed by the laws of the State of Ohio. The notice period is three months.",
]


@pytest.fixture
def lease(live_stack, user):
    corpus = create_corpus(owner=user, title="Contracts")
    lease = parsed_document(user, *PAGES, title="Lease of the mill")
    sublease = parsed_document(user, "The occupant transfers the monthly payment to the owner.", title="Sublease")
    add_documents(corpus, [lease, sublease], actor=user)
    annotate(AnnotationDraft(label_name="Rent duty", start=0, end=30), corpus=corpus, document=lease, actor=user)
    for document in (lease, sublease):
        ensure(document.revision)
    return lease


def open_search(page):
    # Only a page that is there listens to keys.
    page.get_by_role("banner").get_by_role("button", name="Search", exact=True).wait_for()
    page.keyboard.press("Control+k")
    field = page.get_by_role("combobox", name="Search everything")
    expect(field).to_be_focused()
    return field


def expect_lit(page, lease):
    """Expect the found words to be lit on their page."""
    page.wait_for_url(f"**/d/{lease.pk}?*from=*")
    expect(page.locator('[data-page="12"] canvas[data-hit="true"]')).to_be_attached()


def search_from_everywhere(page, lease, check):
    page.goto("/jobs")
    field = open_search(page)
    field.fill("laws of Ohio")
    option = page.get_by_role("listbox", name="Results").get_by_role("option", name="Lease of the mill")
    expect(option).to_contain_text("governed by the laws")
    expect(option.locator("mark").first).to_be_visible()
    check(page, "search-dialog")
    field.press("ArrowDown")
    expect(option).to_have_attribute("aria-selected", "true")
    field.press("Enter")
    expect_lit(page, lease)


def visit_search_page(page, lease, check):
    """Choose a facet, find nothing, and ask a question."""
    page.goto("/search?q=rent+of+the+tenant")
    documents = page.get_by_role("list", name="Documents").locator(":scope > li")
    expect(documents.first).to_contain_text("Lease of the mill")
    expect(documents.first.locator("mark").first).to_be_visible()
    facets = page.get_by_role("group", name="Filters")
    facets.get_by_role("button", name="Rent duty").click()
    expect(facets.get_by_role("button", name="Rent duty")).to_have_attribute("aria-pressed", "true")
    expect(documents).to_have_count(1)
    check(page, "search-page")
    field = page.get_by_role("searchbox", name="Search everything")
    field.fill("zxqv blorp")
    field.press("Enter")
    expect(page.get_by_role("heading", name="No results")).to_be_visible()
    page.get_by_role("button", name="Clear filters").click()
    expect(page.get_by_role("button", name="Clear filters")).to_have_count(0)
    expect(page.get_by_role("heading", name="No results")).to_be_visible()
    check(page, "search-nothing")
    field.fill("rent before:31.12.2024")
    field.press("Enter")
    expect(page.get_by_text("Write before:2024-12-31.")).to_be_visible()
    field.fill("Which state's law governs the lease?")
    field.press("Enter")
    answers = page.get_by_role("list", name="Answers")
    expect(answers.locator("mark").first).to_contain_text("Ohio")
    expect(answers).to_contain_text("Lease of the mill, page 12")
    check(page, "answer")
    answers.get_by_role("link").first.click()
    expect_lit(page, lease)


def find_in_document(page, lease, check):
    page.goto(f"/d/{lease.pk}")
    expect(page.locator('[data-page="1"]')).to_be_visible()
    page.keyboard.press("Control+f")
    bar = page.get_by_role("search", name="Find in this document")
    field = bar.get_by_role("textbox")
    expect(field).to_be_focused()
    field.fill("LANDLORD repairs")
    expect(bar.get_by_role("status")).to_have_text("1 of 10")
    expect(page.locator('[data-page="2"] canvas[data-matches="1"]')).to_be_attached()
    expect(page.locator('svg[data-ticks="10"]')).to_be_attached()
    field.press("Enter")
    expect(bar.get_by_role("status")).to_have_text("2 of 10")
    field.press("Shift+Enter")
    field.press("Shift+Enter")
    expect(bar.get_by_role("status")).to_have_text("10 of 10")
    expect(page.locator('[data-page="11"] canvas[data-matches="1"]')).to_be_attached()
    check(page, "find-in-document")
    bar.get_by_role("button", name="Match case").click()
    expect(bar.get_by_role("status")).to_have_text("No matches")
    bar.get_by_role("button", name="Regular expression").click()
    field.fill("hou(se")
    expect(bar.get_by_role("status")).to_contain_text("not a regular expression")
    field.fill(r"house \d\d")
    expect(bar.get_by_role("status")).to_have_text("1 of 2")
    field.press("Escape")
    expect(bar).to_have_count(0)


def find_more_like_selection(page, lease):
    """Select words by keyboard, and find passages like them."""
    page.goto(f"/d/{lease.pk}?page=1")
    expect(page.locator('[data-page="1"] canvas[data-selected]')).to_be_attached()  # the words are loaded
    page.get_by_role("application").focus()
    page.keyboard.press("Home")
    for _ in range(6):
        page.keyboard.press("Shift+ArrowRight")
    page.get_by_role("button", name="More like this").click()
    page.wait_for_url("**/search?like=*")
    expect(page.get_by_text("Passages like the one that you selected.")).to_be_visible()
    expect(page.get_by_role("list", name="Documents")).to_contain_text("Sublease")
    expect(page.get_by_role("region", name="Results").get_by_role("blockquote")).to_contain_text("The tenant pays")


def search_on_phone(page, check):
    page.set_viewport_size(PHONE)
    page.goto("/")
    page.get_by_role("button", name="Search", exact=True).click()
    page.get_by_role("combobox", name="Search everything").fill("laws of Ohio")
    page.get_by_role("button", name="Show all results").click()
    expect(page.get_by_role("list", name="Documents")).to_contain_text("governed by the laws")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    check(page, "search-phone")
    page.get_by_role("link", name="governed by the laws").click()
    expect(page.locator('[data-page="12"] canvas[data-hit="true"]')).to_be_attached()
    page.keyboard.press("Control+f")
    page.get_by_role("search", name="Find in this document").get_by_role("textbox").fill("Ohio")
    expect(page.get_by_role("search").get_by_role("status")).to_have_text("1 of 1")
    check(page, "find-phone")


def test_words_are_found_from_everywhere_on_their_page_and_in_a_document(session_page, lease, check):
    search_from_everywhere(session_page, lease, check)
    visit_search_page(session_page, lease, check)
    find_in_document(session_page, lease, check)
    find_more_like_selection(session_page, lease)
    search_on_phone(session_page, check)


MARKED_PIXELS = """canvas => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let marked = 0;
    for (let at = 0; at < data.length; at += 4) marked += data[at] > 220 && data[at + 1] > 180 && data[at + 2] < 200;
    return marked / (data.length / 4);
}"""


def test_hits_show_their_place_on_the_page(session_page, upload_ready, check):
    page = session_page
    upload_ready("hosting-agreement.pdf")
    page.goto("/search?q=client+pays")
    pictures = page.locator("[data-crop=drawn] canvas")
    expect(pictures.first).to_be_visible()
    # Some of the picture is marked, not all of it.
    wait_for(page, lambda: 0.01 < pictures.first.evaluate(MARKED_PIXELS) < 0.9)
    check(page, "search-pictures")
    field = open_search(page)
    field.fill("client pays")
    expect(page.get_by_role("dialog").locator("[data-crop=drawn]")).to_be_visible()
    check(page, "search-dialog-picture")
    page.keyboard.press("Escape")
    page.get_by_role("link", name="More like this").first.click()
    page.wait_for_url("**/search?like=*")
    expect(page.get_by_text("Passages like the one that you selected.")).to_be_visible()
    page.set_viewport_size(PHONE)
    page.goto("/search?q=client+pays")
    expect(pictures.first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    check(page, "search-pictures-phone")
