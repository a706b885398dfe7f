"""Steps of the tests of edits without a connection."""

from collections.abc import Callable

from playwright.sync_api import Locator, Page, Route, expect

from corpuses.annotations.models import Relation
from corpuses.models import Corpus
from documents.models import Document
from tests.e2e.open_document import OpenDocument
from tests.e2e.steps import wait_for


def is_change(route: Route) -> bool:
    request = route.request
    return "mutation" in (request.post_data or "") or request.method == "PATCH" or request.url.endswith("/cell-reviews")


def refuse_changes(route: Route) -> None:
    """Let a page load, but store nothing."""
    if is_change(route):
        route.abort()
    else:
        route.continue_()


# Loaded after the first view.
LOADED = """name => performance.getEntriesByType('resource')
    .some(entry => entry.name.includes(name) && entry.responseEnd > 0)"""
LOADED_COUNT = "performance.getEntriesByType('resource').length"  # of what has been loaded to its end
STILL_MS = 2_000


def disconnect(page: Page) -> None:
    """Cut the connection when the parts of the page that make edits are loaded, and nothing is loaded any more."""
    page.wait_for_function(LOADED, arg="edit-handlers")
    before, count = -1, page.evaluate(LOADED_COUNT)
    while count != before:
        page.wait_for_timeout(STILL_MS)
        before, count = count, page.evaluate(LOADED_COUNT)
    page.context.set_offline(True)


def reload_without_saving(page: Page) -> None:
    page.on("dialog", lambda dialog: dialog.accept())
    page.route("**/*", refuse_changes)
    page.context.set_offline(False)
    page.reload()


def connect(page: Page) -> None:
    # Nothing is removed: a request that is sent while the last route of a page is removed may never get an answer,
    # and so would the edits that wait behind it.
    page.route("**/*", lambda route: route.continue_())
    page.context.set_offline(False)


def changes_waiting(page: Page, count: int) -> Locator:
    return page.get_by_text(f"Offline, {count} change{'' if count == 1 else 's'} waiting")


def expect_saved_once(page: Page, stored: Callable[[], object]) -> None:
    """Wait until something is stored, and check that nothing is sent later."""
    wait_for(page, stored)
    expect(page.get_by_role("banner").get_by_text("Saved", exact=True)).to_be_visible()
    page.reload()
    expect(page.get_by_text("waiting", exact=False)).to_have_count(0)
    page.wait_for_timeout(1_000)
    assert stored()


def open_panel(page: Page, document: Document, corpus: Corpus, name: str) -> Locator:
    page.goto(f"/d/{document.pk}?c={corpus.pk}")
    panel = page.get_by_role("complementary", name=name)
    page.get_by_role("button", name=name, exact=True).click()
    expect(panel).to_be_visible()
    return panel


def waiting(place: Locator) -> Locator:
    return place.locator("[data-waiting]")


def relations() -> list[tuple[str, str, str]]:
    return [(each.source.label.name, each.label.name, each.target.label.name) for each in Relation.objects.all()]


def relate(opened: OpenDocument, first: int, second: int, label: str) -> None:
    opened.click(first)
    opened.card.get_by_role("button", name="Relate to another annotation").click()
    opened.click(second)
    opened.page.get_by_role("combobox", name="Label of the relation").fill(label)
    opened.page.get_by_role("option", name=f"Create “{label}”").click()
