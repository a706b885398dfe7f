"""Steps that users take in the user interface, found by the texts on the screen."""

from playwright.sync_api import Page, expect

from tests.e2e.steps import begin_session
from users.models import User

PHONE = {"width": 390, "height": 844}
LAPTOP = {"width": 1440, "height": 900}

# The controls that lie outside the window.
CONTROLS_OUTSIDE = """() => [...document.querySelectorAll('button, a[href], input, select')]
    .map((control) => [control.getBoundingClientRect(), control.ariaLabel || control.textContent])
    .filter(([{ width, right }]) => width > 0 && right > innerWidth + 1)
    .map(([, name]) => name)"""


def open_home(page: Page, user: User, url: str) -> Page:
    """Open the documents of a user, who is signed in."""
    begin_session(page, user, url)
    page.goto("/")
    page.get_by_role("heading", name="Documents", exact=True).wait_for()
    return page


def row_of(page: Page, text: str = "hosting-agreement"):
    return page.get_by_role("row").filter(has_text=text)


def choose(page: Page, button: str, item: str) -> None:
    page.get_by_role("button", name=button).click()
    page.get_by_role("menuitem", name=item).or_(page.get_by_role("menuitemradio", name=item)).click()


def open_sharing(page: Page):
    choose(page, "More for hosting-agreement", "Share")
    return page.get_by_role("dialog")


def share_with(dialog, user: str, role: str = "Viewer") -> None:
    button = dialog.get_by_role("button", name="Share", exact=True)
    # The form clears its field when the share before this one is done, and would take the name with it.
    expect(button).not_to_have_attribute("aria-busy", "true")
    dialog.get_by_label("User name or e-mail").fill(user)
    if role != "Viewer":
        choose(dialog.page, "Role: Viewer", role)
    button.click()


def expect_first_page(page: Page) -> None:
    expect(page.locator('[data-page-raster="1"] canvas')).to_be_visible()


def check_on_phone(page: Page, name: str, check) -> None:
    page.set_viewport_size(PHONE)
    check(page, name)
    assert page.evaluate(CONTROLS_OUTSIDE) == []
    page.set_viewport_size(LAPTOP)


def share_corpus(ada: Page, corpus, role: str):
    ada.goto(f"/c/{corpus.pk}")
    ada.get_by_role("button", name="Share").click()
    dialog = ada.get_by_role("dialog")
    share_with(dialog, "grace", role)
    expect(dialog.get_by_role("button", name=f"Grace Hopper: {role}")).to_be_visible()
    return dialog
