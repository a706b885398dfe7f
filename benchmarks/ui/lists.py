"""A list of 100,000 documents, the keys from there to a labelled word, and an export of 100,000 annotations."""

import statistics
import time
from collections.abc import Callable
from typing import Final

import httpx
from playwright.sync_api import Page, expect

from benchmarks.processes import resident_mb
from benchmarks.setup import Server

_FILTERS: Final = ("Lease", "supply", "Invoice of 7", "minutes", "Agreement of 99")
_MAX_KEYS: Final = 60
_DRAWN: Final = '[data-page-raster="1"] canvas'


def measure_filter(page: Page) -> float:
    """Return the median time from the last key of a filter until the list shows its rows (ms)."""
    page.goto("/")
    rows = page.get_by_role("row")
    rows.nth(2).wait_for()
    field = page.get_by_role("searchbox").first
    times = []
    for text in _FILTERS:
        field.fill("")
        page.wait_for_timeout(1_500)
        began = time.perf_counter()
        field.fill(text)
        expect(rows.nth(1)).to_contain_text(text.split()[0])
        page.wait_for_function("document.querySelector('[aria-busy=true]') === null")
        times.append(1_000 * (time.perf_counter() - began))
    return round(statistics.median(times))


def count_tabs_to_label(page: Page, path: str) -> int:
    """Label the first word of the first document of a corpus by keys only; return how often Tab was needed."""
    page.goto(path)
    page.locator('tr a[href^="/d/"]').first.wait_for()
    page.locator("main").evaluate("main => { main.tabIndex = -1; main.focus(); }")
    in_row = "!!document.activeElement.closest('tr:has(a[href^=\"/d/\"])')"
    presses = _press_until(page, "Tab", lambda: bool(page.evaluate(in_row)))
    page.keyboard.press("Enter")
    page.locator(_DRAWN).wait_for()
    in_pages = "!!document.activeElement.closest('[role=application]')"
    presses += _press_until(page, "Tab", lambda: bool(page.evaluate(in_pages)))
    before = _annotations(page)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("1")
    expect(page.locator('[data-page="1"] canvas[data-annotations]')).not_to_have_attribute("data-annotations", before)
    return presses


def _annotations(page: Page) -> str:
    return page.locator('[data-page="1"] canvas[data-annotations]').get_attribute("data-annotations") or ""


def _press_until(page: Page, key: str, is_there: Callable[[], bool]) -> int:
    for presses in range(_MAX_KEYS):
        if is_there():
            return presses
        page.keyboard.press(key)
        page.wait_for_timeout(60)
    return _MAX_KEYS


def measure_export(server: Server, client: httpx.Client, corpus: str, form: str) -> tuple[float, float]:
    """Export all annotations of a corpus; return the seconds, and by how many MiB the server grew meanwhile."""
    before = peak = resident_mb(server.web.pid)
    began = time.perf_counter()
    with client.stream("GET", f"/api/v1/corpuses/{corpus}/annotations/export?format={form}", timeout=600) as response:
        response.raise_for_status()
        for number, _ in enumerate(response.iter_bytes()):
            if number % 50 == 0:
                peak = max(peak, resident_mb(server.web.pid))
    return round(time.perf_counter() - began, 1), round(peak - before, 1)
