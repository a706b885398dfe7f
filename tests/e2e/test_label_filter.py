"""The filter of annotations by several labels: in a corpus, in its address, in views and exports, and in a document."""

import json

import pytest
from playwright.sync_api import expect

from corpuses.saved_views.models import SavedView
from tests.e2e.steps import choose_labels, labels_in_pdf

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


def test_annotations_of_several_labels_are_listed_saved_and_exported_of_corpora_and_documents(opened, check):
    for name, first in (("Party", 10), ("Date", 40), ("Notice", 60)):
        opened.add(name, first, first + 1)
    page = opened.page
    page.goto(f"/c/{opened.corpus.pk}?tab=annotations")
    rows = page.get_by_role("list", name="Annotations").get_by_role("listitem")
    expect(rows).to_have_count(3)
    page.get_by_role("button", name="Labels: All labels").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("menuitemcheckbox", name="All labels")).to_be_checked()
    page.locator("[role^=menuitem]:focus").wait_for()
    party = page.get_by_role("menuitemcheckbox", name="Party")
    page.keyboard.type("Pa")  # moves the focus to the label with this name
    expect(party).to_be_focused()
    page.keyboard.press("Enter")
    expect(party).to_be_checked()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Labels: Party")).to_be_focused()
    expect(rows).to_have_count(1)
    choose_labels(page, "Date")
    expect(page.get_by_role("button", name="Labels: 2 labels")).to_be_visible()
    expect(rows).to_have_count(2)
    page.reload()
    expect(page.get_by_role("button", name="Labels: 2 labels")).to_be_visible()
    expect(rows).to_have_count(2)
    page.get_by_role("button", name="Labels: 2 labels").click()
    check(page, "corpus-labels-filter")
    page.keyboard.press("Escape")
    with page.expect_download() as download:
        page.get_by_role("button", name="Export annotations").click()
        page.get_by_role("menuitem", name="CSV").click()
    assert len(download.value.path().read_text().splitlines()) == 3
    page.get_by_role("button", name="Views").click()
    page.get_by_role("menuitem", name="Save as").click()
    page.get_by_role("dialog").get_by_label("Name").fill("Parties and dates")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="View: Parties and dates")).to_be_visible()
    view = SavedView.objects.get(name="Parties and dates")
    page.goto(f"/c/{opened.corpus.pk}?view={view.pk}&tab=annotations")
    expect(page.get_by_role("button", name="Labels: 2 labels")).to_be_visible()
    opened.open()
    panel = page.get_by_role("group", name="Filter annotations")
    panel.get_by_role("button", name="Labels: All labels").click()
    for name in ("Party", "Notice"):
        page.get_by_role("menuitemcheckbox", name=name).click()
    page.keyboard.press("Escape")
    expect(panel).to_contain_text("2 of 3 shown")
    check(page, "document-labels-filter")
    export_from_panel(page, check)
    panel.get_by_role("button", name="Show all").click()
    page.get_by_role("button", name="Export annotations").click()
    expect(page.get_by_role("menu")).to_contain_text("All 3 annotations")
    page.keyboard.press("Escape")


def export_from_panel(page, check):
    """Export the two annotations that the panel shows."""
    page.get_by_role("button", name="Export annotations").click()
    menu = page.get_by_role("menu")
    expect(menu).to_contain_text("2 shown annotations")
    expect(menu.get_by_role("menuitemcheckbox", name="With comments")).to_be_checked()
    check(page, "export-of-shown-annotations")
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="JSON lines").click()
    labels = [json.loads(line).get("label") for line in download.value.path().read_text().splitlines()]
    assert sorted(labels) == ["Notice", "Party"]
    with page.expect_download() as download:
        page.get_by_role("button", name="Export annotations").click()
        page.get_by_role("menuitem", name="PDF with annotations").click()
    assert sorted(labels_in_pdf(download.value.path().read_bytes())) == ["Notice", "Party"]
