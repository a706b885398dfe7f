"""Selected documents: no row moves when one is selected; downloads. The rest is in `document-lists.test.tsx`."""

import pytest
from playwright.sync_api import Page, expect

from corpuses.corpora.services import add_documents, create_corpus
from documents.tests.factories import parsed_document
from tests.e2e.conftest import SETTLED

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

COUNT = 70  # more than are loaded at once


@pytest.fixture
def corpus(live_stack, user):
    corpus = create_corpus(owner=user, title="Contracts")
    documents = [parsed_document(user, "The tenant pays.", title=f"Lease {number:02}") for number in range(COUNT)]
    add_documents(corpus, documents, actor=user)
    return corpus


def expect_no_move(page: Page) -> None:
    """Expect that no row moves when one is selected."""
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
    row.get_by_role("checkbox").click()
    expect(actions).to_have_count(0)


def test_no_row_moves_when_one_is_selected_and_selected_ones_are_downloaded(session_page, corpus, check):
    page = session_page
    for place, address in (("documents", "/"), ("corpus", f"/c/{corpus.pk}")):
        page.goto(address)
        for width in (1024, 1440):
            page.set_viewport_size({"width": width, "height": 900})
            expect_no_move(page)
        page.get_by_role("searchbox", name="Search titles").fill("")
        expect(page.get_by_role("link", name="Lease 69")).to_be_visible()
        page.get_by_role("checkbox", name="Select all loaded").press("Space")
        status = page.get_by_role("status").filter(has_text="selected")
        expect(status).to_have_text("60 selected")
        check(page, f"selection-{place}")
        page.get_by_role("button", name=f"Select all {COUNT}").click()
        expect(status).to_have_text(f"{COUNT} selected")
        page.get_by_role("button", name="Clear", exact=True).click()
        expect(status).to_have_count(0)
    page.get_by_role("checkbox", name="Select Lease 69").check()
    page.get_by_role("checkbox", name="Select Lease 68").check()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download", exact=True).click()
        check(page, "export-selection")
        page.get_by_role("menuitem", name="CSV").first.click()
    assert len(download.value.path().read_text().splitlines()) == 3
