"""Ten common operations: one after the other, in turn, for their times; then each by several at once, for how many."""

import http.client
import json
import statistics
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import cycle
from urllib.parse import quote, urlsplit
from uuid import uuid4

AT_ONCE = 8
_GRAPHQL = """query ($corpus: ID!) { corpus(id: $corpus) { title documents(first: 20, orderBy: TITLE) {
  totalCount edges { node { title pageCount state } } } } }"""


@dataclass(frozen=True, slots=True)
class Request:
    """One request of an operation."""

    method: str
    path: str
    body: bytes | None = None
    headers: Mapping[str, str] = field(default_factory=dict)


Operation = Callable[[], Request]


def operations(corpus: str, document: str, annotation: str) -> dict[str, Operation]:
    """Name ten, and how each makes its next request."""
    starts = cycle(range(1_000))
    document_at = f"/api/v1/documents/{document}"
    return {
        "list_documents": lambda: Request("GET", "/api/v1/documents?page_size=50"),
        "get_document": lambda: Request("GET", document_at),
        "document_text": lambda: Request("GET", f"{document_at}/text"),
        "page_tokens": lambda: Request("GET", f"{document_at}/pages/1/tokens"),
        "search": lambda: Request(
            "GET", f"/api/v1/corpuses/{corpus}/search?limit=10&query={quote('Who may end this agreement?')}"
        ),
        "list_annotations": lambda: Request("GET", f"/api/v1/annotations?corpus={corpus}&page_size=50"),
        "create_annotation": lambda: _json(
            "POST",
            "/api/v1/annotations",
            {"corpus": corpus, "document": document, "label_name": "Party", "start": next(starts), "end": 1_200},
        ),
        "update_annotation": lambda: _json("PATCH", f"/api/v1/annotations/{annotation}", {"note": uuid4().hex}),
        "upload_document": _upload,
        "graphql": lambda: _json("POST", "/graphql/", {"query": _GRAPHQL, "variables": {"corpus": corpus}}),
    }


def measure(url: str, token: str, named: Mapping[str, Operation], *, rounds: int, seconds: float) -> dict[str, float]:
    """Give p50, p95 (alone) and requests a second (several at once) of each."""
    taken: dict[str, list[float]] = {name: [] for name in named}
    caller = Caller(url, token)
    for number in range(rounds + 1):
        for name, operation in named.items():
            seconds_taken = caller.call(operation())
            if number:  # the first round warms up
                taken[name].append(seconds_taken)
    figures: dict[str, float] = {}
    for name, operation in named.items():
        centiles = statistics.quantiles(taken[name], n=20, method="inclusive")
        figures[f"p50_ms_{name}"] = round(1000 * statistics.median(taken[name]), 1)
        figures[f"p95_ms_{name}"] = round(1000 * centiles[-1], 1)
        figures[f"per_s_{name}"] = round(throughput(url, token, operation, seconds=seconds), 1)
        print(name, {key: value for key, value in figures.items() if key.endswith(name)})
    return figures


def throughput(url: str, token: str, operation: Operation, *, seconds: float) -> float:
    """Requests a second that several callers get answered, each with a connection of its own."""
    until = time.perf_counter() + seconds
    lock = threading.Lock()

    def go() -> int:
        caller, done = Caller(url, token), 0
        while time.perf_counter() < until:
            with lock:
                request = operation()
            caller.call(request)
            done += 1
        return done

    began = time.perf_counter()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        done = sum(each.result() for each in [pool.submit(go) for _ in range(AT_ONCE)])
    return done / (time.perf_counter() - began)


class Caller:
    """One kept connection with as little of a client around it as possible."""

    def __init__(self, url: str, token: str) -> None:
        self._connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=60)
        self._headers = {"Authorization": f"Bearer {token}"}

    def call(self, request: Request) -> float:
        """Give the seconds to the last byte of the answer, which must be a good one."""
        began = time.perf_counter()
        self._connection.request(request.method, request.path, request.body, {**self._headers, **request.headers})
        answer = self._connection.getresponse()
        body = answer.read()
        taken = time.perf_counter() - began
        if answer.status >= 300 or b'"errors":' in body[:200]:
            raise RuntimeError(f"{request.method} {request.path}: {answer.status} {body[:300]!r}")
        return taken


def _json(method: str, path: str, body: Mapping[str, object]) -> Request:
    return Request(method, path, json.dumps(body).encode(), {"Content-Type": "application/json"})


def _upload() -> Request:
    """A form with a text of 20 kB that nobody has."""
    text = (uuid4().hex + " The tenant pays.\n") * 400
    edge = uuid4().hex
    head = f'--{edge}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
    body = f"{head}{text}\r\n--{edge}--\r\n".encode()
    return Request("POST", "/api/v1/documents/upload", body, {"Content-Type": f"multipart/form-data; boundary={edge}"})
