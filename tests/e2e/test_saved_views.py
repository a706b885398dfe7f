"""Saved views of a list: save, choose, change and delete them, and open them by a link."""

import pytest
from playwright.sync_api import Page, expect

from corpuses.saved_views.models import SavedView
from tests.e2e.sharing.steps import check_on_phone
from tests.e2e.steps import choose_by_key

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


def choose(page: Page, item: str) -> None:
    """Choose an item of the menu of views, by keyboard."""
    choose_by_key(page, page.get_by_role("button", name="View", exact=False).filter(has_text="View"), item)


def button(page: Page, text: str):
    return page.get_by_role("button", name=text, exact=True)


def test_the_filters_of_all_documents_are_saved_and_updated(session_page, user, check):
    page = session_page
    page.goto("/?state=FAILED")
    choose(page, "Save as")
    page.get_by_role("dialog").get_by_label("Name").fill("Failed")
    check(page, "view-save")
    page.keyboard.press("Enter")
    expect(button(page, "View: Failed")).to_be_visible()
    page.get_by_label("State").select_option("READY")
    expect(button(page, "View: Failed (changed)")).to_be_visible()
    page.get_by_role("button", name="View: Failed").click()
    check(page, "views-menu")
    page.get_by_role("menuitem", name="Update “Failed”").click()
    expect(button(page, "View: Failed")).to_be_visible()
    assert SavedView.objects.get(owner=user).query == {"state": "READY"}
    page.goto(f"/?view={SavedView.objects.get().pk}")
    expect(page.get_by_label("State")).to_have_value("READY")
    choose(page, "Rename")
    page.get_by_role("dialog").get_by_label("Name").fill("Done")
    page.keyboard.press("Enter")
    expect(button(page, "View: Done")).to_be_visible()
    check_on_phone(page, "views-phone", check)
    choose(page, "Delete")
    expect(button(page, "Views")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Views").click()
    expect(page.get_by_role("menuitem", name="Done")).to_be_visible()
