"""The list of corpora. More is in `corpora-page.test.tsx`."""

import pytest
from playwright.sync_api import expect

from corpuses.services.corpora import create_corpus

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


def test_corpora_are_filtered_and_sorted(session_page, user, check):
    for title in ("Leases 10", "Minutes", "Leases 2"):
        create_corpus(title=title, owner=user)
    page = session_page
    page.goto("/c")
    page.get_by_label("Order").select_option("By title")
    page.get_by_role("searchbox", name="Filter corpora").fill("lease")
    names = page.locator("main li").get_by_role("link")
    expect(names).to_have_text(["Leases 2", "Leases 10"])
    check(page, "corpora-filtered")
