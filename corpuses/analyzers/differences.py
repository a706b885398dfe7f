"""Compare the results of an action with two versions of its settings, on the documents that both have analyzed.

Results of one revision are the same if they have the same label, place and value. Between two revisions of a document,
the places differ, so there they are the same if they have the same label, words and value, counted in reading order.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final
from uuid import UUID

from django.db import connection
from django.db.models import QuerySet

from corpuses.analyzers.models import AnalysisRun

MAX_PLACES: Final = 500


class AnalysisChange(StrEnum):
    """The difference of a result between the two versions."""

    ADDED = "added"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelDifference:
    """The numbers of results with a label that only one of the versions has, and that both have."""

    label: str
    added: int
    removed: int
    same: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceDifference:
    """A result that only one of the versions has."""

    change: str
    kind: str
    label: str
    document: UUID
    title: str
    page: int | None
    start: int
    end: int
    quote: str
    value: str
    annotation: UUID | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Differences:
    """The differences between two versions: by label, and the first places."""

    before: int
    after: int
    documents: int
    labels: list[LabelDifference]
    places: list[PlaceDifference]
    is_complete: bool


def compare(
    runs: "QuerySet[AnalysisRun]", before: int, after: int, *, label: str = "", change: str = ""
) -> Differences:
    """Compare two versions of the settings of one action; `label` and `change` select the places that are listed."""
    pairs = _pairs(runs, before, after)
    parameters = [[first for first, _ in pairs], [second for _, second in pairs]]
    with connection.cursor() as cursor:
        cursor.execute(_COMPARED + _COUNTS, parameters)
        labels = [LabelDifference(label=row[0], added=row[1], removed=row[2], same=row[3]) for row in cursor.fetchall()]
        cursor.execute(_COMPARED + _PLACES, [*parameters, label, label, change, change, MAX_PLACES + 1])
        places = [_place(row) for row in cursor.fetchall()]
    return Differences(
        before=before,
        after=after,
        documents=len(pairs),
        labels=labels,
        places=places[:MAX_PLACES],
        is_complete=len(places) <= MAX_PLACES,
    )


def _pairs(runs: "QuerySet[AnalysisRun]", before: int, after: int) -> Sequence[tuple[UUID, UUID]]:
    """Return the newest successful runs of both versions on each document that has both."""
    found: dict[int, dict[UUID, UUID]] = {before: {}, after: {}}
    rows = runs.filter(state=AnalysisRun.State.SUCCESS, settings_version__in=[before, after]).order_by("pk")
    for version, document, key in rows.values_list("settings_version", "document", "pk"):
        found[version][document] = key
    return [(key, found[after][document]) for document, key in found[before].items() if document in found[after]]


def _place(row: Sequence[Any]) -> PlaceDifference:
    change, kind, label, document, title, page, start, end, quote, value, annotation = row
    return PlaceDifference(
        change=change,
        kind=kind,
        label=label,
        document=document,
        title=title,
        page=page,
        start=start,
        end=end,
        quote=quote,
        value=value,
        annotation=annotation,
    )


_COMPARED = """
WITH pair AS (
    SELECT older.id AS older, newer.id AS newer, older.revision_id = newer.revision_id AS is_same_text
    FROM unnest(%s::uuid[], %s::uuid[]) AS given (older, newer)
    JOIN corpuses_analysisrun AS older ON older.id = given.older
    JOIN corpuses_analysisrun AS newer ON newer.id = given.newer
), placed AS (
    SELECT result.*, pair.older AS pair, result.run_id = pair.newer AS is_newer,
        CASE WHEN pair.is_same_text AND result.kind = 'finding'
        THEN result.start || '-' || result."end" || ' ' || result.value
        ELSE result.quote || result.value || result.note || ' ' || row_number() OVER (
            PARTITION BY result.run_id, result.kind, result.label, result.quote, result.value, result.note
            ORDER BY result.start, result.id)
        END AS place
    FROM pair JOIN corpuses_analysisresult AS result ON result.run_id IN (pair.older, pair.newer)
), compared AS (
    SELECT *, CASE WHEN is_newer AND run_id = pair THEN 2  -- a version compared with itself
        ELSE count(*) OVER (PARTITION BY pair, kind, label, place) END AS versions
    FROM placed
)
"""
_COUNTS = """
SELECT label,
    count(*) FILTER (WHERE versions = 1 AND is_newer),
    count(*) FILTER (WHERE versions = 1 AND NOT is_newer),
    count(*) FILTER (WHERE versions = 2 AND is_newer)
FROM compared GROUP BY label ORDER BY label
"""
_PLACES = """
SELECT CASE WHEN is_newer THEN 'added' ELSE 'removed' END, kind, label, document.id, document.title, page, start, "end",
    left(quote, 1000), left(value, 1000), annotation_id
FROM compared
JOIN corpuses_analysisrun AS run ON run.id = compared.run_id
JOIN documents_document AS document ON document.id = run.document_id
WHERE versions = 1 AND (%s = '' OR label = %s) AND (%s = '' OR is_newer = (%s = 'added'))
ORDER BY document.title, document.id, start, label, is_newer
LIMIT %s
"""
