"""Opening a document in a browser: SQL queries, bytes and time until its first page is drawn."""

import re
import statistics
import time

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.contracts import graphql, signed_in
from benchmarks.product import Running
from config.stack.browser import find_or_install
from config.stack.layout import Layout

REPEATS = 5
_LARGEST = "query { documents(first: 50, state: READY) { edges { node { uuid pageCount } } } }"
_QUERIES = re.compile(r'desc="(\d+) queries"')


def measure(product: Running) -> dict[str, float]:
    """Open the document with most pages several times, each in a new browser profile; give medians."""
    with signed_in(product) as client:
        edges = graphql(client, _LARGEST)["documents"]["edges"]
    document = max((edge["node"] for edge in edges), key=lambda node: node["pageCount"])
    with sync_playwright() as playwright:
        program = find_or_install(Layout.from_environment())
        browser = playwright.chromium.launch(executable_path=program.program, args=program.args, env=dict(program.env))
        runs = [_open(browser, product, document["uuid"]) for _ in range(REPEATS)]
        browser.close()
    median = {name: statistics.median(run[name] for run in runs) for name in runs[0]}
    return {
        "open_document_pages": document["pageCount"],
        "open_document_queries": median["queries"],
        "open_document_bytes": median["bytes"],
        "open_document_first_page_s": round(median["seconds"], 3),
    }


def _open(browser: Browser, product: Running, uuid: str) -> dict[str, float]:
    context = browser.new_context(base_url=product.url)
    page = context.new_page()
    _sign_in(page, product)
    page.goto("about:blank")  # what the list still asks for is not the document's
    seen: dict[str, float] = {"queries": 0, "bytes": 0}
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.on("Network.loadingFinished", lambda event: _add(seen, "bytes", event["encodedDataLength"]))
    page.on("response", lambda response: _add(seen, "queries", _queries(response.headers.get("server-timing", ""))))
    began = time.monotonic()
    page.goto(f"/d/{uuid}")
    page.locator('[data-page-raster="1"] canvas').wait_for()
    seen["seconds"] = time.monotonic() - began
    context.close()
    return seen


def _sign_in(page: Page, product: Running) -> None:
    page.goto("/login")
    page.get_by_label("User name").fill(product.username)
    page.get_by_label("Password").fill(product.password)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("heading", name="Documents").wait_for()


def _queries(header: str) -> int:
    found = _QUERIES.search(header)
    return int(found[1]) if found else 0


def _add(seen: dict[str, float], name: str, value: float) -> None:
    seen[name] += value
