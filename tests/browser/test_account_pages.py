"""Accounts as people meet them: make one, forget the password, come by invitation, keep API tokens."""

import re
from email import message_from_bytes
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.steps import wait_for
from users.models import User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

GOOD = "cobol-1959-rear"


def link_to(page: Page, place: str, address: str, folder: Path) -> str:
    """Where the letter to an address leads that is about that place, once it has come."""
    wait_for(page, lambda: links_in(folder, place, address))
    return links_in(folder, place, address)[-1]


def links_in(folder: Path, place: str, address: str) -> list[str]:
    parts = [part for path in (folder / "mail").glob("*.log") for part in path.read_bytes().split(b"\n" + b"-" * 79)]
    letters = [letter for letter in map(message_from_bytes, parts) if letter["To"] == address]
    texts = [letter.get_payload()[0].get_payload(decode=True).decode() for letter in letters if letter.is_multipart()]
    return [link[1] for text in texts if (link := re.search(rf"https?://[^/]+({place}\S*#\S+)\s", text))]


def sign_in(page: Page, name: str, password: str) -> None:
    page.get_by_label("User name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()


def at_home(page: Page) -> None:
    page.get_by_role("heading", name="Documents", exact=True).wait_for()


def test_an_account_is_made_confirmed_forgotten_and_found_again(page, check, settings):
    page.goto("/")
    check(page, "sign-in")
    page.get_by_role("link", name="Make an account").click()
    page.get_by_label("Your name").fill("Grace Hopper")
    page.get_by_label("User name").fill("ada")
    page.get_by_label("E-mail").fill("grace@example.org")
    page.get_by_label("Password").fill(GOOD)
    page.get_by_role("button", name="Make the account").click()
    expect(page.get_by_text("Somebody has this user name already")).to_be_visible()
    check(page, "sign-up")
    page.get_by_label("User name").fill("grace")
    page.keyboard.press("Enter")
    at_home(page)
    expect(page.get_by_text("A letter went to grace@example.org.").first).to_be_visible()

    page.goto("/account")
    address = page.get_by_role("region", name="E-mail")
    expect(address).to_contain_text("Follow its link to confirm")
    letter = page.context.new_page()  # as programs for mail open links
    letter.goto(link_to(page, "/confirm-address", "grace@example.org", settings.DATA_DIR))
    letter.get_by_role("button", name="Confirm the address").click()
    expect(letter.get_by_text("Your address is confirmed.")).to_be_visible()
    check(letter, "address-confirmed")
    letter.close()
    page.evaluate("window.dispatchEvent(new Event('visibilitychange'))")  # a hidden tab is looked at again
    expect(address).to_contain_text("Confirmed.")

    page.context.clear_cookies()
    page.goto("/d/not-there?page=2")
    page.get_by_role("link", name="Forgotten your password?").click()
    page.get_by_role("heading", name="Forgotten your password?").wait_for()  # to sign in, there is such a field, too
    page.get_by_label("E-mail").fill("grace@example.org")
    check(page, "forgotten")
    page.get_by_role("button", name="Send the letter").click()
    expect(page.get_by_role("status")).to_contain_text("a letter with a link is on its way")
    page.goto(link_to(page, "/new-password", "grace@example.org", settings.DATA_DIR))
    page.get_by_label("New password").fill("12345678")
    page.get_by_role("button", name="Set the password").click()
    expect(page.get_by_text("too common")).to_be_visible()
    check(page, "new-password")
    page.get_by_label("New password").fill("another-1959-rear")
    page.get_by_role("button", name="Set the password").click()
    page.get_by_role("heading", name="Sign in to Cartulary").wait_for()
    sign_in(page, "grace@example.org", "another-1959-rear")
    at_home(page)


def test_an_operator_invites_and_who_is_invited_makes_an_account(signed_in, page, check, person, settings):
    page.goto("/account?tab=invitations")
    expect(page.get_by_role("tab", name="Profile")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("tab", name="Invitations")).to_have_count(0)
    User.objects.filter(pk=person.pk).update(is_staff=True, name="Olive")
    page.reload()
    listed = page.get_by_role("list", name="Invitations").get_by_role("listitem")
    for address in ("grace@example.org", "mistaken@example.org"):
        page.get_by_label("E-mail of the one you invite").fill(address)
        page.keyboard.press("Enter")
        expect(listed.filter(has_text=address)).to_be_visible()
    page.get_by_role("button", name="Withdraw the invitation of mistaken@example.org").click()
    expect(listed.filter(has_text="mistaken@example.org")).to_have_count(0)
    check(page, "invitations")

    page.context.clear_cookies()
    link = link_to(page, "/join", "grace@example.org", settings.DATA_DIR)
    page.goto(link)
    expect(page.get_by_text("Olive has invited you")).to_be_visible()
    expect(page.get_by_label("E-mail")).to_have_value("grace@example.org")
    page.get_by_label("User name").fill("grace")
    page.get_by_label("Password").fill(GOOD)
    check(page, "invited")
    page.get_by_role("button", name="Make the account").click()
    at_home(page)
    page.goto("about:blank")
    page.goto(link)
    page.get_by_role("heading", name="This invitation cannot be used").wait_for()
    check(page, "invitation-used")


def test_the_account_page_changes_the_profile_and_the_password(signed_in, check, person):
    page = signed_in
    page.get_by_role("button", name="Your account").click()
    check(page, "user-menu")
    page.get_by_role("menuitem", name="Your account").click()
    page.get_by_label("Name", exact=True).fill("Ada King")
    page.get_by_label("Time zone").select_option("Europe/Rome")
    page.get_by_role("button", name="Save the profile").click()
    expect(page.get_by_text("Your profile is saved.", exact=True)).to_be_visible()
    check(page, "account-profile")
    page.get_by_label("Address").fill("countess@example.org")
    page.get_by_label("Your password, to be sure it is you").fill("wrong")
    page.get_by_role("button", name="Change the address").click()
    expect(page.get_by_text("The present password is not right.")).to_be_visible()
    page.get_by_label("Your password, to be sure it is you").fill("correct horse")
    page.get_by_role("button", name="Change the address").click()
    expect(page.get_by_text("A letter went to countess@example.org")).to_be_visible()

    page.get_by_role("tab", name="Password").click()
    page.get_by_label("Present password").fill("correct horse")
    page.get_by_label("New password").fill(GOOD)
    check(page, "account-password")
    page.get_by_role("button", name="Change the password").click()
    expect(page.get_by_text("Your password is changed.").first).to_be_visible()
    page.reload()
    page.get_by_role("button", name="Sign out everywhere").click()
    page.get_by_role("heading", name="Sign in to Cartulary").wait_for()
    sign_in(page, "ada", GOOD)
    at_home(page)
    person.refresh_from_db()
    assert (person.name, person.time_zone) == ("Ada King", "Europe/Rome")


def test_an_api_token_is_made_copied_used_and_revoked(signed_in, check, live_stack):
    page = signed_in
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/account?tab=tokens")
    expect(page.get_by_role("heading", name="No API tokens")).to_be_visible()
    check(page, "tokens-none")
    # By keyboard alone.
    page.get_by_role("button", name="New token").focus()
    page.keyboard.press("Enter")
    page.get_by_label("What is it for?").focus()
    page.keyboard.type("Nightly upload")
    page.get_by_role("checkbox", name="Upload: Upload and nothing else").focus()
    page.keyboard.press("Space")
    check(page, "token-dialog")
    page.get_by_role("button", name="Make the token").focus()
    page.keyboard.press("Enter")
    token = page.locator("code", has_text="cty_").last.inner_text()
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_text("The token is copied.", exact=True)).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == token
    check(page, "token-made")
    page.mouse.click(5, 5)
    page.keyboard.press("Escape")
    expect(page.get_by_text(token)).to_be_visible()  # it cannot be shown again
    page.get_by_role("button", name="I have kept it").click()
    expect(page.get_by_text(token)).to_have_count(0)
    assert token not in page.content()

    bearer = {"Authorization": f"Bearer {token}"}
    assert httpx.get(f"{live_stack.url}/api/v1/documents", headers=bearer).status_code == 200
    page.reload()
    item = page.get_by_role("list", name="API tokens").get_by_role("listitem")
    expect(item).to_contain_text("read, upload · last used just now")
    check(page, "tokens")
    item.get_by_role("button", name="Revoke Nightly upload").click()
    page.get_by_role("button", name="Revoke it").click()
    expect(page.get_by_role("heading", name="No API tokens")).to_be_visible()
    assert httpx.get(f"{live_stack.url}/api/v1/documents", headers=bearer).status_code == 401


def test_too_many_attempts_say_how_long_to_wait(page, check):
    page.goto("/login")
    for _ in range(6):
        with page.expect_response("**/auth/session"):  # what was said before stands there until it comes
            sign_in(page, "ada", "wrong")
        page.get_by_role("button", name="Sign in", exact=True).wait_for()
        expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("Signing in has failed too often. Try again in")
    check(page, "too-many-attempts")
