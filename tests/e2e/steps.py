"""Steps and waits for tests of any page."""

import io
from collections.abc import Callable

import pikepdf
from django.conf import settings
from django.test import Client
from playwright.sync_api import Error, Locator, Page, Route, expect

from tests.timeouts import PATIENCE
from users.accounts.sessions import SessionStore
from users.models import User

HOSTING_TITLE = "Website Design, Development and Hosting Agreement"  # which is found in hosting-agreement.pdf

_ATTEMPT_MS = 5_000


def wait_for(page: Page, condition: Callable[[], object], *, seconds: float = PATIENCE) -> None:
    """Wait for a condition that is not visible on the page, such as a change in the database."""
    for _ in range(int(seconds * 5)):
        if condition():
            return
        page.wait_for_timeout(200)
    raise AssertionError("The condition was not met in time.")


def begin_session(page: Page, user: User, url: str) -> None:
    """Sign a user in on a page by a cookie: the form to sign in takes longer, and has tests of its own."""
    client = Client()
    client.force_login(user)
    page.context.add_cookies(
        [{"name": name, "value": cookie.value, "url": url} for name, cookie in client.cookies.items()]
    )


def let_session_be_old(page: Page) -> None:
    """Let the user of a page have signed in two hours ago."""
    key = next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == settings.SESSION_COOKIE_NAME)
    session = SessionStore(key)
    session["began"] -= 7_200
    session.save()


def wait_for_part(page: Page, name: str) -> None:
    """Wait until a file of JavaScript that a page loads on its own has run. Its name is that of the source file."""
    page.wait_for_function(
        "name => performance.getEntriesByType('resource').some(each => each.name.includes(`/${name}-`))", arg=name
    )
    page.wait_for_load_state("networkidle")


def wait_until_live(page: Page) -> None:
    """Wait until changes by others are reported to a page: those before it receives events may be shown much later."""
    expect(page.get_by_role("img", name="Live updates on")).to_be_visible()


def release(page: Page, address: str, held: list[Route]) -> None:
    """Let the requests go on that were held back, and hold back no others, not even those that come meanwhile."""
    page.route(address, lambda route: route.continue_())
    for route in held:
        route.continue_()


def drag_over_words(
    page: Page, *, start: tuple[float, float] = (0.15, 0.112), end: tuple[float, float] = (0.6, 0.112)
) -> Locator:
    """Select words by dragging between two points of the first page (fractions of its size). Return the toolbar.

    Try again if no word was selected: words are loaded after the image, and panels that open move the page.
    """
    selection = page.get_by_role("toolbar", name="Selection")
    for _ in range(int(PATIENCE * 1_000 / _ATTEMPT_MS)):
        box = page.locator('[data-page="1"]').bounding_box()
        page.mouse.move(box["x"] + start[0] * box["width"], box["y"] + start[1] * box["height"])
        page.mouse.down()
        page.mouse.move(box["x"] + end[0] * box["width"], box["y"] + end[1] * box["height"], steps=8)
        page.mouse.up()
        try:
            selection.wait_for(timeout=_ATTEMPT_MS)
        except Error:  # timeout
            continue
        return selection
    raise AssertionError("No word was selected.")


def focus_by_key(page: Page, key: str, target: Locator, *, max_presses: int = 12) -> None:
    """Press a key until the target has the focus. Wait after each press until the focus has moved."""
    for _ in range(max_presses):
        if target.evaluate("element => element === document.activeElement"):
            return
        before = page.evaluate_handle("document.activeElement")
        page.keyboard.press(key)
        page.wait_for_function("before => document.activeElement !== before", arg=before)
    expect(target).to_be_focused()


def choose_by_key(page: Page, button: Locator, item: str) -> None:
    """Choose an item of a menu by keyboard."""
    expect(button).to_have_attribute("aria-haspopup", "menu")  # not that of a menu that is being loaded
    button.focus()
    page.keyboard.press("Enter")
    # An open menu moves the focus to its first item, and would take it from another one.
    page.locator("[role^=menuitem]:focus").wait_for()
    page.get_by_role("menuitem", name=item).press("Enter")


def choose_labels(page: Page, *names: str) -> None:
    """Check or uncheck labels of the filter of annotations."""
    page.get_by_role("button", name="Labels:").click()
    for name in names:
        page.get_by_role("menuitemcheckbox", name=name).click()
    page.keyboard.press("Escape")


def undo_button(page: Page, *, of: str = "") -> Locator:
    """Return the "Undo" button of the newest message that contains a text. Hovering keeps it open."""
    button = page.locator("[data-toasts] > *").filter(has_text=of).get_by_role("button", name="Undo").last
    button.hover()
    return button


def labels_in_pdf(content: bytes) -> list[str]:
    """Return the labels of the annotations on the first page of a PDF."""
    with pikepdf.open(io.BytesIO(content)) as pdf:
        return [str(each.Subj) for each in pdf.pages[0].obj.get("/Annots", []) if "/Subj" in each]
