"""Sharing a document with a person, and what that person may do."""

import pytest
from playwright.sync_api import expect

from tests.browser.sharing.steps import choose, invite, is_drawn, open_sharing, row_of
from tests.browser.steps import walk

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


def test_a_document_is_shared_with_a_person_whose_name_is_known(ada, friend, check):
    dialog = open_sharing(ada)
    check(ada, "share-dialog")
    invite(dialog, "grac")
    expect(dialog.get_by_text("There is nobody with this user name or address.")).to_be_visible()
    check(ada, "share-nobody")
    dialog.get_by_label("User name or e-mail").fill("grace@example.org")
    ada.get_by_role("button", name="Role: Viewer").click()
    expect(ada.get_by_role("menuitemradio", name="Reviewer")).to_contain_text("judges what others have annotated")
    check(ada, "share-roles")
    ada.get_by_role("menuitemradio", name="Annotator").click()
    dialog.get_by_role("button", name="Share", exact=True).click()
    hers = dialog.get_by_role("listitem").filter(has_text="Grace Hopper")
    expect(hers.get_by_role("button", name="Grace Hopper: Annotator")).to_be_visible()
    expect(dialog.get_by_role("listitem").filter(has_text="Ada Lovelace")).to_contain_text("Owner")
    invite(dialog, "grace")
    expect(dialog.get_by_role("alert")).to_contain_text("It is shared with them already.")
    check(ada, "share-given")


def test_what_is_shared_is_listed_with_its_owner_and_offers_what_the_role_allows(ada, grace, check):
    invite(open_sharing(ada), "grace", "Annotator")
    expect(ada.get_by_role("button", name="Grace Hopper: Annotator")).to_be_visible()
    grace.reload()
    grace.get_by_label("Whose").select_option("Mine")
    expect(grace.get_by_role("heading", name="No document matches")).to_be_visible()
    grace.get_by_label("Whose").select_option("Shared with me")
    expect(row_of(grace)).to_contain_text("by Ada Lovelace")
    check(grace, "documents-shared")
    grace.get_by_role("button", name="More for hosting-agreement").click()
    expect(grace.get_by_role("menuitem", name="Access")).to_be_visible()
    assert grace.get_by_role("menuitem", name="Delete").count() == 0
    grace.get_by_role("menuitem", name="Access").click()
    expect(grace.get_by_role("dialog")).to_contain_text("annotator You can read it, and add labels and annotations.")
    check(grace, "share-own-role")
    grace.keyboard.press("Escape")
    row_of(grace).get_by_role("checkbox").check()
    expect(grace.get_by_text("Only your own can be deleted")).to_be_visible()
    row_of(grace).get_by_role("link").click()
    is_drawn(grace)
    expect(grace.get_by_text("by Ada Lovelace")).to_be_visible()


def test_a_role_is_changed_and_taken_back_with_a_way_to_undo(ada, grace, check, document):
    dialog = open_sharing(ada)
    invite(dialog, "grace", "Annotator")
    hers = dialog.get_by_role("listitem").filter(has_text="Grace Hopper")
    choose(ada, "Grace Hopper: Annotator", "Editor")
    expect(dialog.get_by_role("status").filter(has_text="now Editor")).to_be_visible()
    dialog.get_by_role("button", name="Undo").click()
    expect(hers.get_by_role("button", name="Grace Hopper: Annotator")).to_be_visible()
    choose(ada, "Grace Hopper: Annotator", "Ends in a week")
    expect(hers).to_contain_text("Ends ")
    grace.goto(f"/d/{document.pk}")
    is_drawn(grace)
    choose(ada, "Grace Hopper: Annotator", "Take it back")
    expect(hers).to_have_count(0)
    grace.reload()
    expect(grace.get_by_role("heading", name="There is no such document here")).to_be_visible()
    check(ada, "share-undo")
    dialog.get_by_role("button", name="Undo").click()
    expect(hers.get_by_role("button", name="Grace Hopper: Annotator")).to_be_visible()
    expect(hers).to_contain_text("Ends ")
    grace.reload()
    is_drawn(grace)


def test_sharing_by_keyboard_alone(ada, friend):
    row_of(ada).get_by_role("link").focus()
    ada.keyboard.press("Enter")
    is_drawn(ada)
    ada.get_by_role("button", name="Share").focus()
    ada.keyboard.press("Enter")
    dialog = ada.get_by_role("dialog")
    dialog.get_by_label("User name or e-mail").wait_for()
    while ada.evaluate("document.activeElement.tagName") != "INPUT":
        ada.keyboard.press("Tab")
    ada.keyboard.type("grace")
    ada.keyboard.press("Tab")
    ada.keyboard.press("Enter")
    expect(ada.get_by_role("menuitemradio", checked=True)).to_be_focused()
    ada.keyboard.press("End")
    expect(ada.get_by_role("menuitemradio").last).to_be_focused()
    walk(ada, "ArrowUp", ada.get_by_role("menuitemradio", name="Editor"))
    ada.keyboard.press("Enter")
    expect(dialog.get_by_role("button", name="Role: Editor")).to_be_focused()
    ada.keyboard.press("Tab")
    ada.keyboard.press("Enter")
    hers = dialog.get_by_role("button", name="Grace Hopper: Editor")
    expect(hers).to_be_visible()
    expect(dialog.get_by_label("User name or e-mail")).to_be_focused()
    walk(ada, "Tab", hers)
    ada.keyboard.press("Enter")
    ada.locator("[role^=menuitem]:focus").wait_for()
    ada.keyboard.press("End")
    expect(ada.get_by_role("menuitem", name="Take it back")).to_be_focused()
    ada.keyboard.press("Enter")
    expect(hers).to_have_count(0)
    expect(dialog.get_by_role("button", name="Undo")).to_be_focused()
    ada.keyboard.press("Enter")
    expect(hers).to_be_visible()
    expect(dialog.get_by_role("status").filter(has_text="Shared with Grace Hopper again.")).to_be_focused()
    ada.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(ada.get_by_role("button", name="Share")).to_be_focused()
