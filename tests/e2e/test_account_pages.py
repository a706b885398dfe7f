"""Account pages: sign up, reset the password, accept an invitation, manage API tokens, end all access."""

import re
from email import message_from_bytes
from pathlib import Path

import httpx
import pyotp
import pytest
from playwright.sync_api import BrowserContext, Page, expect

from corpuses.corpora.services import create_corpus
from tests.e2e.steps import let_session_be_old, wait_for
from users.accounts.models import ApiToken
from users.models import User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

STRONG_PASSWORD = "cobol-1959-rear"


def wait_for_link(page: Page, path: str, recipient: str, folder: Path) -> str:
    """Return the link to a page from the newest e-mail to a recipient, once it has arrived."""
    wait_for(page, lambda: links_in(folder, path, recipient))
    return links_in(folder, path, recipient)[-1]


def links_in(folder: Path, path: str, recipient: str) -> list[str]:
    parts = [part for log in (folder / "mail").glob("*.log") for part in log.read_bytes().split(b"\n" + b"-" * 79)]
    emails = [email for email in map(message_from_bytes, parts) if email["To"] == recipient]
    texts = [email.get_payload()[0].get_payload(decode=True).decode() for email in emails if email.is_multipart()]
    return [link[1] for text in texts if (link := re.search(rf"https?://[^/]+({path}\S*#\S+)\s", text))]


def sign_in(page: Page, name: str, password: str) -> None:
    page.get_by_label("User name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()


def expect_documents_page(page: Page) -> None:
    page.get_by_role("heading", name="Documents", exact=True).wait_for()


def sign_up(page: Page, check) -> None:
    page.goto("/")
    check(page, "sign-in")
    page.get_by_role("link", name="Create account").click()
    page.get_by_label("Your name").fill("Grace Hopper")
    page.get_by_label("User name").fill("ada")
    page.get_by_label("E-mail").fill("grace@example.org")
    page.get_by_label("Password").fill(STRONG_PASSWORD)
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_text("This user name is already taken")).to_be_visible()
    check(page, "sign-up")
    page.get_by_label("User name").fill("grace")
    page.keyboard.press("Enter")
    expect_documents_page(page)
    expect(page.get_by_text("We sent an e-mail to grace@example.org.").first).to_be_visible()


def confirm_address(page: Page, elsewhere: BrowserContext, folder: Path, check) -> None:
    """Follow the link in a browser in which its user has not signed in."""
    page.goto("/account")
    email = page.get_by_role("region", name="E-mail")
    expect(email).to_contain_text("Click the link in it to confirm")
    confirmation = elsewhere.new_page()
    confirmation.goto(wait_for_link(page, "/confirm-address", "grace@example.org", folder))
    confirmation.get_by_role("heading", name="Sign in to confirm your e-mail").wait_for()
    check(confirmation, "sign-in-to-confirm")
    sign_in(confirmation, "grace", STRONG_PASSWORD)
    confirmation.get_by_role("button", name="Confirm").click()
    expect(confirmation.get_by_text("Your e-mail address is confirmed.")).to_be_visible()
    check(confirmation, "address-confirmed")
    elsewhere.close()
    page.evaluate("window.dispatchEvent(new Event('visibilitychange'))")  # the tab becomes visible again
    expect(email).to_contain_text("Confirmed.")


def reset_password(page: Page, folder: Path, check) -> None:
    page.goto("/d/not-there?page=2")
    page.get_by_role("link", name="Forgot your password?").click()
    page.get_by_role("heading", name="Forgot your password?").wait_for()  # the sign-in page has such a field, too
    page.get_by_label("E-mail").fill("grace@example.org")
    check(page, "forgot-password")
    page.get_by_role("button", name="Send reset e-mail").click()
    expect(page.get_by_role("status")).to_contain_text("we have sent it an e-mail with a link")
    page.goto(wait_for_link(page, "/new-password", "grace@example.org", folder))
    page.get_by_label("New password").fill("12345678")
    page.get_by_role("button", name="Set password").click()
    expect(page.get_by_text("too common")).to_be_visible()
    check(page, "new-password")
    page.get_by_label("New password").fill("another-1959-rear")
    page.get_by_role("button", name="Set password").click()
    page.get_by_role("heading", name="Sign in to Cartulary").wait_for()
    sign_in(page, "grace@example.org", "another-1959-rear")
    expect_documents_page(page)


def invite(page: Page, folder: Path, check) -> None:
    """Become staff, invite two users, withdraw an invitation, and accept the other one."""
    page.goto("/account?tab=invitations")
    expect(page.get_by_role("tab", name="Profile")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("tab", name="Invitations")).to_have_count(0)
    User.objects.filter(username="grace").update(is_staff=True, name="Olive")
    page.reload()
    invitations = page.get_by_role("list", name="Invitations").get_by_role("listitem")
    for email in ("joan@example.org", "mistaken@example.org"):
        page.get_by_label("E-mail").fill(email)
        page.keyboard.press("Enter")
        expect(invitations.filter(has_text=email)).to_be_visible()
        expect(page.get_by_label("E-mail")).to_have_value("")
    page.get_by_role("button", name="Withdraw invitation of mistaken@example.org").click()
    expect(invitations.filter(has_text="mistaken@example.org")).to_have_count(0)
    check(page, "invitations")

    page.context.clear_cookies()
    link = wait_for_link(page, "/join", "joan@example.org", folder)
    page.goto(link)
    expect(page.get_by_text("Olive invited you")).to_be_visible()
    expect(page.get_by_label("E-mail")).to_have_value("joan@example.org")
    page.get_by_label("User name").fill("joan")
    page.get_by_label("Password").fill(STRONG_PASSWORD)
    check(page, "invited")
    page.get_by_role("button", name="Create account").click()
    expect_documents_page(page)
    page.goto("about:blank")
    page.goto(link)
    page.get_by_role("heading", name="This invitation is not valid").wait_for()
    check(page, "invitation-used")


def test_users_sign_up_reset_their_password_and_invite_others(page, check, settings, chromium, live_stack):
    sign_up(page, check)
    elsewhere = chromium.new_context(base_url=live_stack.url)
    confirm_address(page, elsewhere, settings.DATA_DIR, check)
    page.context.clear_cookies()
    reset_password(page, settings.DATA_DIR, check)
    invite(page, settings.DATA_DIR, check)


def change_profile(page: Page, check) -> None:
    page.get_by_role("button", name="Your account").click()
    check(page, "user-menu")
    page.get_by_role("menuitem", name="Your account").click()
    page.get_by_label("Name", exact=True).fill("Ada King")
    page.get_by_label("Time zone").select_option("Europe/Rome")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Profile saved.", exact=True)).to_be_visible()
    check(page, "account-profile")
    page.get_by_label("E-mail address").fill("countess@example.org")
    page.get_by_label("Confirm with your password").fill("wrong")
    page.get_by_role("button", name="Change e-mail").click()
    expect(page.get_by_text("Current password is incorrect.")).to_be_visible()
    page.get_by_label("Confirm with your password").fill("correct horse")
    page.get_by_role("button", name="Change e-mail").click()
    expect(page.get_by_text("We sent an e-mail to countess@example.org")).to_be_visible()


def change_password_and_end_sessions(page: Page, url: str, check) -> None:
    page.get_by_role("tab", name="Security").click()
    page.get_by_label("Current password").fill("correct horse")
    page.get_by_label("New password").fill(STRONG_PASSWORD)
    check(page, "account-password")
    page.get_by_role("button", name="Change password").click()
    expect(page.get_by_text("Password changed.").first).to_be_visible()
    page.reload()
    mine = page.get_by_role("list", name="Sessions").get_by_role("listitem")
    expect(mine).to_have_count(1)
    expect(mine).to_contain_text("This browser")
    program = {"username": "ada", "password": STRONG_PASSWORD}
    assert httpx.post(f"{url}/api/v1/auth/login", json=program).status_code == 200
    page.reload()
    expect(mine).to_have_count(2)
    check(page, "account-sessions")
    mine.nth(1).get_by_role("button", name="Sign out").click()
    expect(mine).to_have_count(1)
    page.get_by_role("button", name="Sign out everywhere").click()
    page.get_by_role("heading", name="Sign in to Cartulary").wait_for()
    sign_in(page, "ada", STRONG_PASSWORD)
    expect_documents_page(page)


def create_copy_and_revoke_token(page: Page, url: str, check) -> None:
    page.goto("/account?tab=tokens")
    expect(page.get_by_role("heading", name="No API tokens")).to_be_visible()
    check(page, "tokens-none")
    # Use only the keyboard.
    page.get_by_role("button", name="New token").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Name").focus()
    page.keyboard.type("Nightly upload")
    page.get_by_role("checkbox", name="Upload: Only upload").focus()
    page.keyboard.press("Space")
    check(page, "token-dialog")
    page.get_by_role("button", name="Create token").focus()
    page.keyboard.press("Enter")
    token = page.get_by_role("dialog").locator("code", has_text="cty_").inner_text()
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_text("Token copied.", exact=True)).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == token
    check(page, "token-created")
    page.mouse.click(5, 5)
    page.keyboard.press("Escape")
    expect(page.get_by_text(token)).to_be_visible()  # closes only by its button: the token is not shown again
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_text(token)).to_have_count(0)
    assert token not in page.content()

    bearer = {"Authorization": f"Bearer {token}"}
    assert httpx.get(f"{url}/api/v1/documents", headers=bearer).status_code == 200
    page.reload()
    item = page.get_by_role("list", name="API tokens").get_by_role("listitem")
    expect(item).to_contain_text("read, upload · last used just now")
    check(page, "tokens")
    item.get_by_role("button", name="Revoke Nightly upload").click()
    page.get_by_role("button", name="Revoke token").click()
    expect(page.get_by_role("heading", name="No API tokens")).to_be_visible()
    assert httpx.get(f"{url}/api/v1/documents", headers=bearer).status_code == 401


def limit_token_to_corpus(page: Page, url: str, check) -> None:
    owner = User.objects.get(username="ada")
    corpus, _ = (create_corpus(owner=owner, title=title) for title in ("Leases", "Payroll"))
    page.get_by_role("button", name="New token").first.click()
    page.get_by_label("Name").fill("Only leases")
    page.get_by_label("Access").select_option("chosen")
    expect(page.get_by_role("button", name="Create token")).to_be_disabled()
    page.get_by_role("checkbox", name="Leases").check()
    check(page, "token-limited")
    let_session_be_old(page)
    page.get_by_role("button", name="Create token").click()
    page.get_by_role("dialog", name="Confirm that it is you").wait_for()
    check(page, "confirm-password")
    page.keyboard.type(STRONG_PASSWORD)
    page.keyboard.press("Enter")
    token = page.get_by_role("dialog").locator("code", has_text="cty_").inner_text()
    page.get_by_role("button", name="Done").click()
    item = page.get_by_role("list", name="API tokens").get_by_role("listitem")
    expect(item).to_contain_text("only Leases")
    bearer = {"Authorization": f"Bearer {token}"}
    found = httpx.get(f"{url}/api/v1/corpuses", headers=bearer).json()["results"]
    assert [each["id"] for each in found] == [str(corpus.pk)]


def end_all_access(page: Page, url: str, check) -> None:
    """End the token that the page lists, and a session of a program."""
    program = {"username": "ada", "password": STRONG_PASSWORD}
    assert httpx.post(f"{url}/api/v1/auth/login", json=program).status_code == 200
    page.goto("/account?tab=security")
    sessions = page.get_by_role("list", name="Sessions").get_by_role("listitem")
    expect(sessions).to_have_count(2)
    secrets = page.get_by_role("region", name="Access without signing in")
    expect(secrets.get_by_role("listitem")).to_have_count(1)
    expect(secrets.get_by_role("listitem")).to_contain_text("Only leases")
    check(page, "account-secrets")
    secrets.get_by_role("button", name="End all access…").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Confirm with your password").fill(STRONG_PASSWORD)
    check(page, "account-end-access")
    dialog.get_by_role("button", name="End all access").click()
    expect(page.get_by_text("All access ended.", exact=True)).to_be_visible()
    expect(secrets.get_by_role("heading", name="Nothing gives access without signing in")).to_be_visible()
    expect(sessions).to_have_count(1)  # this browser
    page.reload()
    expect(sessions).to_have_count(1)


def set_up_second_factor_and_sign_in_with_it(page: Page, check) -> None:
    page.goto("/account?tab=security")
    page.get_by_role("button", name="Set up…").click()
    dialog = page.get_by_role("dialog")
    app = pyotp.TOTP(dialog.locator("code").inner_text().replace(" ", ""))
    expect(dialog.get_by_label("Code that the app shows")).to_be_focused()
    check(page, "second-factor-set-up")
    page.keyboard.type(app.now())
    page.keyboard.press("Enter")
    shown = dialog.get_by_role("list", name="Recovery codes").get_by_role("listitem")
    expect(shown).to_have_count(10)
    codes = shown.all_inner_texts()
    check(page, "recovery-codes")
    dialog.get_by_role("button", name="Copy").click()
    expect(page.get_by_text("Recovery codes copied.", exact=True)).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").splitlines() == codes
    with page.expect_download() as download:
        dialog.get_by_role("button", name="Download").click()
    assert codes[9] in download.value.path().read_text("utf-8")
    dialog.get_by_role("button", name="I have saved them").click()
    expect(page.get_by_role("region", name="Second factor")).to_contain_text("10 recovery codes left")
    check(page, "second-factor")
    page.context.clear_cookies()
    page.goto("/login?next=/account?tab=security")
    sign_in(page, "ada", STRONG_PASSWORD)
    expect(page.get_by_label("Code")).to_be_focused()
    check(page, "sign-in-code")
    page.keyboard.type(codes[0])
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Second factor")).to_contain_text("9 recovery codes left")
    page.get_by_role("button", name="Turn off…").click()
    page.get_by_role("button", name="Turn off", exact=True).click()
    expect(page.get_by_text("Second factor turned off.", exact=True)).to_be_visible()


def try_to_sign_in_too_often(page: Page, check) -> None:
    page.goto("/login")
    for _ in range(6):
        with page.expect_response("**/auth/session"):  # the previous message stays until the response
            sign_in(page, "ada", "wrong")
        page.get_by_role("button", name="Sign in", exact=True).wait_for()
        expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("Too many failed sign-in attempts. Try again in")
    check(page, "too-many-attempts")


def test_account_is_changed_tokens_are_created_and_sign_in_is_limited(signed_in, check, user, live_stack):
    page = signed_in
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    change_profile(page, check)
    change_password_and_end_sessions(page, live_stack.url, check)
    user.refresh_from_db()
    assert (user.name, user.time_zone) == ("Ada King", "Europe/Rome")
    create_copy_and_revoke_token(page, live_stack.url, check)
    limit_token_to_corpus(page, live_stack.url, check)
    end_all_access(page, live_stack.url, check)
    assert not ApiToken.objects.filter(owner=user).exists()
    set_up_second_factor_and_sign_in_with_it(page, check)
    page.context.clear_cookies()
    try_to_sign_in_too_often(page, check)
