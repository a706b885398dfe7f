"""What the server tells, as values. Fields that a newer server adds are left out."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, Final, TypeVar

Body = Mapping[str, Any]

_TIMES: Final = frozenset(
    {"created", "expires", "finished", "last_used", "processing_finished", "started", "submitted"}
)


@dataclass(frozen=True, slots=True)
class Record:
    """One thing. Subclasses name the fields that they read."""


R = TypeVar("R", bound=Record)


def read(kind: type[R], body: Body) -> R:
    """Make a value of an answer's body."""
    return kind(**{field.name: _value(field.name, body.get(field.name)) for field in fields(kind)})


def _value(name: str, told: Any) -> Any:
    return datetime.fromisoformat(told) if name in _TIMES and isinstance(told, str) else told


@dataclass(frozen=True, slots=True)
class Person(Record):
    """Who you are."""

    id: str
    username: str
    email: str
    name: str
    language: str
    time_zone: str


@dataclass(frozen=True, slots=True)
class ApiToken(Record):
    """A token for programs; `token` itself is told once, when it has just been made."""

    id: str
    name: str
    scopes: list[str]
    start: str
    created: datetime
    expires: datetime | None
    last_used: datetime | None
    token: str | None


@dataclass(frozen=True, slots=True)
class Document(Record):
    """A document. `backend_lock` is true exactly while it is being processed.

    `parent` is the document in which it was found, `place` where in it; `children` counts what was found in this one.
    """

    id: str
    title: str
    filename: str
    mime_type: str
    size: int
    sha256: str
    state: str
    backend_lock: bool
    page_count: int
    language: str
    created: datetime
    processing_finished: datetime | None
    failure: dict[str, Any] | None
    warnings: list[dict[str, Any]]
    job: str | None
    parent: str | None
    place: str
    children: int
    version: str
    is_public: bool
    permissions: list[str]


@dataclass(frozen=True, slots=True)
class Corpus(Record):
    """A set of documents that belong together."""

    id: str
    title: str
    description: str
    is_personal: bool
    is_public: bool
    document_count: int
    created: datetime
    version: str


@dataclass(frozen=True, slots=True)
class Annotation(Record):
    """A labelled passage. `start` and `end` count Unicode code points in the document's text."""

    id: str
    corpus: str
    document: str
    label: str
    label_name: str
    source: str
    page: int
    start: int
    end: int
    spans: list[dict[str, int]]
    quote: str
    note: str
    created: datetime
    version: str


@dataclass(frozen=True, slots=True)
class Hit(Record):
    """A passage that answers a search."""

    document: str
    document_title: str
    page: int
    start: int
    end: int
    quote: str
    score: float


@dataclass(frozen=True, slots=True)
class Job(Record):
    """A piece of work of the server's."""

    id: str
    kind: str
    title: str
    subject_title: str
    state: str
    status: str
    progress: int
    message: str
    error: dict[str, Any] | None
    submitted: datetime
    started: datetime | None
    finished: datetime | None
    document_id: str | None


@dataclass(frozen=True, slots=True)
class Archive(Record):
    """A ZIP file that is, or was, unpacked into a corpus."""

    id: str
    corpus: str
    filename: str
    state: str
    entries: int | None
    counts: dict[str, int]
    job: str
    error: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class ArchiveEntry(Record):
    """What became of one file of an archive."""

    number: int
    path: str
    size: int
    state: str
    document: str | None
    error: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class Usage(Record):
    """What you keep, and may keep."""

    bytes: int
    documents: int
    limit_bytes: int | None
    limit_documents: int | None
    largest: dict[str, int]
