"""Dialogs open on their first field: what is typed at once arrives there, and closes no dialog."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.models import Corpus
from corpuses.services.corpora import add_documents, create_corpus
from documents.tests.factories import parsed_document
from tests.e2e.conftest import SETTLED

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(1_200)]

CORPUS_TABS = ("documents", "annotations", "extract", "analyze", "comments", "actions", "labels")
ACCOUNT_TABS = ("security", "tokens", "invitations")
TYPED = "a b c"
OPENS_MS = 2_000
LEAST = 15  # dialogs with a text field first
# The names of what opens a dialog: they end with an ellipsis, or say what is created.
NAMES_OF_OPENERS = """(elements) => elements.map((element) => {
    const name = (element.getAttribute('aria-label') ?? element.textContent).trim();
    const opens = name.endsWith('…') || /^(New|Create|Add|Rename|Share|Invite|Edit)\\b/.test(name);
    return opens && !element.disabled && element.checkVisibility() && !element.closest('form') ? name : '';
})"""
# Whether the first field of a dialog is one for text.
HAS_TEXT_FIRST = """(dialog) => {
    const fields = ['input:not([type=hidden], :disabled)', 'textarea:not(:disabled)', 'select:not(:disabled)'];
    const first = dialog.querySelector(fields.join());
    return !!first?.matches('textarea, input:is([type=text], [type=search], [type=email], [type=url], :not([type]))');
}"""
FIRST_VALUE = "(dialog) => dialog.querySelector('input:not([type=hidden], :disabled), textarea:not(:disabled)').value"


@pytest.fixture
def corpus(live_stack, user) -> Corpus:
    corpus = create_corpus(owner=user, title="Leases")
    document = parsed_document(user, "The tenant pays rent.", title="Lease")
    add_documents(corpus, [document], actor=user)
    annotate(AnnotationDraft(label_name="Party", start=4, end=10), corpus=corpus, document=document, actor=user)
    return corpus


def open_path(page: Page, path: str) -> None:
    page.goto(path)
    page.wait_for_load_state("networkidle")
    page.evaluate(SETTLED)


def named(page: Page, role: str) -> list[tuple[int, str]]:
    """Return the number and the name of each button, or item of an open menu, that opens a dialog."""
    found = page.get_by_role(role).evaluate_all(NAMES_OF_OPENERS)
    return [(number, name) for number, name in enumerate(found) if name]


def dialogs_of(page: Page, path: str, opened_before: set[str]) -> Iterator[tuple[str, Locator]]:
    """Open each dialog of a page, from its buttons and from its menus; those of the head of a page once."""
    open_path(page, path)
    buttons = [each for each in named(page, "button") if each[1] not in opened_before]
    opened_before |= {name for _, name in buttons}
    menus = page.locator("main [aria-haspopup=menu]").count()
    for number, name in buttons:
        open_path(page, path)
        page.get_by_role("button").nth(number).click()
        yield from opened(page, f"{path}: {name}")
    for menu in range(min(menus, 4)):
        open_path(page, path)
        if not page.locator("main [aria-haspopup=menu]").nth(menu).is_visible():
            continue
        page.locator("main [aria-haspopup=menu]").nth(menu).click()
        page.get_by_role("menu").wait_for()
        for number, name in named(page, "menuitem"):
            open_path(page, path)
            page.locator("main [aria-haspopup=menu]").nth(menu).click()
            page.get_by_role("menuitem").nth(number).click()
            yield from opened(page, f"{path}: {name}")


def opened(page: Page, name: str) -> Iterator[tuple[str, Locator]]:
    dialog = page.get_by_role("dialog").last
    try:
        dialog.wait_for(timeout=OPENS_MS)
    except PlaywrightTimeoutError:
        return  # no dialog, e.g. a link to another page
    yield name, dialog


@pytest.mark.long
def test_what_is_typed_into_a_new_dialog_arrives_in_its_first_field(signed_in, corpus):
    page = signed_in
    document = corpus.documents.get()
    paths = [
        "/",
        "/c",
        "/teams",
        *(f"/account?tab={tab}" for tab in ACCOUNT_TABS),
        *(f"/c/{corpus.pk}?tab={tab}" for tab in CORPUS_TABS),
        f"/d/{document.pk}?c={corpus.pk}",
    ]
    tried, wrong = [], {}
    opened_before: dict[str, set[str]] = {path.partition("?")[0]: set() for path in paths}
    for path in paths:
        for name, dialog in dialogs_of(page, path, opened_before[path.partition("?")[0]]):
            page.evaluate(SETTLED)
            if not dialog.evaluate(HAS_TEXT_FIRST):
                continue
            tried.append(name)
            page.keyboard.type(TYPED)  # its spaces press the button that has the focus
            if not dialog.is_visible():
                wrong[name] = "was closed"
            elif TYPED not in (value := dialog.evaluate(FIRST_VALUE)):
                wrong[name] = value
    assert not wrong, wrong
    assert len(tried) >= LEAST, tried
