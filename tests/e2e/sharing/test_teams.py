"""Teams, and sharing with a team."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.sharing.steps import check_on_phone, choose, open_sharing, row_of
from tests.e2e.steps import wait_for
from users.sharing.models import TeamMembership

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


def test_teams_are_created_shared_with_left_and_deleted(ada, grace, check):
    choose(ada, "Your account", "Your teams")
    expect(ada.get_by_role("heading", name="No teams yet")).to_be_visible()
    check(ada, "teams-none")
    ada.get_by_role("button", name="New team").click()
    ada.get_by_label("Team name").fill("Readers")
    check(ada, "team-dialog")
    ada.keyboard.press("Enter")
    team = ada.get_by_role("region", name="Readers", exact=True)
    team.get_by_label("User name or e-mail").fill("unknown")
    ada.keyboard.press("Enter")
    expect(team.get_by_text("No user with this user name or e-mail.")).to_be_visible()
    team.get_by_label("User name or e-mail").fill("grace")
    ada.keyboard.press("Enter")
    expect(team.get_by_role("listitem").filter(has_text="Grace Hopper")).to_contain_text("invited")
    check(ada, "team-invited")
    grace.reload()
    choose(grace, "Your account", "Your teams (1 invitation)")
    expect(grace.get_by_role("region", name="Invitation to Readers")).to_contain_text("Ada Lovelace invites you")
    check(grace, "team-invitation")
    grace.get_by_role("button", name="Accept the invitation to Readers").click()
    expect(grace.get_by_role("region", name="Readers", exact=True)).to_be_visible()
    expect(ada.get_by_label("Role of Grace Hopper")).to_be_visible()  # by a live update
    ada.get_by_role("button", name="Rename Readers").click()
    ada.get_by_label("Team name").fill("Close readers")
    ada.keyboard.press("Enter")
    team = ada.get_by_role("region", name="Close readers")
    team.get_by_role("button", name="Leave").click()
    ada.get_by_role("button", name="Leave team").click()
    expect(ada.get_by_text("A team needs at least one admin").first).to_be_visible()
    check(ada, "teams")
    check_on_phone(ada, "teams-phone", check)

    _service_accounts(ada, team, check)

    ada.goto("/")
    dialog = open_sharing(ada)
    dialog.get_by_role("tab", name="Teams").click()
    check(ada, "share-team")
    dialog.get_by_role("button", name="Share", exact=True).click()
    expect(dialog.get_by_role("button", name="Close readers: Viewer")).to_be_visible()
    check_on_phone(ada, "share-phone", check)
    grace.goto("/")
    expect(row_of(grace)).to_contain_text("by Ada Lovelace")
    check_on_phone(grace, "documents-shared-phone", check)

    _change_and_delete(ada, grace, check)


def _change_and_delete(ada, grace, check):
    ada.goto("/teams")
    ada.get_by_label("Role of Grace Hopper").select_option("Admin")
    expect(ada.get_by_label("Role of Grace Hopper")).to_have_value("admin")
    wait_for(ada, TeamMembership.objects.filter(user__username="grace", role="admin").exists)
    ada.get_by_role("button", name="Remove Grace Hopper").click()
    ada.get_by_role("button", name="Invite again").click()
    expect(ada.get_by_role("button", name="Withdraw the invitation of Grace Hopper")).to_be_visible()
    grace.goto("/teams")
    grace.get_by_role("button", name="Accept the invitation to Close readers").click()
    grace.get_by_role("button", name="Leave Close readers").click()
    grace.get_by_role("button", name="Leave team").click()
    expect(grace.get_by_role("heading", name="No teams yet")).to_be_visible()
    grace.goto("/")
    expect(grace.get_by_role("heading", name="No documents yet")).to_be_visible()
    ada.get_by_role("button", name="Delete Close readers").click()
    check(ada, "team-delete")
    ada.get_by_role("button", name="Delete team").click()
    expect(ada.get_by_role("heading", name="No teams yet")).to_be_visible()


def _service_accounts(ada: Page, team: Locator, check) -> None:
    """Create a service account and a token of it, and delete it."""
    team.get_by_role("button", name="New service account").click()
    ada.get_by_label("Name", exact=True).fill("Nightly import")
    ada.get_by_role("button", name="Create service account").click()
    members = team.get_by_role("list", name="Members of Close readers")
    expect(members.get_by_role("listitem").filter(has_text="Nightly import")).to_contain_text("service account")
    team.get_by_role("button", name="Tokens of Nightly import").click()
    ada.get_by_role("button", name="New token").click()
    ada.get_by_label("Name", exact=True).fill("Production")
    ada.get_by_role("button", name="Create token").click()
    expect(ada.get_by_text("Copy it now.")).to_be_visible()
    ada.get_by_role("button", name="Done").click()
    expect(ada.get_by_role("list", name="API tokens")).to_contain_text("Production")
    check(ada, "service-account-tokens")
    ada.keyboard.press("Escape")
    accounts = team.get_by_role("list", name="Service accounts of Close readers")
    expect(accounts).to_contain_text("1 token · never used")
    check(ada, "service-accounts")
    accounts.get_by_role("button", name="Disable Nightly import").click()
    expect(accounts).to_contain_text("Disabled")
    accounts.get_by_role("button", name="Delete Nightly import").click()
    ada.get_by_role("button", name="Delete service account").click()
    expect(accounts).to_have_count(0)
