"""Fixtures: a browser, the running server, and a signed-in page."""

import os
from collections.abc import Generator, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Browser, Page, expect, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from conftest import Upload
from corpuses.corpora.services import create_corpus
from tests.e2e.open_document import OpenDocument
from tests.e2e.ready_documents import ready_document
from tests.e2e.steps import begin_session
from tests.timeouts import PATIENCE_MS

# Fixtures create rows synchronously while the event loop of Playwright runs in this thread.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

SCREENSHOTS = Path(os.environ.get("SCREENSHOTS", ".stack/screenshots"))

# Wait for animations, for data that is being loaded, and for the heading of the page, before which nothing is shown.
SETTLED = """async () => {
    const began = performance.now();
    const isEmpty = () => !document.querySelector('h1') && performance.now() - began < 5000;
    const frame = () => new Promise(requestAnimationFrame);
    const moving = () => document.getAnimations().filter(({ playState, effect }) =>
        playState === 'running' && effect.getComputedTiming().endTime !== Infinity);
    const loading = () => document.querySelector('[role=status]:is([aria-label^="Loading"], [aria-label="Searching"])');
    await document.fonts.ready;
    for (let calm = 0; calm < 3; calm = isEmpty() || moving().length || loading() ? 0 : calm + 1) await frame();
}"""

# Of a test; its waits may be long on a busy machine.
TIMEOUT_SECONDS = 600

OTHER_THEMES = {
    "dark": {"color_scheme": "dark"},
    "dark-more-contrast": {"contrast": "more"},
    "more-contrast": {"color_scheme": "light"},
}
CONTRAST_RULES = {"resultTypes": ["violations"], "runOnly": {"type": "rule", "values": ["color-contrast"]}}
ALL_RULES = {"resultTypes": ["violations"]}

expect.set_options(timeout=PATIENCE_MS)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark the tests that `make test` leaves out, and give all of them time."""
    if item.get_closest_marker("journey") is None:
        item.add_marker("full")
    if item.get_closest_marker("timeout") is None:
        item.add_marker(pytest.mark.timeout(TIMEOUT_SECONDS))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add the texts of the open pages to the report of a failed test, and take a picture of each."""
    report = yield
    if report.failed and report.when == "call":
        context = next((value.context for value in item.funcargs.values() if isinstance(value, Page)), None)
        for number, page in enumerate(context.pages if context else []):
            with suppress(PlaywrightError):
                report.sections.append((f"Page {page.url}", page.locator("body").inner_text(timeout=1_000)))
                page.screenshot(path=SCREENSHOTS / f"failed-{item.name}-{number}.png")
    return report


# Not for the session: Playwright runs its event loop in this thread, and tests of other packages start their own loops.
@pytest.fixture(scope="package")
def chromium(browser_program) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=str(browser_program.program), args=browser_program.args, env=browser_program.env
        )
        yield browser
        browser.close()


@pytest.fixture
def page(request: pytest.FixtureRequest, chromium: Browser, live_stack, user) -> Iterator[Page]:
    """Open a page of laptop size. Errors in the page, and what its Content-Security-Policy blocks, fail the test."""
    context = chromium.new_context(base_url=live_stack.url, viewport={"width": 1440, "height": 900})
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    errors: list[str] = []
    record_errors(page, errors)
    # A part of the page that could not be loaded is missing until the page is reloaded.
    report = request.node.add_report_section
    page.on("requestfailed", lambda each: report("call", "requests", f"{each.url} {each.failure}"))
    yield page
    context.close()
    assert errors == []


def record_errors(page: Page, errors: list[str]) -> None:
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on(
        "console", lambda message: errors.append(message.text) if "Content Security Policy" in message.text else None
    )


def sign_in(page: Page, url: str = "/") -> None:
    page.goto(url)
    page.get_by_label("User name").fill("ada")
    page.get_by_label("Password").fill("correct horse")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("heading", name="Documents", exact=True).wait_for()


@pytest.fixture
def session_page(page: Page, live_stack, user) -> Page:
    """Return a page with the session of a user, on which nothing is open."""
    begin_session(page, user, live_stack.url)
    return page


@pytest.fixture
def signed_in(session_page: Page) -> Page:
    """Return a page on which the documents of the user are open."""
    session_page.goto("/")
    session_page.get_by_role("heading", name="Documents", exact=True).wait_for()
    return session_page


# Passwords are masked; password managers recognize their fields and may paste into them.
PASSWORD_PROBLEMS = """() => [...document.querySelectorAll('input[type=password], input[autocomplete$="-password"]')]
    .filter((field) => field.type !== 'password' || !field.autocomplete
        || !field.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true })))
    .map((field) => field.outerHTML)"""


@pytest.fixture
def check():
    """Return a function that checks the accessibility rules and the password fields of a page in one state.

    Other themes differ in colours only, whose contrasts `frontend/src/styles/contrast.test.ts` computes from tokens.
    With CHECK_THEMES=all, as in `make test-long`, the page is checked in each of them, and pictures are taken.
    """
    is_thorough = os.environ.get("CHECK_THEMES") == "all"

    def check_page(page: Page, name: str) -> None:
        assert page.evaluate(PASSWORD_PROBLEMS) == [], name
        check_rules(page, name, ALL_RULES)
        if not is_thorough:
            return
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=SCREENSHOTS / f"{name}-light.png")
        for theme, media in OTHER_THEMES.items():
            page.emulate_media(**media)
            check_rules(page, f"{name} {theme}", CONTRAST_RULES)
            page.screenshot(path=SCREENSHOTS / f"{name}-{theme}.png")
        page.emulate_media(color_scheme="light", contrast="no-preference")

    return check_page


def check_rules(page: Page, name: str, rules: dict[str, Any]) -> None:
    """Check a settled page with axe, which is loaded once per page: it is half a megabyte."""
    page.evaluate(SETTLED)
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(AXE_SCRIPT)
    result = AxeResults(page.evaluate("rules => axe.run(rules)", rules))
    assert result.violations_count == 0, f"{name}: {result.generate_report()}"


@pytest.fixture
def upload_ready(live_stack, upload) -> Upload:
    """Return a function that uploads as `upload` does, and returns the document when it is ready and indexed."""
    return partial(ready_document, upload)


@pytest.fixture
def opened(session_page, user, upload_ready) -> OpenDocument:
    corpus = create_corpus(owner=user, title="Leases")
    document = upload_ready("hosting-agreement.pdf", corpus=corpus)
    return OpenDocument(session_page, document, corpus, user)
