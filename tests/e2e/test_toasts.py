"""Toasts: where they are shown, how they close, how the keyboard reaches them."""

import pytest
from playwright.sync_api import Locator, Page, expect

from corpuses.corpora.services import create_corpus
from tests.e2e.sharing.steps import LAPTOP, PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


def delete_corpus(page: Page) -> None:
    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_role("alertdialog").get_by_role("button", name="Delete corpus").click()


def expect_above_the_navigation(toasts: Locator) -> None:
    box, navigation = toasts.bounding_box(), toasts.page.get_by_role("navigation", name="Main").bounding_box()
    assert box["y"] + box["height"] <= navigation["y"]
    assert navigation["y"] + navigation["height"] <= PHONE["height"]


def open_dialog_after_reconnecting(page: Page) -> None:
    """Try to open a dialog whose code cannot be loaded: a toast says so, and it opens later."""
    share = page.get_by_role("button", name="Share")
    share.wait_for()
    page.get_by_role("region", name="Notifications").wait_for(state="attached")  # loaded some seconds after the page
    page.context.set_offline(True)
    share.click()
    expect(page.get_by_text("Cartulary cannot be reached. Check your connection and try again.")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("heading", name="Leases")).to_be_visible()
    page.context.set_offline(False)
    share.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_toasts_say_what_failed_leave_the_navigation_free_and_close(session_page, user, check):
    page = session_page
    corpora = [create_corpus(owner=user, title="Leases") for _ in range(2)]
    page.set_viewport_size(PHONE)
    page.goto(f"/c/{corpora[0].pk}")
    delete_corpus(page)
    toasts = page.get_by_role("region", name="Notifications")
    undo = toasts.get_by_role("button", name="Undo")
    undo.wait_for()
    undo.hover()  # the toast stays
    expect_above_the_navigation(toasts)
    page.keyboard.press("F8")
    expect(toasts).to_be_focused()
    page.keyboard.press("Tab")
    expect(undo).to_be_focused()
    page.keyboard.press("Escape")
    expect(undo).to_have_count(0)
    expect(toasts).to_be_focused()

    page.set_viewport_size(LAPTOP)
    page.goto(f"/c/{corpora[1].pk}")
    open_dialog_after_reconnecting(page)
    page.get_by_role("button", name="Delete", exact=True).click()
    check(page, "corpus-delete")
    page.clock.install()
    page.goto(f"/c/{corpora[1].pk}")
    delete_corpus(page)
    toast = page.get_by_text("Moved “Leases” to the bin.", exact=True)
    toast.hover()
    page.clock.fast_forward(60_000)
    expect(toast).to_be_visible()
    page.mouse.move(0, 0)
    page.clock.fast_forward(60_000)
    expect(toast).to_have_count(0)
