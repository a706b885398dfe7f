"""The sign-in with a real browser: the cookies that it sends from another site, and the policy of the page."""

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.timeouts import PATIENCE_MS
from users.models import User

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.full]


def test_a_browser_signs_in(serve, provider, browser_program, monkeypatch):
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")  # the event loop of Playwright runs in this thread
    secrets = {"OIDC_CLIENT_ID": "cartulary", "OIDC_CLIENT_SECRET": "secret", "OIDC_ISSUER": "http://127.0.0.1:9"}
    server = serve(PUBLIC_URL="http://localhost", OIDC_NAME="the mill", SAML_NAME="the navy", **secrets)
    port = server.client.base_url.port
    rules = f"--host-resolver-rules=MAP localhost:80 127.0.0.1:{port}"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=str(browser_program.program),
            args=[*browser_program.args, rules],
            env=browser_program.env,
        )
        page = browser.new_page()
        page.set_default_timeout(PATIENCE_MS)
        blocked: list[str] = []
        page.on("console", lambda each: blocked.append(each.text) if "Security Policy" in each.text else None)
        page.goto("http://localhost/login?next=%2Fc")
        expect(page.get_by_role("button", name="Continue with the mill")).to_be_visible()
        page.get_by_role("button", name="Continue with the navy").click()
        page.get_by_role("button", name="Go on").click()  # on the page of the provider, which is another site
        page.wait_for_url("http://localhost/c")
        cookies = {each["name"]: each for each in page.context.cookies("http://localhost/")}
        assert (cookies["sessionid"]["sameSite"], blocked) == ("Lax", [])
        assert User.objects.get().username == "grace"
        browser.close()
