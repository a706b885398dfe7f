"""Passkeys in Chromium, whose virtual authenticator stands for a device (WebAuthn WebDriver extension)."""

import pytest
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(300)]

DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def device(page: Page):
    """Return a function that lets the user of the device be verified, or not."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    key = session.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})["authenticatorId"]
    return lambda verified: session.send(
        "WebAuthn.setUserVerified", {"authenticatorId": key, "isUserVerified": verified}
    )


def sign_in(page: Page) -> None:
    page.get_by_label("User name").fill("ada")
    page.get_by_label("Password").fill("correct horse")
    page.get_by_role("button", name="Sign in").click()


def test_a_passkey_is_added_and_signs_in(page, live_web, user, device, check):
    page.goto("/login?next=/account?tab=security")
    sign_in(page)
    section = page.get_by_role("region", name="Passkeys")
    expect(section.get_by_role("button")).to_have_count(0)
    section.get_by_role("link", name="Open Cartulary as localhost").click()  # passkeys need a name
    page.wait_for_url("**/login?**")
    here = live_web.url.replace("127.0.0.1", "localhost")
    assert page.url.startswith(here)
    sign_in(page)
    device(False)
    section.get_by_role("button", name="Add a passkey…").click()
    expect(page.get_by_text("The browser returned no passkey. Try again.")).to_be_visible()
    device(True)
    section.get_by_role("button", name="Add a passkey…").click()
    dialog = page.get_by_role("dialog", name="Save your recovery codes")
    code = dialog.get_by_role("list", name="Recovery codes").get_by_role("listitem").first.inner_text()
    dialog.get_by_role("button", name="I have saved them").click()
    expect(section.get_by_role("listitem")).to_contain_text("never used")
    check(page, "passkeys")
    section.get_by_role("button", name="Add a passkey…").click()
    expect(page.get_by_text("This device has a passkey of an account here already.")).to_be_visible()

    page.context.clear_cookies()
    page.goto(f"{here}/login?next=/account?tab=security")
    page.get_by_role("button", name="Use a passkey").click()
    expect(section.get_by_role("listitem")).to_contain_text("last used")

    page.context.clear_cookies()
    page.goto(f"{here}/login?next=/account?tab=security")
    sign_in(page)
    expect(page.get_by_text("One of your recovery codes; or use your passkey.")).to_be_visible()
    check(page, "sign-in-passkey-or-code")
    device(False)
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("The browser returned no passkey")
    page.get_by_label("Code").fill(code)
    page.keyboard.press("Enter")
    section.get_by_role("button", name="Rename").click()
    page.get_by_role("dialog").get_by_label("Name").fill("Work laptop")
    page.keyboard.press("Enter")
    section.get_by_role("button", name="Remove Work laptop").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Remove").click()
    expect(page.get_by_text("Passkey “Work laptop” removed.")).to_be_visible()
    expect(page.get_by_role("region", name="Second factor").get_by_role("button", name="Set up…")).to_be_visible()
    page.context.clear_cookies()
    page.goto(f"{here}/login?next=/account?tab=security")
    sign_in(page)
    expect(section).to_be_visible()
