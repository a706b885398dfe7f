"""A browser beside the product, and a person who has signed in."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

# The rows that fixtures make beside Playwright's loop are none of its business.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

SCREENSHOTS = Path(os.environ.get("SCREENSHOTS", ".stack/screenshots"))


@pytest.fixture(scope="package")  # Playwright's loop runs in this thread; tests elsewhere start loops of their own
def chromium(browser_program) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=str(browser_program.program), args=browser_program.args, env=browser_program.env
        )
        yield browser
        browser.close()


@pytest.fixture
def page(chromium: Browser, live_stack, person) -> Iterator[Page]:
    """A page at the size of a laptop. What the browser reports as an error fails the test."""
    context = chromium.new_context(base_url=live_stack.url, viewport={"width": 1440, "height": 900})
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


def sign_in(page: Page, address: str = "/") -> None:
    page.goto(address)
    page.get_by_label("User name").fill("ada")
    page.get_by_label("Password").fill("correct horse")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("heading", name="Documents", exact=True).wait_for()


@pytest.fixture
def signed_in(page: Page) -> Page:
    sign_in(page)
    return page


@pytest.fixture
def check():
    """Screenshot in light and dark, and no accessibility rule violated in either."""

    def look(page: Page, name: str) -> None:
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme)
            page.wait_for_timeout(250)  # colours fade over
            page.screenshot(path=SCREENSHOTS / f"{name}-{scheme}.png")
            found = Axe().run(page)
            assert found.violations_count == 0, f"{name} {scheme}: {found.generate_report()}"

    return look
