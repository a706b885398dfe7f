"""A list of 100,000 documents, and an export of 100,000 annotations."""

import json
import statistics
import time
from typing import Final

import httpx
from playwright.sync_api import Page

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
