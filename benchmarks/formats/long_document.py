"""A document of 1,000 pages: the time until its first page can be read, and the memory that the worker needs."""

import time
from collections.abc import Sequence
from contextlib import suppress
from itertools import cycle
from pathlib import Path

import pikepdf

from benchmarks.processes import MemoryMonitor
from cartulary_client import Client, NotFound
from config.stack.testing import Process

PAGES = 1_000
_INTERVAL = 0.25
_TIMEOUT = 3_600.0
_JSON = {"Accept": "application/json"}


def measure(client: Client, worker: Process, sources: Sequence[Path], folder: Path) -> dict[str, float]:
    """Upload the document and monitor the worker, its pool and its sandboxes until it is ready."""
    file = _write_document(sources, folder / "long.pdf")
    with MemoryMonitor(worker.pid) as memory:
        idle = memory.sample()
        began = time.monotonic()
        document = client.upload(file).id
        first_page = _wait_for_first_page(client, document) - began
        processed = next(client.wait([document], timeout=_TIMEOUT))
        seconds = time.monotonic() - began
    if processed.state.lower() != "ready" or processed.page_count != PAGES:
        raise ValueError(f"{processed.state} with {processed.page_count} pages")
    return {
        "long_pages": PAGES,
        "long_first_page_s": round(first_page, 2),
        "long_ready_s": round(seconds, 1),
        "long_rss_mb": round(memory.peak["rss"], 1),
        "long_pss_mb": round(memory.peak["pss"], 1),
        "long_idle_rss_mb": round(idle["rss"], 1),
        "long_sandbox_mb": round(memory.peak_of_one_process, 1),
    }


def _write_document(sources: Sequence[Path], target: Path) -> Path:
    """Concatenate the sources until there are enough pages."""
    with pikepdf.new() as document:
        for source in cycle(sources):
            with pikepdf.open(source) as pages:
                document.pages.extend(pages.pages)
            if len(document.pages) >= PAGES:
                break
        del document.pages[PAGES:]
        document.save(target)
    return target


def _wait_for_first_page(client: Client, document: str) -> float:
    """Return the moment at which the tokens of the first page can be read."""
    end = time.monotonic() + _TIMEOUT
    while time.monotonic() < end:
        with suppress(NotFound):
            client.connection.request("GET", f"/documents/{document}/pages/1/tokens", headers=_JSON)
            return time.monotonic()
        time.sleep(_INTERVAL)
    raise TimeoutError(document)
