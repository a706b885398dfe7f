"""The width of the annotations panel of a document."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.open_document import OpenDocument
from tests.e2e.steps import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


@pytest.fixture
def opened(opened) -> OpenDocument:
    opened.add("Party", 10, 12, note="The landlord, who has a long note that takes several lines in a narrow panel.")
    opened.open()
    return opened


def separator_of(page: Page) -> Locator:
    return page.get_by_role("separator", name="Width of the annotations")


def width_of(opened: OpenDocument) -> int:
    return round(opened.panel.bounding_box()["width"])


def expect_width(opened: OpenDocument, width: int) -> None:
    wait_for(opened.page, lambda: width_of(opened) == width)
    expect(separator_of(opened.page)).to_have_attribute("aria-valuenow", str(width))


def drag_edge(page: Page, distance: int) -> None:
    edge = separator_of(page).bounding_box()
    x, y = edge["x"] + edge["width"] / 2, edge["y"] + edge["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + distance, y, steps=8)
    page.mouse.up()


def place_of(page: Page, number: int) -> float:
    """Return the distance from the top of a page to the top of the window of the pages, as a fraction of its height."""
    window = page.get_by_test_id("pages").bounding_box()
    box = page.locator(f'[data-page="{number}"]').bounding_box()
    return (window["y"] - box["y"]) / box["height"]


def wait_until_still(page: Page) -> None:
    """Wait until the second page has the same place for half a second: the wheel scrolls smoothly."""
    places: list[float] = []

    def is_still() -> bool:
        places.append(place_of(page, 2))
        return len(places) > 3 and len(set(places[-4:])) == 1

    wait_for(page, is_still)


def test_the_panel_is_resized_by_mouse_and_the_pages_keep_their_place(opened, check):
    page = opened.page
    second = page.locator('[data-page="2"]')
    page.goto(f"/d/{opened.document.pk}?c={opened.corpus.pk}&page=2")
    expect(page.locator('[data-page-raster="2"] canvas')).to_be_visible()
    separator_of(page).wait_for()
    page.mouse.move(400, 500)
    page.mouse.wheel(0, 300)
    wait_for(page, lambda: place_of(page, 2) > 0.2)
    wait_until_still(page)
    before, size = place_of(page, 2), second.bounding_box()["width"]
    drag_edge(page, -150)
    expect_width(opened, 438)
    wait_for(page, lambda: second.bounding_box()["width"] < size)
    wait_until_still(page)
    assert place_of(page, 2) == pytest.approx(before, abs=0.01)
    check(page, "panel-width")
    page.reload()
    expect_width(opened, 438)
    drag_edge(page, -900)
    expect_width(opened, 640)
    drag_edge(page, 900)
    expect_width(opened, 240)
    separator_of(page).dblclick()
    expect_width(opened, 288)


def test_the_panel_is_resized_by_keys_and_has_room_in_small_windows(opened):
    page = opened.page
    separator = separator_of(page)
    separator.focus()
    page.keyboard.press("ArrowLeft")
    expect_width(opened, 304)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect_width(opened, 272)
    page.keyboard.press("Home")
    expect_width(opened, 240)
    page.keyboard.press("End")
    expect_width(opened, 640)
    page.set_viewport_size({"width": 1100, "height": 800})
    expect(separator).to_have_attribute("aria-valuemax", "550")
    wait_for(page, lambda: width_of(opened) <= 550)
    page.keyboard.press("Enter")
    expect_width(opened, 288)
    page.set_viewport_size({"width": 390, "height": 844})
    expect(separator).to_be_hidden()
