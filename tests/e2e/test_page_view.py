"""The view of the pages of a document: rotation, zoom, thumbnails, dark paper, full screen, text view."""

import re
from collections.abc import Callable
from contextlib import suppress

import pytest
from playwright.sync_api import Locator, Page, expect

from documents.services.tokens import unpack
from tests.e2e.open_document import OpenDocument
from tests.e2e.sharing.steps import PHONE, check_on_phone
from tests.e2e.steps import wait_for
from tests.e2e.test_formats import DATA

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


# Whether the copy of a picture has the pixels of the page, and not only white ones.
SAME_PIXELS = """() => {
    const copy = document.querySelector('[data-pictures="1"] canvas');
    const page = document.querySelector('[data-page-raster="1"] canvas');
    const top = Math.round(0.3 * page.height);
    const here = copy.getContext('2d').getImageData(0, 0, copy.width, copy.height).data;
    const canvas = Object.assign(document.createElement('canvas'), { width: page.width, height: page.height });
    const again = canvas.getContext('2d');
    again.drawImage(page, 0, 0);
    const there = again.getImageData(0, top, copy.width, copy.height).data;
    const isDark = (value, index) => index % 4 < 3 && value < 128;
    return [here.every((value, index) => value === there[index]), here.some(isDark)];
}"""

# When a page is added: the number of its sharp pictures, and whether its small picture is not only white.
WATCH_PREVIEW = """number => {
    window.preview = new Promise(resolve => new MutationObserver((_, observer) => {
        const raster = document.querySelector(`[data-page-raster="${number}"]`);
        if (!raster) return;
        observer.disconnect();
        const picture = document.querySelector(`[data-page-preview="${number}"] canvas`);
        const pixels = picture?.getContext('2d').getImageData(0, 0, picture.width, picture.height).data ?? [];
        resolve([raster.childElementCount, pixels.some((value, index) => index % 4 < 3 && value < 200)]);
    }).observe(document, { childList: true, subtree: true }));
}"""


def choose(page: Page, *items: str) -> None:
    """Choose items of the menu of the view, one after another."""
    for item in items:
        page.get_by_role("button", name="View", exact=True).click()
        page.get_by_role("menuitem", name=item).or_(page.get_by_role("menuitemradio", name=item)).click()


def size_of(page: Page, number: int = 1) -> tuple[int, int]:
    box = page.locator(f'[data-page="{number}"]').bounding_box()
    return round(box["width"]), round(box["height"])


def zoom_field(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Zoom, in percent")


def double_tap(page: Page, x: float, y: float, *, until: Callable[[], bool]) -> None:
    """Tap twice. Try again if the machine was too slow for a double tap."""

    def is_done() -> bool:
        page.wait_for_timeout(400)  # longer than between the taps of a double tap
        for _ in range(2):
            page.touchscreen.tap(x, y)
        with suppress(AssertionError):
            wait_for(page, until, seconds=5)
        return until()

    wait_for(page, is_done)


def turned_point(opened: OpenDocument, token: int) -> tuple[float, float]:
    """Return the middle of a token of the first page on the screen, after one quarter turn clockwise."""
    box = opened.page.locator('[data-page="1"]').bounding_box()
    x, y, width, height = unpack(opened.document.revision.pages.get(number=1)).boxes[token]
    return box["x"] + (1 - y - height / 2) * box["width"], box["y"] + (x + width / 2) * box["height"]


def test_pages_are_rotated_with_their_marks_and_stay_so_after_a_reload(opened, check):
    page = opened.page
    opened.add("Party", 10, 14)
    opened.open()
    zoom_field(page).fill("50")
    zoom_field(page).press("Enter")
    expect(zoom_field(page)).to_have_value("50%")
    width, height = size_of(page)
    choose(page, "Rotate clockwise")
    wait_for(page, lambda: size_of(page) == (height, width))
    page.mouse.click(*turned_point(opened, 12))
    expect(opened.card).to_contain_text("Party")
    check(page, "page-rotated")
    page.reload()
    expect(page.locator('[data-page="1"][data-turn="1"]')).to_be_visible()
    choose(page, "Rotate only page 1")
    expect(page.locator('[data-page="1"][data-turn="2"]')).to_be_visible()
    expect(page.locator('[data-page="2"][data-turn="1"]')).to_be_attached()
    choose(page, "Undo the rotation")
    expect(page.locator('[data-page="1"][data-turn="0"]')).to_be_visible()
    page.keyboard.press("Shift+T")
    expect(page.locator('[data-page="1"][data-turn="3"]')).to_be_visible()
    check_on_phone(page, "page-rotated-phone", check)


def test_zoom_by_menu_number_keys_and_wheel_keeps_the_place(opened):
    page = opened.page
    opened.open()
    choose(page, "Fit page")
    window = page.get_by_test_id("pages").bounding_box()
    wait_for(page, lambda: size_of(page)[1] <= window["height"])
    choose(page, "Actual size")
    expect(zoom_field(page)).to_have_value("100%")
    zoom_field(page).fill("80 %")
    zoom_field(page).press("Enter")
    expect(zoom_field(page)).to_have_value("80%")
    zoom_field(page).fill("large")
    zoom_field(page).press("Enter")
    expect(zoom_field(page)).to_have_value("80%")
    # The line under the pointer stays there; pages are in the middle while they are narrower than the window.
    before = opened.point(60)
    page.mouse.move(*before)
    page.keyboard.down("Control")
    for _ in range(4):
        page.mouse.wheel(0, -60)
    page.keyboard.up("Control")
    expect(zoom_field(page)).not_to_have_value("80%")
    wait_for(page, lambda: abs(before[1] - opened.point(60)[1]) < 12)
    opened.pages.focus()
    page.keyboard.press("0")
    expect(zoom_field(page)).to_have_value("100%")
    page.keyboard.press("+")
    expect(zoom_field(page)).to_have_value("125%")
    # The fit is kept in the browser.
    page.keyboard.press("Shift+W")
    page.reload()
    expect(page.locator('[data-page-raster="1"] canvas').first).to_be_visible()
    wait_for(page, lambda: size_of(page)[1] <= window["height"])
    page.get_by_role("button", name="View", exact=True).click()
    expect(page.get_by_role("menuitemradio", name="Fit page")).to_be_checked()


def test_two_pages_are_side_by_side(opened, check):
    page = opened.page
    opened.open()
    choose(page, "Two pages side by side")
    second = page.locator('[data-page="2"]')
    expect(second.locator("[data-page-raster] canvas").first).to_be_visible()
    boxes = [page.locator(f'[data-page="{number}"]').bounding_box() for number in (1, 2)]
    assert boxes[0]["y"] == boxes[1]["y"]
    assert boxes[0]["x"] + boxes[0]["width"] < boxes[1]["x"]
    assert boxes[1]["x"] + boxes[1]["width"] < page.get_by_test_id("pages").bounding_box()["width"] + boxes[0]["x"]
    # The words of both pages are selected, from one to the other.
    page.mouse.move(*opened.point(60))
    page.mouse.down()
    page.mouse.move(*opened.point(3, page=2), steps=6)
    page.mouse.up()
    expect(second.locator("canvas[data-selected]")).to_have_attribute("data-selected", "4")
    page.keyboard.press("Escape")
    opened.pages.focus()
    number = page.get_by_role("textbox", name="Page, of")
    for key, current in (("PageDown", "2"), ("PageDown", "3"), ("PageUp", "2"), ("PageUp", "1")):
        page.keyboard.press(key)
        expect(number).to_have_value(current)
    check(page, "page-pairs")
    page.reload()
    expect(second).to_be_visible()
    page.keyboard.press("Shift+P")
    expect(page.locator('[data-page="1"]')).not_to_have_attribute("style", re.compile("left"))


def test_dark_paper_is_off_at_first_and_shows_in_the_dark_theme_only(opened, check):
    page = opened.page
    opened.add("Party", 10, 14)
    opened.add("Date", 40, 42)
    opened.open()
    page.emulate_media(color_scheme="dark")
    raster = page.locator('[data-page-raster="1"] canvas').first
    expect(raster).to_have_css("filter", "none")
    choose(page, "Dark paper")
    expect(raster).not_to_have_css("filter", "none")
    page.keyboard.press("Control+f")
    page.get_by_role("textbox", name="Find in this document").fill("hosting")
    expect(page.locator('canvas[data-matches]:not([data-matches="0"])').first).to_be_attached()
    check(page, "dark-paper")
    page.emulate_media(color_scheme="light")
    expect(raster).to_have_css("filter", "none")
    page.reload()
    page.emulate_media(color_scheme="dark")
    expect(raster).not_to_have_css("filter", "none")


def test_dark_paper_keeps_pictures_as_they_are(opened):
    page = opened.page
    first = opened.document.revision.pages.get(number=1)
    place = {"x0": 0, "y0": 0.3 * first.height, "x1": first.width, "y1": 0.5 * first.height}
    order = 1 + opened.document.revision.items.latest("order").order
    opened.document.revision.items.create(order=order, kind="FIGURE", page=1, start=0, end=0, **place)
    opened.open()
    page.emulate_media(color_scheme="dark")
    choose(page, "Dark paper")
    picture = page.locator('[data-pictures="1"] canvas')
    expect(picture).to_be_visible()
    expect(picture).to_have_css("filter", "none")
    wait_for(page, lambda: page.evaluate(SAME_PIXELS) == [True, True])
    page.emulate_media(color_scheme="light")
    expect(picture).to_be_hidden()
    choose(page, "Dark paper")
    expect(picture).to_have_count(0)


def test_pages_are_drawn_by_a_worker_which_the_next_document_uses_too(opened, upload_ready):
    page = opened.page
    other = upload_ready(DATA / "contract.pdf")
    page.goto("/")
    for document in (opened.document, other, opened.document):
        page.get_by_role("link", name="Documents", exact=True).first.click()
        page.get_by_role("row").locator(f'a[href^="/d/{document.pk}"]').first.click()
        expect(page.locator('[data-page-raster="1"] canvas')).to_be_visible()
    assert sum("pdf-renderer" in worker.url for worker in page.workers) == 1


def test_full_screen_shows_only_the_document(opened):
    page = opened.page
    opened.open()
    page.keyboard.press("F6")
    expect(opened.pages).to_be_focused()
    opened.pages.focus()
    page.keyboard.press("f")
    expect(page.get_by_role("navigation", name="Main")).to_be_hidden()
    choose(page, "Leave full screen")
    expect(page.get_by_role("navigation", name="Main")).to_be_visible()


def test_a_double_tap_enlarges_what_was_tapped(chromium, live_stack, opened):
    cookies = opened.page.context.cookies()
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
    with chromium.new_context(base_url=live_stack.url, **phone) as context:
        context.add_cookies(cookies)
        page = context.new_page()
        opened.page = page
        opened.open()
        width, _ = size_of(page)
        x, y = opened.point(30)
        double_tap(page, x, y, until=lambda: size_of(page)[0] > 1.3 * width)
        wait_for(page, lambda: abs(y - opened.point(30)[1]) < 16)
        double_tap(page, x, y, until=lambda: size_of(page)[0] == width)


# Whether the buttons of a row begin where the title, with its signs, has ended.
BESIDE_TITLE = """(row) => {
    const [title, accept] = row.querySelectorAll('button');
    const ends = [...title.querySelectorAll('*')].filter(({ childElementCount }) => childElementCount === 0);
    return Math.max(...ends.map((end) => end.getBoundingClientRect().right)) <= accept.getBoundingClientRect().left;
}"""


def test_a_phone_shows_the_panel_of_annotations_whole(chromium, live_stack, opened):
    opened.suggest("Date", 10, 20, 30)
    cookies = opened.page.context.cookies()
    phone = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    with chromium.new_context(base_url=live_stack.url, **phone) as context:
        context.add_cookies(cookies)
        opened.page = page = context.new_page()
        opened.open()
        header = page.get_by_role("main").locator("header").first
        assert header.bounding_box()["height"] < 0.17 * PHONE["height"]
        page.get_by_role("button", name="Annotations", exact=True).click()
        expect(opened.row("Date")).to_be_visible()
        panel = opened.panel.bounding_box()
        assert (panel["x"], panel["width"]) == (0, PHONE["width"])
        close = opened.panel.get_by_role("button", name="Close annotations").bounding_box()
        assert close["x"] + close["width"] <= PHONE["width"]
        assert opened.panel.get_by_role("listitem").filter(has_text="Date").first.evaluate(BESIDE_TITLE)
        page.get_by_role("button", name="Close annotations").click()
        expect(opened.panel).to_be_hidden()


def test_thumbnails_show_the_page_and_jump_by_click_and_keys(opened, check):
    page = opened.page
    opened.add("Party", 10, 14)
    opened.open()
    page.get_by_role("button", name="Thumbnails", exact=True).click()
    panel = page.get_by_role("complementary", name="Pages")
    first, last = panel.get_by_role("option", name="Page 1, 1 annotation"), panel.get_by_role("option", name="Page 3")
    expect(first).to_have_attribute("aria-selected", "true")
    expect(panel.locator("canvas")).to_have_count(3)
    check(page, "thumbnails")
    last.click()
    expect(page.get_by_role("textbox", name="Page, of 3")).to_have_value("3")
    expect(last).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("textbox", name="Page, of 3")).to_have_value("2")
    page.keyboard.press("Home")
    expect(first).to_have_attribute("aria-selected", "true")
    page.reload()
    expect(panel.locator("canvas").first).to_be_visible()
    page.keyboard.press("p")
    expect(panel).to_have_count(0)
    check_on_phone(page, "page-view-phone", check)


def test_a_page_shows_its_thumbnail_until_it_is_drawn(opened):
    page = opened.page
    opened.open()
    page.get_by_role("button", name="Thumbnails", exact=True).click()
    panel = page.get_by_role("complementary", name="Pages")
    expect(panel.locator("canvas")).to_have_count(3)
    third = page.locator('[data-page-raster="3"]')
    expect(third).to_have_count(0)
    page.evaluate(WATCH_PREVIEW, 3)
    panel.get_by_role("option", name="Page 3").click()
    assert page.evaluate("window.preview") == [0, True]
    expect(third.locator("canvas")).to_be_visible()
    expect(page.locator('[data-page-preview="3"] canvas')).to_have_count(0)


def test_a_page_that_was_shown_before_has_a_small_picture_until_it_is_drawn_again(opened):
    page = opened.page
    opened.open()
    third = page.locator('[data-page-raster="3"]')

    def go_to(number: int) -> None:
        page.get_by_role("textbox", name="Page, of 3").fill(str(number))
        page.keyboard.press("Enter")

    def has_picture() -> bool:
        go_to(3)
        expect(third.locator("canvas")).to_be_visible()
        go_to(1)
        expect(third).to_have_count(0)
        page.evaluate(WATCH_PREVIEW, 3)
        go_to(3)
        return page.evaluate("window.preview") == [0, True]

    wait_for(page, has_picture)  # the picture is made when the browser is idle


def test_text_view_follows_the_pages_and_they_follow_it(opened, check):
    page = opened.page
    opened.open()
    page.get_by_role("textbox", name="Page, of 3").fill("3")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Text view").click()
    text = page.get_by_role("region", name="Text of hosting-agreement")
    expect(text.get_by_role("region", name="Page 3")).to_be_in_viewport()
    expect(page.get_by_role("textbox", name="Page, of 3")).to_have_value("3")
    expect(page).to_have_url(re.compile("view=text"))
    expect(page).to_have_url(re.compile("page=3"))  # a moment later
    page.reload()
    expect(text.get_by_role("region", name="Page 3")).to_be_in_viewport()
    page.get_by_role("textbox", name="Page, of 3").fill("1")
    page.keyboard.press("Enter")
    expect(text.get_by_text("This Website Design, Development").first).to_be_in_viewport()
    check(page, "text-view")
    check_on_phone(page, "text-view-phone", check)
    text.get_by_text("Customer Service").first.scroll_into_view_if_needed()
    text.focus()
    page.keyboard.press("v")
    expect(page.locator('[data-page="1"]')).to_be_visible()
    expect(text).to_have_count(0)


def test_page_numbers_of_formats_without_pages_are_marked_as_ours(signed_in, upload_ready):
    page = signed_in
    document = upload_ready(DATA / "nested.md")
    page.goto(f"/d/{document.pk}")
    field = page.get_by_role("textbox", name="Page, of 1")
    expect(field).to_have_attribute("data-tooltip", re.compile("^This format has no pages"))
    page.get_by_role("button", name="Details", exact=True).click()
    expect(page.get_by_role("complementary", name="Details")).to_contain_text("The page numbers are ours")
