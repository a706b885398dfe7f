"""Requests over HTTP in a small and in a large corpus of one database: list, search, open, annotate, events.

The corpora are filled as `benchmarks.search.latency` does: ten passages of each document, and nine of ten documents
belong to one user, who sees all of them. Another user sees a tenth. The document that is opened and annotated is read
as others are. Needs the settings.
"""

import http.client
import json
import statistics
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count, cycle, islice
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, urlsplit

from django.db import connection

from benchmarks.search import product
from benchmarks.search.latency import LargeCorpus, fill
from benchmarks.search.scifact import SciFact
from benchmarks.setup import Server
from corpuses.corpora.services import add_documents
from documents.models import Document
from documents.tests.factories import parsed_document
from users.accounts.token_pairs import access_token_for
from users.models import User

PASSAGES: Final = 10  # of each document
ABSTRACTS: Final = 1_000  # which are read and embedded; all other passages are copies
ROUNDS: Final = 60
_WARM_UP: Final = 5
_TEXT: Final = "The tenant pays rent on the first day of each month. " * 40
_EVENT_SECONDS: Final = 30.0

Operation = Callable[[], float]


class SizeRun:
    """Both sizes on one server."""

    def __init__(self, server: Server, data: Path) -> None:
        self._server = server
        self._science = SciFact(data / "retrieval_scifact")

    def measure(self, small: int, large: int) -> dict[str, float]:
        """Return the latencies in corpora of these numbers of documents, and their ratios."""
        texts = islice(self._science.abstracts.items(), ABSTRACTS)
        library = product.index({key: product.Text(*text) for key, text in texts})
        before = self._latencies(fill(library, small * PASSAGES, passages=PASSAGES))
        after = self._latencies(fill(library, large * PASSAGES, passages=PASSAGES))
        lists = [name for name in after if name.startswith("list")]
        return {
            **{f"{name}_p95_ms_small": value for name, value in before.items()},
            **{f"{name}_p95_ms_large": value for name, value in after.items()},
            "search_p95_ms_1m": after["search_tenth"],
            "vector_index_gb_1m": _gigabytes("pg_relation_size('vector_minilm_hnsw')"),
            "database_gb_1m": _gigabytes("pg_database_size(current_database())"),
            "list_ratio_100k": round(max(after[name] / before[name] for name in lists), 2),
        }

    def _latencies(self, filled: LargeCorpus) -> dict[str, float]:
        """Return the 95th percentile of each operation (ms); the operations take turns."""
        queries = list(self._science.claims().values())
        operations = _operations(self._server.url, filled, queries)
        times: defaultdict[str, list[float]] = defaultdict(list)
        for _ in range(_WARM_UP):
            for operation in operations.values():
                operation()
        for _ in range(ROUNDS):
            for name, operation in operations.items():
                times[name].append(1000 * operation())
        return {name: round(statistics.quantiles(row, n=20)[-1], 1) for name, row in times.items()}


def _gigabytes(size: str) -> float:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {size}")
        (number,) = cursor.fetchone()
    return round(int(number) / 1e9, 2)


def _operations(url: str, filled: LargeCorpus, queries: Sequence[str]) -> dict[str, Operation]:
    corpus = filled.corpus.pk
    document = _annotated_document(filled)
    owner, other, reader = (_Connection(url, user) for user in (filled.corpus.owner, filled.other, filled.reader))
    words = cycle(map(quote, queries))
    starts = count()
    page = "page_size=50"

    def search(user: _Connection) -> float:
        return user.get(f"/corpuses/{corpus}/search?limit=10&query={next(words)}")

    def annotation() -> dict[str, Any]:
        start = next(starts) % 1_000
        return {
            "corpus": str(corpus), "document": str(document.pk),
            "label_name": "Party", "start": start, "end": start + 9,
        }  # fmt: skip

    events = _Events(url, filled.corpus.owner)
    return {
        "list": lambda: other.get(f"/documents?{page}"),
        "list_of_corpus": lambda: reader.get(f"/documents?corpus={corpus}&{page}"),
        "list_by_title": lambda: other.get(f"/documents?order_by=title&{page}"),
        "search_all": lambda: search(other),
        "search_tenth": lambda: search(reader),
        "open": lambda: owner.get(f"/documents/{document.pk}") + owner.get(f"/documents/{document.pk}/pages/1/tokens"),
        "annotate": lambda: owner.post("/annotations", annotation()),
        "event": lambda: events.time(lambda: owner.post("/annotations", annotation())),
    }


def _annotated_document(filled: LargeCorpus) -> Document:
    document = parsed_document(filled.corpus.owner, _TEXT, title="Lease")
    add_documents(filled.corpus, [document], actor=filled.corpus.owner)
    return document


class _Connection:
    """One kept connection of a user."""

    def __init__(self, url: str, user: User) -> None:
        self._http = http.client.HTTPConnection(urlsplit(url).netloc, timeout=60)
        self._headers = {"Authorization": f"Bearer {access_token_for(user)}", "Content-Type": "application/json"}

    def get(self, path: str) -> float:
        return self._time("GET", path)

    def post(self, path: str, body: Mapping[str, Any]) -> float:
        return self._time("POST", path, json.dumps(body).encode())

    def _time(self, method: str, path: str, body: bytes | None = None) -> float:
        """Return the seconds to the last byte of a successful response."""
        try:
            return self._request(method, path, body)
        except http.client.RemoteDisconnected:  # the server closes connections that were idle for some seconds
            self._http.close()
            return self._request(method, path, body)

    def _request(self, method: str, path: str, body: bytes | None) -> float:
        began = time.perf_counter()
        self._http.request(method, f"/api/v1{path}", body, self._headers)
        response = self._http.getresponse()
        content = response.read()
        if response.status >= http.client.MULTIPLE_CHOICES:
            raise RuntimeError(f"{method} {path}: {response.status} {content[:300]!r}")
        return time.perf_counter() - began


class _Events:
    """The event stream of a user, which a thread reads."""

    def __init__(self, url: str, user: User) -> None:
        self._address = urlsplit(url).netloc
        self._user = user
        self._arrived = threading.Event()
        self._reader = self._open()

    def time(self, action: Callable[[], object]) -> float:
        """Return the seconds from an action until the next event of an annotation arrives."""
        if not self._reader.is_alive():  # the server ends streams after some minutes
            self._reader = self._open()
        self._arrived.clear()
        began = time.perf_counter()
        action()
        if not self._arrived.wait(_EVENT_SECONDS):
            raise TimeoutError("no event came")
        return time.perf_counter() - began

    def _open(self) -> threading.Thread:
        stream = http.client.HTTPConnection(self._address)
        headers = {"Authorization": f"Bearer {access_token_for(self._user)}"}
        stream.request("GET", "/api/v1/events", headers=headers)
        reader = threading.Thread(target=self._read, args=[stream.getresponse()], daemon=True)
        reader.start()
        return reader

    def _read(self, lines: Iterator[bytes]) -> None:
        for line in lines:
            if line.startswith(b"data:") and b"annotation" in line:
                self._arrived.set()
