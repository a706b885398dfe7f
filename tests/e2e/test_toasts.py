"""Toasts: where they are shown, how they close, how the keyboard reaches them."""

import pytest
from playwright.sync_api import expect

from corpuses.services.corpora import create_corpus

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


def test_toast_leaves_the_navigation_of_phones_free_and_closes_by_keyboard(session_page, user):
    page = session_page
    page.set_viewport_size({"width": 390, "height": 800})
    corpus = create_corpus(owner=user, title="Leases")
    page.goto(f"/c/{corpus.pk}")
    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_role("button", name="Delete corpus").click()
    toasts = page.get_by_role("region", name="Notifications")
    undo = toasts.get_by_role("button", name="Undo")
    undo.wait_for()
    undo.hover()  # the toast stays
    box, navigation = toasts.bounding_box(), page.get_by_role("navigation", name="Main").bounding_box()
    assert box["y"] + box["height"] <= navigation["y"]
    assert navigation["y"] + navigation["height"] <= 800
    page.keyboard.press("F8")
    expect(toasts).to_be_focused()
    page.keyboard.press("Tab")
    expect(undo).to_be_focused()
    page.keyboard.press("Escape")
    expect(undo).to_have_count(0)
    expect(toasts).to_be_focused()


def test_toast_stays_while_the_pointer_is_on_it(signed_in, user):
    page = signed_in
    page.clock.install()
    corpus = create_corpus(owner=user, title="Leases")
    page.goto(f"/c/{corpus.pk}")
    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_role("button", name="Delete corpus").click()
    toast = page.get_by_text("Moved “Leases” to the bin.", exact=True)
    toast.hover()
    page.clock.fast_forward(60_000)
    expect(toast).to_be_visible()
    page.mouse.move(0, 0)
    page.clock.fast_forward(60_000)
    expect(toast).to_have_count(0)


@pytest.mark.full
def test_a_dialog_that_cannot_be_loaded_says_so_and_opens_later(session_page, user):
    page = session_page
    corpus = create_corpus(owner=user, title="Leases")
    page.goto(f"/c/{corpus.pk}")
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
