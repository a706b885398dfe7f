"""Filters with counts on the page of all documents."""

import re

import pytest
from playwright.sync_api import Page, expect

from documents.models import Document
from documents.tests.factories import parsed_document
from tests.e2e.sharing.steps import LAPTOP, check_on_phone
from tests.e2e.test_document_lists import rows, titles

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

# Title, type, state, language.
DOCUMENTS = [
    ("Lease 0", "application/pdf", "ready", "en"),
    ("Lease 1", "application/pdf", "partial", "de"),
    ("Budget", "text/csv", "ready", "en"),
]


@pytest.fixture
def documents(live_stack, user):
    for title, mime_type, state, language in DOCUMENTS:
        document = parsed_document(user, "The tenant pays.", title=title)
        Document.objects.filter(pk=document.pk).update(mime_type=mime_type, state=state, language=language)


def expect_no_move(page: Page) -> None:
    """Expect the list to stay where it is while its filters are loaded."""
    row = page.get_by_role("row").filter(has_text="Budget")
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 844})
        page.route("**/document-facets-*.js", lambda route: None)
        page.goto("/?language=en")
        expect(row).to_be_visible()
        before = row.bounding_box()
        page.unroute_all()
        page.reload()
        expect(page.get_by_role("group", name="Filters").get_by_text("Owner")).to_be_visible()
        assert row.bounding_box()["y"] == before["y"], width


def test_documents_are_filtered_by_values_with_counts(signed_in, documents, check):
    page = signed_in
    expect_no_move(page)
    page.set_viewport_size(LAPTOP)
    page.goto("/")
    expect(rows(page)).to_have_count(3)
    button = page.get_by_role("button", name="Filters with counts")
    button.press("Enter")
    facets = page.get_by_role("group", name="Filters")
    expect(facets.get_by_role("button", name="PDF 2")).to_be_visible()
    expect(facets.get_by_role("button", name="Ready 2")).to_be_visible()
    expect(facets.get_by_role("button", name="English 2")).to_be_visible()
    expect(facets.get_by_role("button", name="ada 3")).to_be_visible()
    check(page, "document-facets")
    facets.get_by_role("button", name="PDF 2").press("Enter")
    expect(rows(page)).to_have_count(2)
    expect(page).to_have_url(re.compile("type=application"))
    # The others follow; the own values can still be chosen.
    expect(facets.get_by_role("button", name="English 1")).to_be_visible()
    expect(facets.get_by_role("button", name="CSV table 1")).to_be_visible()
    facets.get_by_role("button", name="Ready, with gaps 1").press("Enter")
    expect(titles(page)).to_have_text(["Lease 1"])
    expect(page.get_by_role("combobox", name="State")).to_have_value("PARTIAL")
    page.reload()
    expect(titles(page)).to_have_text(["Lease 1"])
    facets.get_by_role("button", name="PDF 1").press("Enter")
    expect(facets.get_by_role("button", name="PDF 1")).to_have_attribute("aria-pressed", "false")
    facets.get_by_role("button", name="Ready, with gaps 1").press("Enter")
    expect(rows(page)).to_have_count(3)
    check_on_phone(page, "document-facets-phone", check)
