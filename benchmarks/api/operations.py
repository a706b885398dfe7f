"""The requests that are measured, for each version of the API."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import cycle
from typing import Final
from urllib.parse import quote
from uuid import uuid4

_RANGE: Final = 65_536  # as the viewer asks for


@dataclass(frozen=True, slots=True)
class ApiVersion:
    """Paths, field names and queries of one version of the API."""

    session: str = "/api/v1/auth/session"
    documents: str = "/api/v1/documents"
    upload: str = "/api/v1/documents/upload"
    text: str = "/api/v1/documents/{document}/text"
    tokens: str = "/api/v1/documents/{document}/pages/1/tokens"
    search: str = "/api/v1/corpuses/{corpus}/search?limit=10&query={query}"
    annotations: str = "/api/v1/annotations"
    annotation_label: str = "label_name"
    graphql: str = "/graphql/"
    list_query: str = """query ($corpus: ID!) { corpus(id: $corpus) { title documents(first: 20, orderBy: TITLE) {
  totalCount edges { node { title pageCount state } } } } }"""
    file_query: str = "query ($document: ID!) { document(id: $document) { pdfUrl } }"
    file_field: str = "pdfUrl"


BEFORE: Final = ApiVersion()  # commit 35ee46f
CURRENT: Final = ApiVersion()  # the names that have changed since: ApiVersion(upload="…")


@dataclass(frozen=True, slots=True)
class Target:
    """A running server, and the objects in it that the requests name."""

    version: ApiVersion
    url: str
    token: str
    username: str
    password: str
    corpus: str
    document: str
    size: int
    annotation: str


@dataclass(frozen=True, slots=True)
class Request:
    """One HTTP request. With `is_browser` it carries the session cookie of a browser instead of a token."""

    method: str
    path: str
    body: bytes | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    is_browser: bool = False


Operation = Callable[[], Request]


def operations(target: Target, file_address: str) -> dict[str, Operation]:
    """Return a function for each operation that builds its next request."""
    version, corpus, document = target.version, target.corpus, target.document
    starts = cycle(range(1_000))
    ranges = cycle(range(0, max(1, target.size - _RANGE), _RANGE))
    search = version.search.format(corpus=corpus, query=quote("Who may end this agreement?"))

    def annotation() -> Mapping[str, object]:
        span = {"start": next(starts), "end": 1_200}
        return {"corpus": corpus, "document": document, version.annotation_label: "Party", **span}

    def byte_range() -> Mapping[str, str]:
        start = next(ranges)
        return {"Range": f"bytes={start}-{start + _RANGE - 1}"}

    return {
        "list_documents": lambda: Request("GET", f"{version.documents}?page_size=50"),
        "get_document": lambda: Request("GET", f"{version.documents}/{document}"),
        "document_text": lambda: Request("GET", version.text.format(document=document)),
        "page_tokens": lambda: Request("GET", version.tokens.format(document=document)),
        "file_range": lambda: Request("GET", file_address, headers=byte_range(), is_browser=True),
        "search": lambda: Request("GET", search),
        "list_annotations": lambda: Request("GET", f"{version.annotations}?corpus={corpus}&page_size=50"),
        "create_annotation": lambda: json_request("POST", version.annotations, annotation()),
        "update_annotation": lambda: json_request(
            "PATCH", f"{version.annotations}/{target.annotation}", {"note": uuid4().hex}
        ),
        "upload_document": lambda: _upload(version.upload),
        "graphql": lambda: json_request(
            "POST", version.graphql, {"query": version.list_query, "variables": {"corpus": corpus}}
        ),
    }


def json_request(method: str, path: str, body: Mapping[str, object]) -> Request:
    return Request(method, path, json.dumps(body).encode(), {"Content-Type": "application/json"})


def _upload(path: str) -> Request:
    """Build a form with a text of 20 kB that was not uploaded before."""
    text = (uuid4().hex + " The tenant pays.\n") * 400
    boundary = uuid4().hex
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
    body = f"{head}{text}\r\n--{boundary}--\r\n".encode()
    return Request("POST", path, body, {"Content-Type": f"multipart/form-data; boundary={boundary}"})
