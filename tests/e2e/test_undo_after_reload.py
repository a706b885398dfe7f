"""Undo and redo after a reload, and in two windows of one user."""

import pytest
from playwright.sync_api import expect

from tests.e2e.open_document import labels_of
from tests.e2e.steps import wait_for, wait_until_live

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


def test_the_deletion_of_the_only_annotation_is_undone_by_the_button_after_a_reload(opened):
    page = opened.page
    undo = opened.panel.get_by_role("button", name="Undo", exact=True)
    opened.open()
    expect(opened.panel).to_be_visible()
    expect(undo).to_have_count(0)  # nothing was edited yet
    opened.add("Party", 10, 14)
    opened.open()
    opened.click(12)
    expect(opened.card).to_be_visible()
    page.keyboard.press("Delete")
    wait_for(page, lambda: labels_of(opened) == [])
    page.reload()
    expect(opened.canvas).to_be_attached()
    undo.click()
    wait_for(page, lambda: labels_of(opened) == ["Party"])
    expect(opened.canvas).to_have_attribute("data-annotations", "1")
    page.reload()
    opened.panel.get_by_role("button", name="Redo", exact=True).click()
    wait_for(page, lambda: labels_of(opened) == [])


def test_two_windows_of_one_user_show_the_same_annotations_and_undo_each_its_own_edits(opened, check):
    first = opened.page
    opened.open()
    second = first.context.new_page()
    second.goto(f"/d/{opened.document.pk}?c={opened.corpus.pk}")
    shown = second.locator('[data-page="1"] canvas[data-annotations]')
    expect(shown).to_be_attached()
    for window in (first, second):
        wait_until_live(window)
    opened.drag(10, 14)
    first.get_by_role("toolbar", name="Selection").get_by_role("button", name="Label").click()
    first.get_by_role("combobox", name="Label for the selection").fill("Party")
    first.keyboard.press("Enter")
    wait_for(first, lambda: labels_of(opened) == ["Party"])
    expect(shown).to_have_attribute("data-annotations", "1")
    panel = second.get_by_role("complementary", name="Annotations")
    expect(panel.get_by_role("listitem").filter(has_text="Party")).to_be_visible()
    panel.get_by_role("button", name="Undo", exact=True).click()  # loads the edits of this user
    wait_for(second, lambda: labels_of(opened) == [])
    expect(opened.canvas).to_have_attribute("data-annotations", "0")
    panel.get_by_role("button", name="Redo", exact=True).click()
    wait_for(second, lambda: labels_of(opened) == ["Party"])
    expect(opened.canvas).to_have_attribute("data-annotations", "1")
    opened.panel.get_by_role("button", name="Undo", exact=True).click()
    wait_for(first, lambda: labels_of(opened) == [])
    expect(shown).to_have_attribute("data-annotations", "0")
