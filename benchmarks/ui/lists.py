"""A list of 100,000 documents, the keys from there to a labelled word, and an export of 100,000 annotations."""

import json
import statistics
import time
from typing import Final

import httpx
from playwright.sync_api import Page, expect

from benchmarks.processes import resident_mb
from benchmarks.setup import Server

_FILTERS: Final = ("Lease", "supply", "Invoice", "minutes", "Agreement")
# Return the milliseconds from the change of the field until all rows have the text.
_SHOWN: Final = """(text) => new Promise((resolve) => {
    addEventListener('input', (event) => {
        const titles = () => [...document.querySelectorAll('tbody a[href^="/d/"]')].map((link) => link.textContent);
        const look = () => {
            const shown = titles();
            if (shown.length > 0 && shown.every((title) => title.toLowerCase().includes(text.toLowerCase())))
                resolve(performance.now() - event.timeStamp);
            else requestAnimationFrame(look);
        };
        look();
    }, { capture: true, once: true });
})"""
_MAX_KEYS: Final = 60
_DRAWN: Final = '[data-page-raster="1"] canvas'


def measure_filter(page: Page) -> float:
    """Return the median time from the last key of a filter until the list shows its rows (ms)."""
    page.goto("/")
    page.get_by_role("row").nth(2).wait_for()
    field = page.get_by_role("searchbox").first
    times: list[float] = []
    for text in _FILTERS:
        field.fill("")
        page.wait_for_timeout(1_500)
        shown = page.evaluate_handle(f"({{ time: ({_SHOWN})({json.dumps(text)}) }})")
        field.fill(text)
        times.append(page.evaluate("({ time }) => time", shown))
    return round(statistics.median(times))


def count_tabs_to_label(page: Page, path: str) -> int:
    """Label a word of the first document of a corpus by keys only; return how often Tab was needed.

    F6 goes to the first row of the list, and in a document to its pages.
    """
    page.goto(path)
    page.locator('tr a[href^="/d/"]').first.wait_for()
    page.keyboard.press("F6")
    presses = _press_tab_until(page, "tr:has(a[href^='/d/'])")
    page.keyboard.press("Enter")
    page.locator(_DRAWN).wait_for()
    page.keyboard.press("F6")
    presses += _press_tab_until(page, "[role=application]")
    before = _annotations(page)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("1")
    expect(page.locator('[data-page="1"] canvas[data-annotations]')).not_to_have_attribute("data-annotations", before)
    return presses


def _annotations(page: Page) -> str:
    return page.locator('[data-page="1"] canvas[data-annotations]').get_attribute("data-annotations") or ""


def _press_tab_until(page: Page, selector: str) -> int:
    """Press Tab until the focus is in an element; return how often."""
    for presses in range(_MAX_KEYS):
        if page.evaluate("selector => !!document.activeElement.closest(selector)", selector):
            return presses
        page.keyboard.press("Tab")
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
