"""The list of corpora: filtered, sorted, and the same after a reload."""

import pytest
from playwright.sync_api import expect

from corpuses.services.corpora import add_documents, create_corpus
from documents.tests.factories import parsed_document

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


def test_corpora_are_filtered_and_sorted(session_page, user, check):
    for title in ("Leases 10", "Leases 2", "Minutes"):
        corpus = create_corpus(title=title, owner=user)
    add_documents(corpus, [parsed_document(user, "Those present agreed.")], actor=user)
    page = session_page
    page.goto("/c")
    rows = page.locator("main li").filter(has=page.get_by_role("link"))
    names = rows.get_by_role("link").filter(has_text="s ").or_(rows.get_by_role("link", name="Minutes"))
    expect(names).to_have_text(["Minutes", "Leases 2", "Leases 10"])
    page.get_by_label("Order").select_option("By title")
    expect(names).to_have_text(["Leases 2", "Leases 10", "Minutes"])
    page.get_by_role("searchbox", name="Filter corpora").fill("lease")
    expect(names).to_have_text(["Leases 2", "Leases 10"])
    check(page, "corpora-filtered")
    page.reload()
    expect(names).to_have_text(["Leases 2", "Leases 10"])
    page.get_by_role("searchbox", name="Filter corpora").fill("no such corpus")
    expect(page.get_by_text("No corpus matches the filter")).to_be_visible()
    page.get_by_role("button", name="Clear filter").click()
    page.get_by_label("Order").select_option("Most documents first")
    expect(names.first).to_have_text("Minutes")
