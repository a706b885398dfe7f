"""Groups of people, and sharing with all of them at once."""

import pytest
from playwright.sync_api import expect

from tests.browser.sharing.steps import choose, look_on_a_phone, open_sharing, row_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


def test_teams_are_made_shared_with_left_and_deleted(ada, grace, check):
    choose(ada, "Your account", "Your teams")
    expect(ada.get_by_role("heading", name="You are in no team")).to_be_visible()
    check(ada, "teams-none")
    ada.get_by_role("button", name="New team").click()
    ada.get_by_label("Name of the team").fill("Readers")
    check(ada, "team-dialog")
    ada.keyboard.press("Enter")
    team = ada.get_by_role("region", name="Readers", exact=True)
    team.get_by_label("User name or e-mail").fill("nobody")
    ada.keyboard.press("Enter")
    expect(team.get_by_text("There is nobody with this user name or address.")).to_be_visible()
    team.get_by_label("User name or e-mail").fill("grace")
    ada.keyboard.press("Enter")
    expect(team.get_by_role("listitem").filter(has_text="Grace Hopper")).to_be_visible()
    ada.get_by_role("button", name="Rename Readers").click()
    ada.get_by_label("Name of the team").fill("Close readers")
    ada.keyboard.press("Enter")
    team = ada.get_by_role("region", name="Close readers")
    team.get_by_role("button", name="Leave").click()
    ada.get_by_role("button", name="Leave the team").click()
    expect(ada.get_by_text("A team needs an admin").first).to_be_visible()
    check(ada, "teams")
    look_on_a_phone(ada, "teams-phone", check)

    ada.goto("/")
    dialog = open_sharing(ada)
    dialog.get_by_role("tab", name="A team").click()
    check(ada, "share-team")
    dialog.get_by_role("button", name="Share", exact=True).click()
    expect(dialog.get_by_role("button", name="Close readers: Viewer")).to_be_visible()
    look_on_a_phone(ada, "share-phone", check)
    grace.reload()
    expect(row_of(grace)).to_contain_text("by Ada Lovelace")
    look_on_a_phone(grace, "documents-shared-phone", check)

    ada.goto("/teams")
    ada.get_by_label("What Grace Hopper is").select_option("Admin")
    expect(ada.get_by_label("What Grace Hopper is")).to_have_value("admin")
    ada.get_by_role("button", name="Take Grace Hopper out").click()
    ada.get_by_role("button", name="Undo").click()
    expect(ada.get_by_label("What Grace Hopper is")).to_have_value("admin")
    grace.goto("/teams")
    grace.get_by_role("button", name="Leave Close readers").click()
    grace.get_by_role("button", name="Leave the team").click()
    expect(grace.get_by_role("heading", name="You are in no team")).to_be_visible()
    grace.goto("/")
    expect(grace.get_by_role("heading", name="No documents yet")).to_be_visible()
    ada.get_by_role("button", name="Delete Close readers").click()
    check(ada, "team-delete")
    ada.get_by_role("button", name="Delete the team").click()
    expect(ada.get_by_role("heading", name="You are in no team")).to_be_visible()
