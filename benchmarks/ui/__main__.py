"""`make bench-ui`: the user interface in a browser. Writes `results/ui.json` and `docs/benchmarks.md`."""

import argparse
import json
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from playwright.sync_api import Browser

from benchmarks import report
from benchmarks.browser import chromium, signed_in
from benchmarks.lists import fill_documents
from benchmarks.login import session_cookies, token_client
from benchmarks.setup import PASSWORD, USERNAME, Server, start_server
from benchmarks.ui import accessibility, lists, reading, translation
from cartulary_client import Client

if TYPE_CHECKING:
    from corpuses.models import Corpus
    from documents.models import Document
    from users.models import User

RESULTS: Final = Path(__file__).resolve().parents[1] / "results" / "ui.json"
PAGES: Final = 500
ANNOTATIONS: Final = 1_111
MANY_ANNOTATIONS: Final = 10_000
EXPORTED_COPIES: Final = 10
ROWS: Final = 100_000
PARTS: Final = ["reading", "annotations", "keys", "exports", "list"]
_PATHS: Final = (
    *("/", "/c", "/ask", "/search?q=termination", "/jobs", "/bin", "/notifications", "/operations", "/account"),
    *("/usage", "/teams", "/graphql", "/help", "/nowhere", "/api/docs", "/api/redoc", "/admin/", "/admin/users/user/"),
)
_TABS: Final = ("documents", "search", "annotations", "extract", "comments", "actions", "labels", "log")


def main() -> None:
    """Fill a database and measure the pages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=PAGES)
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS)
    arguments = parser.parse_args()
    # Playwright runs an event loop in this thread, and Django refuses queries in one.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    figures = measure(arguments.pages, arguments.only)
    if (arguments.pages, arguments.only) == (PAGES, PARTS):
        RESULTS.write_text(json.dumps(figures, indent=1) + "\n")
        report.write()
    print(json.dumps(figures, indent=1))


def measure(pages: int, parts: Sequence[str]) -> dict[str, float]:
    """Return all figures."""
    with start_server() as server, server.log_in() as client:
        from benchmarks.ui import data  # noqa: PLC0415 - needs the settings
        from corpuses.models import Corpus  # noqa: PLC0415 - as above
        from users.models import User  # noqa: PLC0415 - as above

        user = User.objects.get(username=USERNAME)
        User.objects.update(is_staff=True, is_superuser=True)
        corpus = Corpus.objects.get(pk=client.create_corpus("Contracts").id)
        document = _upload_long_document(server, client, corpus, pages)
        data.add_annotations(corpus, document, user, ANNOTATIONS)
        many = data.create_corpus_of(client, document, "Many annotations")
        data.add_annotations(many, document, user, MANY_ANNOTATIONS)
        exported = data.create_corpus_of(client, document, "Export")
        copies = data.copy_annotations(many, exported, EXPORTED_COPIES)
        cookies = session_cookies(server.url, USERNAME, PASSWORD)
        with chromium() as browser:
            paths = (f"/d/{document.pk}?c={each.pk}" for each in (corpus, many))
            documents = [reading.LongDocument(browser, server.url, cookies, path, pages) for path in paths]
            measurements: dict[str, Callable[[], dict[str, float]]] = {
                "reading": documents[0].measure,
                "annotations": documents[1].measure_many_annotations,
                "keys": lambda: _measure_keys_and_rules(browser, server.url, cookies, corpus, document),
                "exports": lambda: {"exported_annotations": copies, **_measure_exports(server, exported)},
                "list": lambda: _measure_list(browser, server.url, cookies, user),
            }
            figures: dict[str, float] = {"ui_pages": pages}
            for part in parts:
                figures |= measurements[part]()
                print(part, flush=True)
    return figures


def _upload_long_document(server: Server, client: Client, corpus: "Corpus", pages: int) -> "Document":
    from benchmarks.ui import data  # noqa: PLC0415 - needs the settings

    path = server.folder / "long.pdf"
    data.write_long_pdf(path, pages)
    worker = server.start_worker()
    try:
        return data.upload(client, path, str(corpus.pk))
    finally:
        worker.stop()


def _measure_keys_and_rules(
    browser: Browser, url: str, cookies: Mapping[str, str], corpus: "Corpus", document: "Document"
) -> dict[str, float]:
    with signed_in(browser, url, cookies) as context:
        tab_stops = lists.count_tabs_to_label(context.new_page(), f"/c/{corpus.pk}")
        tabs = [f"/c/{corpus.pk}?tab={tab}" for tab in _TABS]
        paths = [*_PATHS, *tabs, f"/d/{document.pk}?c={corpus.pk}"]
        checked, violations = accessibility.count_violations(context.new_page(), paths)
        ours = [path for path in paths if path not in accessibility.OUTSIDE]
        untranslated = translation.count_untranslated(context.new_page(), ours)
    return {"tab_stops": tab_stops, "axe_states": checked, "axe_violations": violations, "untranslated": untranslated}


def _measure_exports(server: Server, corpus: "Corpus") -> dict[str, float]:
    figures: dict[str, float] = {}
    with token_client(server.url, USERNAME, PASSWORD) as client:
        for form in ("csv", "jsonl"):
            seconds, growth = lists.measure_export(server, client, str(corpus.pk), form)
            figures |= {f"export_100k_{form}_s": seconds, f"export_100k_{form}_growth_mb": growth}
    return figures


def _measure_list(browser: Browser, url: str, cookies: Mapping[str, str], user: "User") -> dict[str, float]:
    fill_documents(user, ROWS)
    with signed_in(browser, url, cookies) as context:
        return {"list_rows": ROWS, "list_filter_100k_ms": lists.measure_filter(context.new_page())}


if __name__ == "__main__":
    main()
