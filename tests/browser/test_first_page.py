"""The page stands before all of it is here: what comes later loses nothing that somebody did meanwhile."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import sign_in
from tests.browser.steps import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


@pytest.fixture
def held(page: Page) -> list[Route]:
    """Requests for what menus are made of, which nobody answers yet."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/menu-primitive-*.js", hold)
    return held


def test_a_menu_that_is_pressed_too_early_opens_when_it_can(page, held):
    sign_in(page)
    button = page.get_by_role("button", name="Your account")
    button.focus()
    page.keyboard.press("Enter")
    wait_for(page, lambda: held)
    assert page.get_by_role("menu").count() == 0
    for route in held:
        route.continue_()
    page.get_by_role("menuitem", name="Sign out").wait_for()
    page.keyboard.press("Escape")
    expect(page.get_by_role("menu")).to_have_count(0)
    expect(button).to_be_focused()


def test_a_control_without_words_says_what_it_is_for_to_whoever_points_at_it_or_gets_there_by_keyboard(signed_in):
    hint = signed_in.locator("[popover]")
    folder = signed_in.get_by_role("button", name="Upload a folder")
    folder.hover()
    expect(hint).to_have_text("Upload a folder")
    hint.hover()
    signed_in.wait_for_timeout(300)  # longer than it waits for somebody to get there
    expect(hint).to_be_visible()
    signed_in.keyboard.press("Escape")
    expect(hint).to_have_count(0)
    signed_in.get_by_role("button", name="Upload", exact=True).focus()
    signed_in.keyboard.press("Tab")
    expect(folder).to_be_focused()
    expect(hint).to_have_text("Upload a folder")
    box = hint.bounding_box()
    assert box["x"] >= 0
    assert box["y"] >= 0
