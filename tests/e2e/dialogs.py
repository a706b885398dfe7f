"""The dialogs of the pages: each is opened from its button or its menu."""

from collections.abc import Iterator

from playwright.sync_api import Locator, Page
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

from corpuses.models import Corpus
from tests.e2e.conftest import SETTLED

CORPUS_TABS = ("documents", "annotations", "extract", "analyze", "comments", "actions", "labels")
ACCOUNT_TABS = ("security", "tokens", "invitations")
OPENS_MS = 2_000
# The names of what opens a dialog: they end with an ellipsis, or say what is created. Those of the pseudo-locale have
# accents and brackets.
NAMES_OF_OPENERS = """(elements) => elements.map((element) => {
    const shown = (element.getAttribute('aria-label') ?? element.textContent).normalize('NFD');
    const name = shown.replaceAll(/[\\p{M}⟦⟧]/gu, '').trim();
    const opens = name.endsWith('…') || /^(New|Create|Add|Rename|Share|Invite|Edit)\\b/.test(name);
    return opens && !element.disabled && element.checkVisibility() && !element.closest('form') ? name : '';
})"""


def all_dialogs(page: Page, corpus: Corpus) -> Iterator[tuple[str, Locator]]:
    """Open the dialogs of the main pages, of a corpus, and of its document; return the name and the dialog of each."""
    paths = [
        "/",
        "/c",
        "/teams",
        *(f"/account?tab={tab}" for tab in ACCOUNT_TABS),
        *(f"/c/{corpus.pk}?tab={tab}" for tab in CORPUS_TABS),
        f"/d/{corpus.documents.get().pk}?c={corpus.pk}",
    ]
    opened_before: dict[str, set[str]] = {path.partition("?")[0]: set() for path in paths}
    for path in paths:
        for name, dialog in _dialogs_of(page, path, opened_before[path.partition("?")[0]]):
            page.evaluate(SETTLED)
            yield name, dialog


def _open_path(page: Page, path: str) -> None:
    page.goto(path)
    page.wait_for_load_state("networkidle")
    page.evaluate(SETTLED)


def _named(page: Page, role: str) -> list[tuple[int, str]]:
    """Return the number and the name of each button, or item of an open menu, that opens a dialog."""
    found = page.get_by_role(role).evaluate_all(NAMES_OF_OPENERS)
    return [(number, name) for number, name in enumerate(found) if name]


def _dialogs_of(page: Page, path: str, opened_before: set[str]) -> Iterator[tuple[str, Locator]]:
    """Open each dialog of a page, from its buttons and from its menus; those of the head of a page once."""
    _open_path(page, path)
    buttons = [each for each in _named(page, "button") if each[1] not in opened_before]
    opened_before |= {name for _, name in buttons}
    menus = page.locator("main [aria-haspopup=menu]").count()
    for number, name in buttons:
        _open_path(page, path)
        page.get_by_role("button").nth(number).click()
        yield from _opened(page, f"{path}: {name}")
    for menu in range(min(menus, 4)):
        _open_path(page, path)
        if not page.locator("main [aria-haspopup=menu]").nth(menu).is_visible():
            continue
        page.locator("main [aria-haspopup=menu]").nth(menu).click()
        page.get_by_role("menu").wait_for()
        for number, name in _named(page, "menuitem"):
            _open_path(page, path)
            page.locator("main [aria-haspopup=menu]").nth(menu).click()
            page.get_by_role("menuitem").nth(number).click()
            yield from _opened(page, f"{path}: {name}")


def _opened(page: Page, name: str) -> Iterator[tuple[str, Locator]]:
    dialog = page.get_by_role("dialog").last
    try:
        dialog.wait_for(timeout=OPENS_MS)
    except PlaywrightTimeoutError:
        return  # no dialog, e.g. a link to another page
    yield name, dialog
