"""Relations without a connection."""

import pytest
from playwright.sync_api import expect

from corpuses.annotations.editing import delete_annotation
from corpuses.annotations.models import Annotation
from tests.e2e.offline_steps import (
    changes_waiting,
    connect,
    disconnect,
    expect_saved_once,
    relate,
    relations,
    reload_without_saving,
    waiting,
)
from tests.e2e.open_document import OpenDocument
from tests.e2e.steps import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


def test_relations_with_annotations_that_wait_are_stored_after_them(opened: OpenDocument, check):
    page = opened.page
    opened.add("Supplier", 10, 12)
    opened.open()
    disconnect(page)
    opened.click(60)
    page.keyboard.press("1")
    expect(changes_waiting(page, 1)).to_be_visible()
    relate(opened, 11, 60, "supplies")
    expect(changes_waiting(page, 2)).to_be_visible()
    listed = opened.card.get_by_role("list", name="Relations").get_by_role("listitem")
    expect(waiting(listed)).to_have_text("Waiting for the connection")
    expect(page.get_by_test_id("relations").locator("[data-relation]")).to_have_count(1)
    check(page, "offline-relation")
    assert relations() == []
    reload_without_saving(page)
    expect(opened.canvas).to_have_attribute("data-annotations", "2")
    opened.click(60)
    expect(listed).to_contain_text("supplies")
    connect(page)
    expect_saved_once(page, lambda: relations() == [("Supplier", "supplies", "Supplier")])
    assert Annotation.objects.count() == 2


def test_relations_are_removed_later_also_those_that_wait(opened: OpenDocument):
    page = opened.page
    for label, first in (("Supplier", 10), ("Customer", 60)):
        opened.add(label, first, first + 2)
    opened.open()
    relate(opened, 11, 61, "supplies")
    wait_for(page, lambda: relations() == [("Supplier", "supplies", "Customer")])
    disconnect(page)
    opened.click(61)
    listed = opened.card.get_by_role("list", name="Relations").get_by_role("listitem")
    listed.get_by_role("button", name="Remove supplies from").click()
    expect(listed).to_have_count(0)
    relate(opened, 11, 61, "bills")
    listed.get_by_role("button", name="Remove bills from").click()
    expect(listed).to_have_count(0)
    expect(changes_waiting(page, 3)).to_be_visible()
    reload_without_saving(page)
    expect(page.get_by_text("3 changes waiting").or_(page.get_by_text("Saving…"))).to_be_visible()
    assert relations() == [("Supplier", "supplies", "Customer")]
    connect(page)
    expect_saved_once(page, lambda: relations() == [])


def test_changes_that_cannot_be_stored_any_more_are_shown_and_discarded(opened: OpenDocument):
    page = opened.page
    opened.add("Supplier", 10, 12)
    target = opened.add("Customer", 60, 62)
    opened.open()
    disconnect(page)
    relate(opened, 11, 61, "supplies")
    expect(changes_waiting(page, 1)).to_be_visible()
    delete_annotation(target, actor=opened.user)
    connect(page)
    page.get_by_role("button", name="1 change not saved").click()
    dialog = page.get_by_role("dialog", name="Changes that were not saved")
    expect(dialog).to_contain_text("New relation “supplies”")
    dialog.get_by_role("button", name="Discard").click()
    expect(dialog).to_be_hidden()
    expect(page.get_by_text("not saved")).to_have_count(0)
    assert relations() == []
