"""What people do on any page, and how long they wait for what they see."""

from collections.abc import Callable

from playwright.sync_api import Error, Locator, Page, expect

from tests.patience import PATIENCE

_A_MOMENT = 5_000  # milliseconds


def wait_for(page: Page, happened: Callable[[], object], *, seconds: float = PATIENCE) -> None:
    """For what is seen in the database only."""
    for _ in range(int(seconds * 5)):
        if happened():
            return
        page.wait_for_timeout(200)
    raise AssertionError("It did not happen in time.")


def drag_over_words(
    page: Page, *, start: tuple[float, float] = (0.15, 0.112), end: tuple[float, float] = (0.6, 0.112)
) -> Locator:
    """Press at one place of the first page and let go at another, both fractions of its size; give what is offered.

    Again when nothing was marked: words come after the picture, and what comes beside the page moves it.
    """
    selection = page.get_by_role("toolbar", name="Selection")
    for _ in range(int(PATIENCE * 1_000 / _A_MOMENT)):
        box = page.locator('[data-page="1"]').bounding_box()
        page.mouse.move(box["x"] + start[0] * box["width"], box["y"] + start[1] * box["height"])
        page.mouse.down()
        page.mouse.move(box["x"] + end[0] * box["width"], box["y"] + end[1] * box["height"], steps=8)
        page.mouse.up()
        try:
            selection.wait_for(timeout=_A_MOMENT)
        except Error:  # it took too long
            continue
        return selection
    raise AssertionError("No word was marked.")


def walk(page: Page, key: str, to: Locator, *, most: int = 12) -> None:
    """Press a key until something has the focus; the next press waits until the focus has moved."""
    for _ in range(most):
        if to.evaluate("element => element === document.activeElement"):
            return
        before = page.evaluate_handle("document.activeElement")
        page.keyboard.press(key)
        page.wait_for_function("before => document.activeElement !== before", arg=before)
    expect(to).to_be_focused()


def undo_offered(page: Page) -> Locator:
    """The newest offer to undo; whoever points at it keeps it from going away."""
    button = page.get_by_role("button", name="Undo").last
    button.hover()
    return button
