"""Opening a document in a browser: requests, bytes and SQL queries, and the time until its first page is drawn.

The browser reaches the server through a proxy, which records the requests of the page and of its workers. The command
`python -m benchmarks.open_document` measures what `make run` has started.
"""

import json
import statistics
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from playwright.sync_api import Browser, BrowserContext, Page

from benchmarks.browser import chromium, signed_in
from benchmarks.checkout import Running
from benchmarks.login import graphql, session_cookies, token_client
from benchmarks.recording_proxy import RecordingProxy, recording_proxy
from config.stack.paths import StackPaths

REPEATS = 5
_DOCUMENTS = "query { documents(first: 50, state: READY) { edges { node { uuid pageCount } } } }"
_FIRST_PAGE = '[data-page-raster="1"] canvas'


@dataclass(frozen=True, slots=True)
class Document:
    """A document of the list."""

    uuid: str
    pages: int


def measure(product: Running, *, repeats: int = REPEATS) -> dict[str, float]:
    """Open the document with the most pages several times, each in a new browser profile; return medians."""
    with token_client(product.url, product.username, product.password) as client:
        edges = graphql(client, _DOCUMENTS)["documents"]["edges"]
    documents = [Document(edge["node"]["uuid"], edge["node"]["pageCount"]) for edge in edges]
    documents.sort(key=lambda document: document.pages, reverse=True)
    cookies = session_cookies(product.url, product.username, product.password)
    with recording_proxy(product.url) as proxy, chromium() as browser:
        runs = [_open(browser, proxy, cookies, documents) for _ in range(repeats)]
    median = {name: statistics.median(run[name] for run in runs) for name in runs[0]}
    return {
        "open_document_pages": documents[0].pages,
        "open_document_requests": median["requests"],
        "open_document_queries": median["queries"],
        "open_document_sql": median["queries"],
        "open_document_bytes": median["bytes"],
        "open_document_kb": round(median["bytes"] / 1000, 1),
        "open_document_first_page_s": round(median["seconds"], 3),
        "open_document_warm_s": round(median["warm_seconds"], 3),
    }


def _open(
    browser: Browser, proxy: RecordingProxy, cookies: Mapping[str, str], documents: Sequence[Document]
) -> dict[str, float]:
    """Open one document by its address, then another one from the list."""
    with signed_in(browser, proxy.url, cookies) as context:
        figures = _open_cold(context, proxy, documents[0])
        figures["warm_seconds"] = _open_warm(context.pages[0], proxy, documents[1])
        return figures


def _open_cold(context: BrowserContext, proxy: RecordingProxy, document: Document) -> dict[str, float]:
    page = context.new_page()
    proxy.clear()
    began = time.monotonic()
    page.goto(f"/d/{document.uuid}", wait_until="commit")
    page.locator(_FIRST_PAGE).wait_for()
    seconds = time.monotonic() - began
    proxy.wait_until_idle()
    traffic = proxy.traffic()
    return {
        "seconds": seconds,
        "requests": len(traffic.requests),
        "bytes": traffic.size,
        "queries": traffic.queries,
    }


def _open_warm(page: Page, proxy: RecordingProxy, document: Document) -> float:
    """Open a document from the list: the code is loaded, the document's data are not."""
    page.get_by_role("link", name="Documents", exact=True).first.click()
    link = page.locator(f'a[href="/d/{document.uuid}"]').first
    link.wait_for()
    proxy.wait_until_idle()
    began = time.monotonic()
    link.click()
    page.wait_for_url(f"**/d/{document.uuid}**")
    page.locator(_FIRST_PAGE).wait_for()
    return time.monotonic() - began


def main() -> None:
    """Measure the running stack and print the figures."""
    facts = json.loads((StackPaths.from_environment().root / "demo.json").read_text())
    product = Running(0.0, facts["url"], facts["username"], facts["password"])
    print(json.dumps(measure(product), indent=1))


if __name__ == "__main__":
    main()
