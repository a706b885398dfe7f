"""The parts of `make bench-ui`. Import it when Django is set up."""

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, BrowserContext

from benchmarks.browser import signed_in
from benchmarks.lists import fill_documents
from benchmarks.login import session_cookies, token_client
from benchmarks.setup import PASSWORD, USERNAME, Server
from benchmarks.ui import accessibility, data, keys, lists, sizes, translation, uploads
from benchmarks.ui.reading import LongDocument
from cartulary_client import Client
from corpuses.annotations.models import Annotation
from corpuses.annotations.services import annotate_many
from corpuses.models import Corpus
from documents.models import Document
from users.models import User

ANNOTATIONS: Final = 1_111
MANY_ANNOTATIONS: Final = 10_000
BOXED_PAGES, BOX_COLUMNS, BOX_ROWS = 12, 40, 50
SCANNED_PAGES: Final = 250
EXPORTED_COPIES: Final = 10
ROWS: Final = 100_000
_PATHS: Final = (
    *("/", "/c", "/ask", "/search?q=termination", "/jobs", "/bin", "/notifications", "/exports", "/operations"),
    *("/account", "/usage", "/teams", "/graphql", "/help", "/nowhere", "/api/docs", "/api/redoc", "/admin/"),
    "/admin/users/user/",
)
_TABS: Final = (
    *("documents", "search", "ask", "proposals", "annotations", "obligations", "similar", "extract", "analyze"),
    *("comments", "actions", "labels", "log"),
)
_SIGNED_OUT: Final = ("/login", "/join", "/forgot-password", "/new-password", "/s/unknown")


class Measurements:
    """A long document in several corpora, and what is measured with it."""

    def __init__(self, server: Server, client: Client, browser: Browser, pages: int) -> None:
        self.server, self.client, self.browser, self.pages = server, client, browser, pages
        self.user = User.objects.get(username=USERNAME)
        self.cookies = session_cookies(server.url, USERNAME, PASSWORD)
        self.corpus = Corpus.objects.get(pk=client.create_corpus("Contracts").id)
        path = server.folder / "long.pdf"
        data.write_long_pdf(path, pages)
        self.document = self._upload(path)
        data.add_annotations(self.corpus, self.document, self.user, ANNOTATIONS)

    @cached_property
    def many(self) -> Corpus:
        """The corpus in which the document has many annotations."""
        corpus = data.create_corpus_of(self.client, self.document, "Many annotations")
        data.add_annotations(corpus, self.document, self.user, MANY_ANNOTATIONS)
        return corpus

    def measure_reading(self) -> dict[str, float]:
        return self._open(self.corpus).measure()

    def measure_annotations(self) -> dict[str, float]:
        return self._open(self.many).measure_many_annotations(Annotation.objects.filter(corpus=self.many).count())

    def measure_boxes(self) -> dict[str, float]:
        corpus = data.create_corpus_of(self.client, self.document, "Boxes")
        data.add_boxes(corpus, self.document, self.user, pages=BOXED_PAGES, columns=BOX_COLUMNS, rows=BOX_ROWS)
        return self._open(corpus).measure_boxes(BOX_COLUMNS * BOX_ROWS)

    def measure_scan(self) -> dict[str, float]:
        path = self.server.folder / "scan.pdf"
        data.write_scan(path, SCANNED_PAGES)
        size = round(path.stat().st_size / 1e6)
        scan = self._upload(path)
        path.unlink()
        opened = LongDocument(self.browser, self.server.url, self.cookies, f"/d/{scan.pk}", SCANNED_PAGES)
        return {"scan_mb": size, "scan_first_page_s": opened.measure_first_page()}

    def measure_sizes(self) -> dict[str, float]:
        with self._sign_in() as first, self._sign_in() as second:
            return sizes.measure(first, second, self._path(self.corpus))

    def measure_keys(self) -> dict[str, float]:
        corpus = data.create_corpus_of(self.client, self.document, "Keys")
        data.add_annotations(corpus, self.document, self.user, 20)
        revision = self.document.revision
        assert revision is not None
        found = [(100, 110, data.LABELS[0])]
        annotate_many(corpus, revision, found, source="analyzer", origin="benchmark", creator=self.user)
        suggestion = Annotation.objects.get(corpus=corpus, origin="benchmark")
        with self._sign_in() as context:
            return {
                **keys.count_keys(context.new_page(), corpus, self.document, suggestion),
                "tab_stops": keys.count_tabs_to_label(context.new_page(), f"/c/{self.corpus.pk}"),
            }

    def measure_rules(self) -> dict[str, float]:
        tabs = [f"/c/{self.corpus.pk}?tab={tab}" for tab in _TABS]
        paths = [*_PATHS, *tabs, self._path(self.corpus), f"/d/{self.document.pk}/compare"]
        with self._sign_in() as context:
            checked, violations = accessibility.count_violations(context.new_page(), paths)
            untranslated = translation.count_untranslated(context.new_page(), _ours(paths))
        with signed_in(self.browser, self.server.url, {}) as context:
            outside = accessibility.count_violations(context.new_page(), _SIGNED_OUT)
        return {
            "axe_states": checked + outside[0],
            "axe_violations": violations + outside[1],
            "untranslated": untranslated,
        }

    def measure_changes(self) -> dict[str, float]:
        with self._sign_in() as context:
            return uploads.measure_changes(context.new_page(), self.client, str(self.document.pk))

    def measure_uploads(self) -> dict[str, float]:
        paths = uploads.write_files(self.server.folder / "notes")
        with self._sign_in() as context:
            return uploads.measure_uploads(context.new_page(), paths)

    def measure_exports(self) -> dict[str, float]:
        corpus = data.create_corpus_of(self.client, self.document, "Export")
        figures: dict[str, float] = {"exported_annotations": data.copy_annotations(self.many, corpus, EXPORTED_COPIES)}
        with token_client(self.server.url, USERNAME, PASSWORD) as client:
            for form in ("csv", "jsonl"):
                seconds, growth = lists.measure_export(self.server, client, str(corpus.pk), form)
                figures |= {f"export_100k_{form}_s": seconds, f"export_100k_{form}_growth_mb": growth}
        return figures

    def measure_list(self) -> dict[str, float]:
        fill_documents(self.user, ROWS)
        with self._sign_in() as context:
            return {"list_rows": ROWS, "list_filter_100k_ms": lists.measure_filter(context.new_page())}

    def _sign_in(self) -> BrowserContext:
        return signed_in(self.browser, self.server.url, self.cookies)

    def _path(self, corpus: Corpus) -> str:
        return f"/d/{self.document.pk}?c={corpus.pk}"

    def _open(self, corpus: Corpus) -> LongDocument:
        return LongDocument(self.browser, self.server.url, self.cookies, self._path(corpus), self.pages)

    def _upload(self, path: Path) -> Document:
        worker = self.server.start_worker()
        try:
            return data.upload(self.client, path, str(self.corpus.pk))
        finally:
            worker.stop()


def _ours(paths: Iterable[str]) -> list[str]:
    return [path for path in paths if path not in accessibility.OUTSIDE]
