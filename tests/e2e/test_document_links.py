"""Links to a state of a document: the filter of its annotations, what is looked for, and the open panel."""

import pytest
from playwright.sync_api import expect

from tests.e2e.steps import choose_labels

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


@pytest.fixture
def page(opened):
    for name, first in (("Party", 10), ("Date", 40), ("Notice", 60)):
        opened.add(name, first, first + 1)
    opened.open()
    return opened.page


def test_a_link_shows_the_same_filter_search_and_panel_and_labels_can_be_hidden(page, opened, check):
    filters = page.get_by_role("group", name="Filter annotations")
    choose_labels(page, "Party")
    expect(filters).to_contain_text("1 of 3 shown")
    filters.get_by_role("button", name="Labels: Party").click()
    page.get_by_role("menuitemcheckbox", name="Hide the chosen labels").click()
    check(page, "hidden-label")
    page.keyboard.press("Escape")
    expect(filters.get_by_role("button", name="Labels: All but Party")).to_be_visible()
    expect(filters).to_contain_text("2 of 3 shown")
    expect(opened.canvas).to_have_attribute("data-annotations", "2")
    page.wait_for_url("**except=true**")
    page.reload()
    expect(filters).to_contain_text("2 of 3 shown")
    filters.get_by_role("button", name="Show all").click()
    page.wait_for_url(lambda url: "except" not in url and "labels" not in url)
    page.reload()
    expect(page.get_by_role("button", name="Labels: All labels")).to_be_visible()
    # Going back shows the filter of then.
    choose_labels(page, "Party")
    page.wait_for_url("**labels=**")
    opened.row("Party").click()
    page.wait_for_url("**a=**")
    filters.get_by_role("button", name="Show all").click()
    page.wait_for_url(lambda url: "labels" not in url)
    page.go_back()
    expect(filters).to_contain_text("1 of 3 shown")
    # What is looked for, and the panel.
    opened.open()
    page.keyboard.press("Control+f")
    field = page.get_by_role("search").get_by_label("Find in this document")
    field.fill("agreement")
    bar = page.get_by_role("search")
    words = bar.get_by_role("button", name="Whole words")
    words.click()
    page.get_by_role("button", name="Details", exact=True).click()
    page.wait_for_url(lambda url: all(part in url for part in ("find=agreement", "wholeWords=", "panel=details")))
    page.reload()
    expect(field).to_have_value("agreement")
    expect(words).to_have_attribute("aria-pressed", "true")
    expect(bar.get_by_role("button", name="Match case")).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_role("search").get_by_role("status")).to_contain_text("of")
    expect(page.get_by_role("complementary", name="Details")).to_be_visible()
    page.get_by_role("search").get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Details", exact=True).click()
    page.wait_for_url(lambda url: not any(part in url for part in ("find", "wholeWords", "panel")))
