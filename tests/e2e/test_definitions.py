"""Defined terms and cross-references in a document: cards on hover, by a key and in the text, and links."""

import re

import pytest
from playwright.sync_api import expect

from corpuses.actions.models import CorpusAction
from corpuses.analyzers.services import analyze
from tests.plain_job import PlainJob

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


@pytest.fixture
def linked(opened):
    """Open a document in which the analyzers have found its definitions and references."""
    for analyzer in ("defined-terms", "references"):
        action = CorpusAction.objects.create(corpus=opened.corpus, kind="analyze", name=analyzer, analyzer=analyzer)
        analyze(opened.document.revision, analyzer, opened.corpus, job=PlainJob(), action_id=action.pk)
    opened.open()
    expect(opened.page.locator('[data-page="1"] [data-use]').first).to_be_attached()
    return opened


def test_uses_show_their_definitions_on_pages_and_in_the_text_and_can_be_switched_off(linked, check):
    page = linked.page
    card = page.get_by_role("dialog", name="Definition of ")
    use = page.locator('[data-page="1"] [data-use]').first
    box = use.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(card).to_be_visible()
    expect(card.get_by_role("link")).to_have_text(re.compile("Go to the definition on page"))
    check(page, "definition")
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.keyboard.press("i")
    expect(card.get_by_role("link")).to_be_focused()
    page.keyboard.press("Enter")
    expect(card).to_have_count(0)
    expect(page).to_have_url(re.compile(r"from=\d+"))
    expect(linked.pages).to_be_focused()

    linked.open()
    page.get_by_role("button", name="Text view").click()
    text = page.get_by_role("region", name="Text of hosting-agreement")
    use = text.locator("a[data-use]").first
    expect(use).to_be_visible()
    page.keyboard.press("Tab")  # the focus is shown as that of the keyboard
    use.focus()
    card = page.get_by_role("dialog", name=re.compile("Definition of |Target of "))
    expect(card).to_be_visible()
    check(page, "definition-in-text")
    low = text.get_by_role("region", name="Page 1").locator("a[data-use]").last
    low.evaluate("link => link.focus()")  # the browser scrolls to it, and reports that later
    expect(low).to_be_in_viewport()
    page.wait_for_timeout(300)
    expect(card).to_be_visible()
    page.keyboard.press("Enter")
    expect(card).to_have_count(0)
    expect(page).to_have_url(re.compile(r"from=\d+"))
    page.keyboard.press("u")
    expect(text.locator("a[data-use]")).to_have_count(0)
    page.reload()
    expect(text.locator("p").first).to_be_visible()
    page.get_by_role("button", name="View", exact=True).click()
    page.get_by_role("menuitem", name="Underline defined terms").click()
    expect(use).to_be_visible()


def test_an_analyzer_runs_on_the_open_document_and_its_suggestions_appear(opened, check):
    page = opened.page
    opened.open()
    page.get_by_role("button", name="View", exact=True).click()
    page.get_by_role("menuitem", name="Run an analyzer").click()
    dialog = page.get_by_role("dialog", name="Run an analyzer")
    dialog.get_by_role("button", name="Run Defined terms").click()
    item = dialog.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Defined terms"))
    expect(item.get_by_role("status")).to_have_text(re.compile(r"Done: \d+ passages found"))
    check(page, "document-analyzers")
    dialog.get_by_role("button", name="Close").click()
    expect(opened.row("Defined term")).to_be_visible()
    expect(page.locator('[data-page="1"] [data-use]').first).to_be_attached()
