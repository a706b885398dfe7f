"""Sharing a document with a user, and the permissions of that user. More is in `share-dialog.test.tsx`."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.sharing.steps import choose, expect_first_page, open_sharing, row_of, share_with
from tests.e2e.steps import focus_by_key

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


def share_by_address_and_name(ada: Page, dialog: Locator, check) -> None:
    check(ada, "share-dialog")
    expect(dialog.get_by_text("Who can see this: Only you", exact=True)).to_be_visible()
    share_with(dialog, "grac")
    expect(dialog.get_by_text("No user with this user name or e-mail.")).to_be_visible()
    check(ada, "share-unknown-user")
    dialog.get_by_label("User name or e-mail").fill("grace@example.org")
    ada.get_by_role("button", name="Role: Viewer").click()
    expect(ada.get_by_role("menuitemradio", name="Reviewer")).to_contain_text(
        "Can view, and review annotations of others"
    )
    check(ada, "share-roles")
    ada.get_by_role("menuitemradio", name="Annotator").click()
    dialog.get_by_role("button", name="Share", exact=True).click()
    # The account that has this address is not shown.
    access = dialog.get_by_role("listitem").filter(has_text="grace@example.org")
    expect(access.get_by_role("button", name="grace@example.org: Annotator")).to_be_visible()
    expect(access).to_contain_text("Only for the account with this address")
    expect(dialog.get_by_role("listitem").filter(has_text="Ada Lovelace")).to_contain_text("Owner")
    share_with(dialog, "grace")
    access = dialog.get_by_role("listitem").filter(has_text="Grace Hopper")
    expect(access.get_by_role("button", name="Grace Hopper: Annotator")).to_be_visible()
    expect(dialog.get_by_role("status").filter(has_text="Shared with grace.")).to_be_visible()
    share_with(dialog, "grace")
    expect(dialog.get_by_role("alert")).to_contain_text("Already shared with them.")
    expect(dialog.get_by_text("Shared with grace.")).to_have_count(0)
    check(ada, "share-added")
    choose(ada, "grace@example.org: Annotator", "Remove access")
    expect(dialog.get_by_role("button", name="grace@example.org: Annotator")).to_have_count(0)


def open_what_is_shared(grace: Page, check) -> None:
    """See the owner, and the actions of annotators only."""
    grace.reload()
    grace.get_by_label("Owner").select_option("Owned by me")
    expect(grace.get_by_role("heading", name="No matching documents")).to_be_visible()
    grace.get_by_label("Owner").select_option("Shared with me")
    expect(row_of(grace)).to_contain_text("by Ada Lovelace")
    check(grace, "documents-shared")
    grace.get_by_role("button", name="More for hosting-agreement").click()
    expect(grace.get_by_role("menuitem", name="Access")).to_be_visible()
    assert grace.get_by_role("menuitem", name="Delete").count() == 0
    grace.get_by_role("menuitem", name="Access").click()
    expect(grace.get_by_role("dialog")).to_contain_text("Annotator You can view, and add labels and annotations.")
    check(grace, "share-own-role")
    grace.keyboard.press("Escape")
    row_of(grace).get_by_role("checkbox").check()
    expect(grace.get_by_text("You can only delete your own documents")).to_be_visible()
    row_of(grace).get_by_role("link").click()
    expect_first_page(grace)
    expect(grace.get_by_text("by Ada Lovelace")).to_be_visible()


def test_a_document_is_shared_and_changes_of_access_are_undone(ada, grace, check):
    dialog = open_sharing(ada)
    share_by_address_and_name(ada, dialog, check)
    open_what_is_shared(grace, check)
    access = dialog.get_by_role("listitem").filter(has_text="Grace Hopper")
    choose(ada, "Grace Hopper: Annotator", "Editor")
    expect(dialog.get_by_role("status").filter(has_text="is now Editor")).to_be_visible()
    dialog.get_by_role("button", name="Undo").click()
    expect(access.get_by_role("button", name="Grace Hopper: Annotator")).to_be_visible()
    choose(ada, "Grace Hopper: Annotator", "Expires in 1 week")
    expect(access).to_contain_text("Expires ")
    choose(ada, "Grace Hopper: Annotator", "Remove access")
    expect(access).to_have_count(0)
    grace.reload()
    expect(grace.get_by_role("heading", name="Document not found")).to_be_visible()
    check(ada, "share-undo")
    dialog.get_by_role("button", name="Undo").click()
    expect(access.get_by_role("button", name="Grace Hopper: Annotator")).to_be_visible()
    expect(access).to_contain_text("Expires ")
    grace.reload()
    expect_first_page(grace)


def test_sharing_with_the_keyboard(ada, friend):
    row_of(ada).get_by_role("link").focus()
    ada.keyboard.press("Enter")
    expect_first_page(ada)
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
    focus_by_key(ada, "ArrowUp", ada.get_by_role("menuitemradio", name="Editor"))
    ada.keyboard.press("Enter")
    expect(dialog.get_by_role("button", name="Role: Editor")).to_be_focused()
    ada.keyboard.press("Tab")
    ada.keyboard.press("Enter")
    access = dialog.get_by_role("button", name="Grace Hopper: Editor")
    expect(access).to_be_visible()
    expect(dialog.get_by_label("User name or e-mail")).to_be_focused()
    focus_by_key(ada, "Tab", access)
    ada.keyboard.press("Enter")
    ada.locator("[role^=menuitem]:focus").wait_for()
    ada.keyboard.press("End")
    expect(ada.get_by_role("menuitem", name="Remove access")).to_be_focused()
    ada.keyboard.press("Enter")
    expect(access).to_have_count(0)
    expect(dialog.get_by_role("button", name="Undo")).to_be_focused()
    ada.keyboard.press("Enter")
    expect(access).to_be_visible()
    expect(dialog.get_by_role("status").filter(has_text="Shared with Grace Hopper again.")).to_be_focused()
    ada.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(ada.get_by_role("button", name="Share")).to_be_focused()
