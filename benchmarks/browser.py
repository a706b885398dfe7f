"""Chromium for measurements."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from config.stack.paths import StackPaths
from config.stack.setup import find_or_install_browser


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start the browser that the browser tests use."""
    with sync_playwright() as playwright:
        program = find_or_install_browser(StackPaths.from_environment())
        browser = playwright.chromium.launch(executable_path=program.program, args=program.args, env=dict(program.env))
        yield browser
        browser.close()


def signed_in(browser: Browser, url: str, cookies: Mapping[str, str]) -> BrowserContext:
    """Return a new profile of laptop size with the cookies of a session."""
    context = browser.new_context(base_url=url, viewport={"width": 1440, "height": 900})
    context.add_cookies([{"name": name, "value": value, "url": url} for name, value in cookies.items()])
    return context
