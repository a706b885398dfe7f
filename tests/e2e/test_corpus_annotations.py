"""The annotations of a corpus: listed, filtered, reviewed, and those of the sample."""

import pytest
from playwright.sync_api import expect

from corpuses.annotations.models import Annotation
from corpuses.models import Corpus
from tests.e2e.open_document import labels_of
from tests.e2e.steps import choose_labels, undo_button, wait_for
from users.models import User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


def test_the_annotations_of_a_corpus_are_filtered_reviewed_changed_and_exported(opened, check):
    colleague = User.objects.create_user(username="lin", password="a long password", name="Lin Park")
    opened.add("Party", 10, 12, note="The landlord")
    opened.add("Date", 40, 42)
    Annotation.objects.filter(label__name="Date").update(creator=colleague, confidence=0)
    page = opened.page
    page.goto(f"/c/{opened.corpus.pk}")
    page.get_by_role("tab", name="Annotations").click()
    rows = page.get_by_role("list", name="Annotations").get_by_role("listitem")
    expect(rows).to_have_count(2)
    check(page, "corpus-annotations")
    page.get_by_label("Made by").select_option("Lin Park")
    expect(rows).to_have_count(1)
    check(page, "annotations-by-a-person")
    page.get_by_label("Position", exact=True).select_option("Text not found")
    page.get_by_role("button", name="Document: All documents").click()
    dialog = page.get_by_role("dialog", name="Choose a document")
    check(page, "choose-a-document")
    dialog.get_by_role("button", name=opened.document.title).click()
    expect(page.get_by_role("button", name=f"Document: {opened.document.title}")).to_be_visible()
    expect(rows).to_have_count(1)
    check(page, "annotations-to-check")
    rows.get_by_role("link").click()
    expect(opened.panel.get_by_text("Not found in this version")).to_be_in_viewport()

    opened.suggest("Party", 20, 30)
    opened.suggest("Date", 50)
    page.goto(f"/c/{opened.corpus.pk}?tab=annotations&review=PENDING")
    review_suggestions(page, rows, check)
    wait_for(page, lambda: labels_of(opened) == ["Date", "Date", "Party"])

    page.goto(f"/c/{opened.corpus.pk}?tab=annotations")
    expect(rows).to_have_count(3)
    change_selected(page, rows, check)
    assert labels_of(opened) == ["Date", "Date", "Party"]


def review_suggestions(page, rows, check):
    """Reject two suggestions, undo it, and reject all with a label."""
    expect(rows).to_have_count(3)
    rows.get_by_role("checkbox").first.check()
    rows.get_by_role("checkbox").last.check()
    selected = page.get_by_role("group", name="Review selected suggestions")
    expect(selected).to_contain_text("2 suggestions")
    check(page, "selected-suggestions")
    selected.get_by_role("button", name="Reject", exact=True).click()
    expect(rows).to_have_count(1)
    undo_button(page, of="Rejected 2 suggestions.").click()
    expect(rows).to_have_count(3)
    choose_labels(page, "Party")
    bar = page.get_by_role("group", name="Review suggestions")
    expect(bar).to_contain_text("2 suggestions")
    check(page, "corpus-suggestions")
    bar.get_by_role("button", name="Reject all").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Reject all").click()
    expect(page.get_by_text("No annotation matches the filter")).to_be_visible()


def change_selected(page, rows, check):
    """Export two of three annotations; relabel and delete one, and undo both."""
    rows.get_by_role("checkbox").first.check()
    bar = page.get_by_role("group", name="Selected annotations")
    bar.get_by_role("button", name="Select all 3").click()
    rows.get_by_role("checkbox").first.uncheck()
    expect(bar).to_contain_text("2 selected")
    check(page, "selected-annotations")
    with page.expect_download() as download:
        bar.get_by_role("button", name="Export annotations").click()
        page.get_by_role("menuitem", name="JSON lines").click()
    assert len(download.value.path().read_text().splitlines()) == 2
    bar.get_by_role("button", name="Change label…").click()
    dialog = page.get_by_role("dialog", name="Change label")
    check(page, "label-of-selected-annotations")
    dialog.get_by_role("combobox").fill("Dat")
    dialog.get_by_role("combobox").press("Enter")
    undo_button(page, of="1 annotation has the label “Date” now.").click()
    party = rows.filter(has_text="Party")
    expect(party).to_have_count(1)
    party.get_by_role("checkbox").check()
    bar.get_by_role("button", name="Delete").click()
    expect(rows).to_have_count(2)
    undo_button(page, of="Moved 1 annotation to the bin.").click()
    expect(rows).to_have_count(3)


def test_sample_documents_are_labelled_and_extracted(signed_in, user, check):
    page = signed_in
    page.get_by_role("button", name="Add sample documents").click()
    row = page.get_by_role("row").filter(has_text="Hosting agreement")
    expect(row.get_by_text("Ready")).to_be_visible()
    corpus = Corpus.objects.get(owner=user, title="Sample agreements")
    wait_for(page, lambda: Annotation.objects.filter(corpus=corpus, label__name="Defined term").exists())
    page.goto(f"/c/{corpus.pk}?tab=annotations")
    page.get_by_role("list", name="Annotations").get_by_role("link").first.click()
    expect(page.locator("[data-page-raster] canvas").first).to_be_visible()
    card = page.get_by_role("region", name="Annotation ")
    expect(card.get_by_role("button", name="Copy link")).to_be_in_viewport()
    check(page, "sample-document")


def test_long_lists_of_annotations_are_loaded_while_scrolling_and_have_one_tab_stop(opened):
    one = opened.add("Party", 10, 10)
    fields = {
        each.attname: getattr(one, each.attname) for each in Annotation._meta.concrete_fields if each.name != "id"
    }
    Annotation.objects.bulk_create(
        Annotation(**fields | {"start": index, "end": index + 1, "spans": [[1, index % 50, index % 50]]})
        for index in range(119)
    )
    page = opened.page
    page.goto(f"/c/{opened.corpus.pk}?tab=annotations")
    items = page.get_by_role("list", name="Annotations").get_by_role("listitem")
    expect(items.first).to_have_attribute("aria-setsize", "120")
    assert items.count() < 40
    items.first.get_by_role("link").focus()
    last = items.and_(page.locator('[aria-posinset="120"]')).get_by_role("link")
    for loaded in (50, 100, 120):
        wait_for(page, lambda loaded=loaded: end_of_list(page) == loaded)
    expect(last).to_be_focused()
    assert items.count() < 40
    page.keyboard.press("Shift+ArrowUp")
    bar = page.get_by_role("group", name="Selected annotations")
    expect(bar).to_contain_text("2 selected")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Space")
    expect(bar).to_contain_text("3 selected")
    page.keyboard.press("Tab")
    expect(bar.get_by_role("button").first).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Escape")
    expect(bar).to_be_hidden()


def end_of_list(page):
    """Go to the last row that is loaded; return its number."""
    page.keyboard.press("End")
    return page.evaluate("Number(document.activeElement.closest('li')?.ariaPosInSet)")
