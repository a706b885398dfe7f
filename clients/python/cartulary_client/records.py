"""Dataclasses for the objects of the API. Fields that a newer server adds are ignored."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import date, datetime
from typing import Any, Final, Self
from uuid import UUID

_DATETIMES: Final = frozenset(
    {
        *(
            "archived",
            "compared_at",
            "created",
            "decided",
            "deleted_at",
            "done",
            "edited",
            "expires",
            "finished",
            "last_used",
            "latest",
        ),
        *("modified", "processing_finished", "purged_at", "queued", "resolved_at", "started", "submitted", "updated"),
    }
)
_DATES: Final = frozenset({"due"})


@dataclass(frozen=True, slots=True)
class Record:
    """Base of the objects of the API; a subclass names the fields it reads."""

    @classmethod
    def from_json(cls, body: Mapping[str, Any]) -> Self:
        """Build a record from the JSON of a response."""
        return cls(**values_of(cls, body))


def values_of(record: type[Record], body: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of the fields of a record from the JSON of a response."""
    return {field.name: _value(field.name, body.get(field.name)) for field in fields(record)}


def is_id(text: str) -> bool:
    """Return whether a text is an id, as opposed to a title or a path."""
    try:
        UUID(text)
    except ValueError:
        return False
    return True


def _value(name: str, value: Any) -> Any:
    if not isinstance(value, str):
        return value
    if name in _DATETIMES:
        return datetime.fromisoformat(value)
    return date.fromisoformat(value) if name in _DATES else value


@dataclass(frozen=True, slots=True)
class User(Record):
    """The authenticated user."""

    id: str
    username: str
    email: str
    name: str
    language: str
    time_zone: str


@dataclass(frozen=True, slots=True)
class ApiToken(Record):
    """An API token. `token` is only present in the response that creates it.

    If it has `corpora` or `teams`, it reaches only what is in them.
    """

    id: str
    name: str
    scopes: list[str]
    start: str
    created: datetime
    expires: datetime | None
    is_expired: bool
    last_used: datetime | None
    corpora: list[str]
    teams: list[str]
    token: str | None


@dataclass(frozen=True, slots=True)
class ServiceAccount(Record):
    """A program of a team, which acts only through its API tokens."""

    id: str
    username: str
    name: str
    team: str
    is_active: bool
    created: datetime


@dataclass(frozen=True, slots=True)
class Document(Record):
    """A document. `backend_lock` is true while it is being processed.

    `parent` is the document it is an attachment of, `path` its path in there; `attachment_count` counts its own
    attachments.
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
    owner: str
    created: datetime
    modified: datetime
    processing_finished: datetime | None
    failure: dict[str, Any] | None
    warnings: list[dict[str, Any]]
    job: str | None
    parent: str | None
    path: str
    attachment_count: int
    version: str
    is_public: bool
    permissions: list[str]


@dataclass(frozen=True, slots=True)
class Corpus(Record):
    """A collection of documents.

    `sends_text_to` is the language model that gets text of it when you ask, "" if there is none. `answer_…` limit one
    answer; 0 is the limit of the server. Documents leave it after `retention_days`, unless that is 0.
    """

    id: str
    title: str
    description: str
    is_personal: bool
    is_public: bool
    is_member: bool
    document_count: int
    allows_language_models: bool
    sends_text_to: str
    answer_tool_calls: int
    answer_tokens: int
    answer_seconds: float
    answer_cost: float
    retention_days: int
    audit_days: int
    owner: str
    created: datetime
    modified: datetime
    version: str


@dataclass(frozen=True, slots=True)
class Annotation(Record):
    """A labelled passage, or a box on a page. `start` and `end` count Unicode code points in the document's text.

    `box` has the page and the sides, as fractions of the page: `{"page": 1, "left": 0.1, "top": 0.2, …}`.
    """

    id: str
    corpus: str
    document: str
    label: str
    label_name: str
    source: str
    review: str | None
    page: int
    start: int
    end: int
    spans: list[dict[str, int]]
    box: dict[str, float] | None
    confidence: float
    quote: str
    note: str
    created: datetime
    modified: datetime
    version: str


@dataclass(frozen=True, slots=True)
class SearchResult(Record):
    """A passage that matches a search."""

    document: str
    document_title: str
    page: int
    start: int
    end: int
    quote: str
    score: float


@dataclass(frozen=True, slots=True)
class SearchResults(Record):
    """Documents with their best passages, facets, and corpora, labels and annotations that match a search."""

    results: list[dict[str, Any]]
    total_count: int
    is_complete: bool
    next_offset: int | None
    similar_text: str | None
    facets: list[dict[str, Any]]
    corpora: list[dict[str, Any]]
    labels: list[dict[str, Any]]
    annotations: list[dict[str, Any]]
    notices: list[dict[str, str]]


@dataclass(frozen=True, slots=True)
class Answer(Record):
    """Words of a document that answer a question, with the rest of their sentence; offsets count code points."""

    document: str
    document_title: str
    page: int
    start: int
    end: int
    text: str
    before: str
    after: str
    probability: float
    spans: list[dict[str, int]]


@dataclass(frozen=True, slots=True)
class DocumentMatches(Record):
    """Matches in a document: their number, by page, and those on the pages that were asked for."""

    total_count: int
    is_complete: bool
    pages: list[dict[str, int]]
    matches: list[dict[str, Any]]
    next_offset: int | None


@dataclass(frozen=True, slots=True)
class Job(Record):
    """A background job of the server."""

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
    """A ZIP file that is unpacked into a corpus."""

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
    """The result for one file of an archive."""

    number: int
    path: str
    size: int
    state: str
    document: str | None
    error: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class Action(Record):
    """Work that is done with the documents of a corpus. `executions` has the number of documents in each state."""

    id: str
    corpus: str
    kind: str
    name: str
    triggers: list[str]
    analyzer: str
    instructions: str
    fields: list[dict[str, str]]
    fieldset: str | None
    engine: str
    enabled: bool
    settings_version: int
    executions: dict[str, int]
    version: str


@dataclass(frozen=True, slots=True)
class Execution(Record):
    """One run of an action on a document, or of an agent on a `comment`; `reason` if it was skipped.

    `message` says why it failed.
    """

    id: str
    action: str
    document: str | None
    comment: str | None
    thread: str | None
    state: str
    reason: str | None
    message: str
    trigger: str
    started_by: str | None
    settings_version: int
    engine: str
    input_tokens: int
    output_tokens: int
    cost: float
    tries: int
    queued: datetime
    started: datetime | None
    finished: datetime | None


@dataclass(frozen=True, slots=True)
class Usage(Record):
    """Storage used and its limits."""

    bytes: int
    documents: int
    limit_bytes: int | None
    limit_documents: int | None
    largest: dict[str, int]
