"""Selected documents: what is selected is what is shown; ranges with Shift, long lists, none with Escape."""

import pytest
from playwright.sync_api import expect

from corpuses.services.corpora import add_documents, create_corpus
from documents.tests.factories import parsed_document
from tests.e2e.conftest import SETTLED
from tests.e2e.steps import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

COUNT = 70  # more than are loaded at once


@pytest.fixture
def corpus(live_stack, user):
    corpus = create_corpus(owner=user, title="Contracts")
    documents = [parsed_document(user, "The tenant pays.", title=f"Lease {number:02}") for number in range(COUNT)]
    add_documents(corpus, documents, actor=user)
    return corpus


@pytest.mark.parametrize("place", ["corpus", "documents"])
def test_what_is_selected_is_what_is_shown(session_page, corpus, place, check):
    page = session_page
    page.goto(f"/c/{corpus.pk}" if place == "corpus" else "/")
    page.get_by_role("checkbox", name="Select all loaded").press("Space")
    status = page.get_by_role("status").filter(has_text="selected")
    expect(status).to_have_text("60 selected")
    check(page, f"selection-{place}")
    page.get_by_role("button", name=f"Select all {COUNT}").click()
    expect(status).to_have_text(f"{COUNT} selected")
    search = page.get_by_role("searchbox", name="Search titles")
    search.fill("Lease 07")
    expect(status).to_have_text("1 selected")
    search.fill("")
    page.get_by_role("button", name="Clear", exact=True).click()
    expect(status).to_have_count(0)


@pytest.mark.parametrize("place", ["corpus", "documents"])
@pytest.mark.parametrize("width", [1440, 1024])
def test_no_row_moves_when_one_is_selected(session_page, corpus, place, width):
    page = session_page
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"/c/{corpus.pk}" if place == "corpus" else "/")
    row = page.get_by_role("row").filter(has_text="Lease 42")
    page.get_by_role("searchbox", name="Search titles").fill("Lease 42")
    expect(page.get_by_role("row")).to_have_count(2)
    page.wait_for_load_state("networkidle")
    page.evaluate(SETTLED)
    title = row.get_by_role("link").bounding_box()
    row.get_by_role("checkbox").click()
    actions = page.get_by_role("group", name="Selected documents")
    expect(actions.get_by_text("1 selected")).to_be_visible()
    assert row.get_by_role("link").bounding_box() == title
    assert actions.bounding_box()["height"] < title["height"] * 3
    assert title["width"] > 50  # "Lease 42" is not cut


def test_a_bulk_action_after_filtering_acts_on_what_is_shown(session_page, corpus):
    page = session_page
    page.goto(f"/c/{corpus.pk}")
    page.get_by_role("checkbox", name="Select all loaded").press("Space")
    page.get_by_role("searchbox", name="Search titles").fill("Lease 42")
    expect(page.get_by_role("status").filter(has_text="selected")).to_have_text("1 selected")
    page.get_by_role("button", name="Remove 1 from this corpus").click()
    wait_for(page, lambda: corpus.documents.count() == COUNT - 1)
    assert not corpus.documents.filter(title="Lease 42").exists()


def test_a_range_is_selected_with_shift_and_escape_selects_nothing(session_page, corpus):
    page = session_page
    page.goto(f"/c/{corpus.pk}")
    rows = page.get_by_role("row").filter(has=page.get_by_role("link"))
    boxes = rows.get_by_role("checkbox")
    boxes.nth(1).click()
    boxes.nth(5).click(modifiers=["Shift"])
    status = page.get_by_role("status").filter(has_text="selected")
    expect(status).to_have_text("5 selected")
    expect(page.get_by_role("button", name="Remove 5 from this corpus")).to_be_visible()
    boxes.nth(5).press("Escape")
    expect(status).to_have_count(0)


def test_selected_documents_are_exported(session_page, corpus, check):
    page = session_page
    page.goto(f"/c/{corpus.pk}")
    page.get_by_role("checkbox", name="Select Lease 69").check()
    page.get_by_role("checkbox", name="Select Lease 68").check()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download", exact=True).click()
        check(page, "export-selection")
        page.get_by_role("menuitem", name="CSV").first.click()
    assert len(download.value.path().read_text().splitlines()) == 3
