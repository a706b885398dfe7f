"""Two versions of a document side by side."""

import re

import pytest
from playwright.sync_api import expect

from corpuses.annotations.models import Annotation
from documents.models import Document
from documents.tests.factories import parsed_document, publish
from tests.e2e.sharing.steps import check_on_phone

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

PAGES = ("Lease of a house", *[f"Clause {number} stays as it is in each version." for number in range(9)])
RENT = "The tenant pays a rent of 900 EUR on the first day of each month."


@pytest.fixture
def document(user) -> Document:
    document = parsed_document(user, RENT, *PAGES, RENT)
    publish(document, RENT.replace("900", "950"), *PAGES, RENT.replace("first", "third"), "Signed.")
    return document


def test_the_changes_are_shown_one_after_another(session_page, document, check):
    page = session_page
    page.goto(f"/d/{document.pk}/compare")
    expect(page.get_by_text("3 changes")).to_be_visible()
    expect(page.get_by_role("insertion").first).to_have_text("950 ")
    expect(page.get_by_role("deletion").first).to_have_text("900 ")
    page.keyboard.press("n")
    expect(page.get_by_role("group", name="Change 1: Changed")).to_be_focused()
    page.keyboard.press("p")
    expect(page.get_by_role("group", name="Change 3: Added")).to_be_focused()
    page.get_by_role("button", name="Previous change").click()
    expect(page.get_by_text("number 2 is shown")).to_be_visible()
    page.get_by_role("button", name=re.compile("Show .* unchanged")).click()
    expect(page.get_by_text("Clause 4 stays").first).to_be_visible()
    check(page, "compare")
    check_on_phone(page, "compare-phone", check)
    page.get_by_label("Later version", exact=True).select_option("1")
    expect(page).to_have_url(re.compile("to=1"))
    expect(page.get_by_text("0 changes")).to_be_visible()
    assert not Annotation.objects.exists()
