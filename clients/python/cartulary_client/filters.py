"""Filters and orders of lists; `docs/api.md` describes them. Those that are absent or empty do not apply."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal, TypedDict


class DateFilters(TypedDict, total=False):
    """Filters that all lists have."""

    created_after: datetime
    created_before: datetime
    modified_after: datetime
    modified_before: datetime


DocumentOrder = Literal[
    "newest",
    "oldest",
    "title",
    "title_descending",
    "type",
    "type_descending",
    "state",
    "state_descending",
    "owner",
    "owner_descending",
    "language",
    "language_descending",
    "size",
    "size_ascending",
    "pages",
    "pages_ascending",
    "modified",
    "annotations",  # the counts need `corpus`
    "annotations_ascending",
    "labels",
    "labels_ascending",
]


class DocumentFilters(DateFilters, total=False):
    """Filters of `Client.documents`."""

    corpus: str
    folder: str
    subfolders: bool
    label: str
    document_label: str
    field: str
    field_equals: str
    field_contains: str
    field_from: str
    field_to: str
    field_empty: bool
    sort_field: str
    descending: bool
    owner: str
    parent: str
    scope: str
    search: str
    state: str
    type: str
    language: str
    is_attachment: bool
    order_by: DocumentOrder


class CorpusFilters(DateFilters, total=False):
    """Filters of `Client.corpora`."""

    owner: str
    scope: str
    search: str
    order_by: Literal["newest", "oldest", "personal", "title", "modified"]


Placement = Literal["certain", "to_check", "uncertain", "not_found"]


class AnnotationFilters(DateFilters, total=False):
    """Filters of `Client.annotations`; of several labels, annotations may have any."""

    search: str
    corpus: str
    document: str
    label: str | Sequence[str]
    creator: str
    source: str
    review: Literal["pending", "accepted"]
    placement: Placement
    page: int | None
    order_by: Literal["newest", "oldest", "place", "modified"]


class ExportFilters(DateFilters, total=False):
    """Filters of `Client.export_annotations`; `annotation` has ids, `excluded` those of the ones to leave out."""

    document: str | Sequence[str]
    label: str | Sequence[str]
    search: str
    creator: str
    source: str
    review: Literal["pending", "accepted"]
    placement: Placement
    annotation: Sequence[str]
    excluded: Sequence[str]


class SuggestionFilters(TypedDict, total=False):
    """Filters of `Client.review_annotations`."""

    corpus: str
    document: str
    label: str | Sequence[str]
    source: str
    search: str
    placement: Placement


class BulkTarget(TypedDict, total=False):
    """The target of `Client.bulk_changes.create`, the documents to leave out, and their confirmed number."""

    excluded: Sequence[str]
    expected: int
    label: str
    field: str
    values: Sequence[str]
    folder: str | None
    corpus: str


class NewPlace(TypedDict, total=False):
    """The place of a new annotation, offsets or a box (`page`, `left`, `top`, `right`, `bottom`), and its note."""

    start: int
    end: int
    box: dict[str, float]
    note: str


class ExecutionFilters(TypedDict, total=False):
    """Filters of `Client.executions`."""

    action: str
    document: str
    state: str
    trigger: str
    created_after: datetime
    created_before: datetime
    order_by: Literal["newest", "oldest"]


class SearchFilters(TypedDict, total=False):
    """Filters of `Client.search_everything`; `similar_to` a document, from `start` to `end`, replaces the query."""

    similar_to: str
    start: int
    end: int
    scope: str
    corpus: str
    folder: str
    label: str
    field: str
    type: str
    language: str
    created_after: datetime
    created_before: datetime
    limit: int
    offset: int


class CorpusChanges(TypedDict, total=False):
    """Changes of a corpus. Only its owner changes other ones than the title and the description."""

    title: str
    description: str
    allows_language_models: bool
    answer_tool_calls: int
    answer_tokens: int
    answer_seconds: float
    answer_cost: float
    retention_days: int
    audit_days: int


class FindOptions(TypedDict, total=False):
    """Options of `Client.find`, and the pages of the matches to return."""

    match_case: bool
    whole_words: bool
    regex: bool
    first_page: int
    last_page: int
    limit: int
    offset: int


class JobFilters(DateFilters, total=False):
    """Filters of `Client.jobs`."""

    state: str
    status: str
    kind: str
    document: str
    owner: str
    everyone: bool
    order_by: Literal["newest", "oldest"]
