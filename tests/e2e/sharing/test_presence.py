"""Users who have the same document open see each other, and their pages."""

import pytest
from playwright.sync_api import expect

from documents.models import DocumentShare
from tests.e2e.sharing.steps import expect_first_page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


def test_users_see_who_else_is_here_and_go_to_their_page(ada, grace, document, friend, user, check):
    DocumentShare.objects.create(target=document, user=friend, role="viewer", created_by=user)
    for page in (ada, grace):
        page.goto(f"/d/{document.pk}")
        expect_first_page(page)
    there = grace.get_by_role("list", name="Also here")
    expect(ada.get_by_role("button", name="Grace Hopper is on page 1")).to_be_visible(timeout=40_000)
    check(ada, "document-presence")
    grace.get_by_label("Page, of 3").fill("3")
    grace.keyboard.press("Enter")
    ada.get_by_role("button", name="Grace Hopper is on page 3").click(timeout=40_000)
    expect(ada.get_by_label("Page, of 3")).to_have_value("3")
    expect(there.get_by_role("button", name="Ada Lovelace is on page 3")).to_be_visible(timeout=40_000)
