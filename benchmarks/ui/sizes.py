"""The JavaScript and the requests of the browser until a page is shown."""

from typing import Final

from playwright.sync_api import BrowserContext, Request

_ROW: Final = 'tbody a[href^="/d/"]'
_LATE_MS: Final = 500  # until the last request that had finished is reported
_DRAWN: Final = '[data-page-raster="1"] canvas'
# Resolve `shown` to the time (ms since 1970) when an element is there: Playwright would notice it later.
_WATCH: Final = """window.shown = new Promise((resolve) => {{
    new MutationObserver((_, observer) => {{
        if (!document.querySelector('{}')) return;
        observer.disconnect();
        resolve(performance.timeOrigin + performance.now());
    }}).observe(document, {{ childList: true, subtree: true }});
}});"""


def measure(list_context: BrowserContext, document_context: BrowserContext, path: str) -> dict[str, float]:
    """Return the JavaScript of the list of documents and of a document, each in a new profile, and the requests."""
    script, _ = _load(list_context, "/", _ROW)
    viewer, requests = _load(document_context, path, _DRAWN)
    return {"list_js_kb": script, "document_js_kb": viewer, "document_requests": requests}


def _load(context: BrowserContext, path: str, shown: str) -> tuple[float, int]:
    """Return the kB of scripts and the number of requests until an element is shown."""
    finished: list[Request] = []

    def note(request: Request) -> None:
        finished.append(request)

    context.on("requestfinished", note)
    page = context.new_page()
    page.add_init_script(_WATCH.format(shown))
    page.goto(path, wait_until="commit")
    end: float = page.evaluate("shown")
    page.wait_for_timeout(_LATE_MS)
    requests = [each for each in finished if each.timing["startTime"] + each.timing["responseEnd"] <= end]
    scripts = [each for each in requests if each.url.partition("?")[0].endswith((".js", ".mjs"))]
    return round(sum(each.sizes()["responseBodySize"] for each in scripts) / 1000, 1), len(requests)
