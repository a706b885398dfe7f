"""The text of a document: its annotations are marked, and matches of a search are shown."""

import pytest
from playwright.sync_api import expect

from corpuses.annotations.models import Annotation
from tests.e2e.steps import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


@pytest.fixture
def text(opened):
    """Return the text view, with two annotations on the first page, one inside the other."""
    opened.add("Sentence", 8, 16)
    opened.add("Party", 10, 12, note="The landlord")
    opened.open()
    opened.page.get_by_role("button", name="Text view").click()
    return opened.page.get_by_role("region", name="Text of hosting-agreement")


def quote_of(text, key):
    return " ".join(" ".join(text.locator(f'mark[data-annotation="{key}"]').all_inner_texts()).split())


def test_annotations_are_marked_and_open_a_card(opened, text, check):
    page = opened.page
    outer, inner = opened.document.annotations.order_by("pk")
    marks = text.locator("mark[data-annotation]")
    expect(marks.nth(2)).to_be_visible()
    assert quote_of(text, inner.pk) == " ".join(inner.quote.split())
    joined = " ".join(" ".join(marks.all_inner_texts()).split())
    assert joined.replace(" ", "") == "".join(outer.quote.split())
    expect(text.locator(f'mark[data-annotation="{inner.pk}"]').first).to_have_attribute("title", "Party")
    top = text.evaluate("element => element.scrollTop")
    text.locator(f'mark[data-annotation="{inner.pk}"]').first.get_by_role("link").click()
    expect(opened.card).to_contain_text("Party")
    expect(opened.card).to_contain_text("The landlord")
    assert text.evaluate("element => element.scrollTop") == top
    check(page, "text-view-annotation")
    opened.card.get_by_role("button", name="Close").click()
    expect(opened.card).to_have_count(0)
    marks.first.get_by_role("link").focus()
    page.keyboard.press("Enter")
    expect(opened.card).to_contain_text("Sentence")
    page.keyboard.press("Escape")
    expect(opened.card).to_have_count(0)
    opened.panel.get_by_role("button", name="Labels: All labels").click()
    page.get_by_role("menuitemcheckbox", name="Party").click()
    page.keyboard.press("Escape")
    expect(marks).to_have_count(text.locator(f'mark[data-annotation="{inner.pk}"]').count())
    opened.row("Party").click()
    opened.card.get_by_role("button", name="Show on the page").click()
    expect(opened.canvas).to_be_attached()
    expect(opened.card.get_by_role("toolbar", name="Annotation")).to_be_visible()


def test_suggestions_are_reviewed_in_the_text(opened, text):
    page = opened.page
    opened.suggest("Date", 30)
    page.reload()
    suggestion = opened.document.annotations.get(label__name="Date")
    text.locator(f'mark[data-annotation="{suggestion.pk}"]').get_by_role("link").click()
    opened.card.get_by_role("button", name="Accept").click()
    wait_for(page, lambda: opened.document.annotations.get(pk=suggestion.pk).review == Annotation.Review.ACCEPTED)
    expect(opened.card).to_contain_text("Accepted by")


def test_matches_of_a_search_are_marked_and_stepped_through(opened, text, check):
    page = opened.page
    expect(text.locator("mark[data-annotation]").first).to_be_visible()
    page.keyboard.press("Control+f")
    page.get_by_role("textbox", name="Find in this document").fill("website")
    matches, current = text.locator("mark[data-match]"), text.locator("mark[data-current]")
    expect(current.first).to_be_in_viewport()
    first = current.first.get_attribute("data-match")
    assert all("website" in each.lower() for each in matches.all_inner_texts())
    check(page, "text-view-find")
    page.keyboard.press("Enter")
    expect(current.first).not_to_have_attribute("data-match", first)
    expect(current.first).to_be_in_viewport()
    page.keyboard.press("Shift+Enter")
    expect(current.first).to_have_attribute("data-match", first)
    page.keyboard.press("Escape")
    expect(matches).to_have_count(0)
