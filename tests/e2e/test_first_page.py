"""The first page is usable before all of its parts are loaded."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.conftest import sign_in
from tests.e2e.steps import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


def block(page: Page, address: str) -> list[Route]:
    """Block the requests of an address, and return those that are pending."""
    requests: list[Route] = []
    page.route(address, lambda route: requests.append(route))  # noqa: PLW0108 - Playwright needs a function
    return requests


def test_menu_that_is_pressed_before_it_is_loaded_opens_later(page):
    pending_requests = block(page, "**/menu-primitive-*.js")
    sign_in(page)
    button = page.get_by_role("button", name="Your account")
    button.focus()
    page.keyboard.press("Enter")
    wait_for(page, lambda: pending_requests)
    assert page.get_by_role("menu").count() == 0
    for route in pending_requests:
        route.continue_()
    page.get_by_role("menuitem", name="Sign out").wait_for()
    page.keyboard.press("Escape")
    expect(page.get_by_role("menu")).to_have_count(0)
    expect(button).to_be_focused()


def test_a_page_that_takes_long_to_load_shows_that_it_is_coming(page):
    pending_requests = block(page, "**/jobs-page-*.js")
    sign_in(page)
    loading = page.get_by_role("progressbar", name="Loading the page")
    expect(loading).to_have_count(0)
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Activity").click()
    expect(loading).to_have_css("opacity", "1")
    for route in pending_requests:
        route.continue_()
    expect(page.get_by_role("heading", name="Activity")).to_be_visible()
    expect(loading).to_have_count(0)


def test_icon_buttons_have_tooltips_for_pointer_and_keyboard(signed_in):
    tooltip = signed_in.locator("[popover=manual]")
    folder = signed_in.get_by_role("button", name="Upload a folder")
    folder.hover()
    expect(tooltip).to_have_text("Upload a folder")
    tooltip.hover()
    signed_in.wait_for_timeout(300)  # longer than the delay before a tooltip closes
    expect(tooltip).to_be_visible()
    signed_in.keyboard.press("Escape")
    expect(tooltip).to_have_count(0)
    signed_in.get_by_role("button", name="Upload", exact=True).focus()
    signed_in.keyboard.press("Tab")
    expect(folder).to_be_focused()
    expect(tooltip).to_have_text("Upload a folder")
    box = tooltip.bounding_box()
    assert box["x"] >= 0
    assert box["y"] >= 0
