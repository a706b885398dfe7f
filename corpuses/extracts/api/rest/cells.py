"""Rows and cells of extracts in REST: the grid, and its review."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from django.db.models import Exists, F, OuterRef, QuerySet
from rest_framework import serializers

from core.access import Actor
from core.api.ordering import Order, Ordering
from core.api.rest.list_query import KeyField, ListQuery, OrderField, WordField
from core.api.rest.pagination import NEWEST_FIRST, OLDEST_FIRST
from core.api.rest.serializers import EnumField, JSONValueField, Resource, StrictSerializer
from core.api.rest.views import ListView, ObjectView, list_resources, retrieve, update
from core.errors import NotFound
from corpuses.corpora.api.rest.corpora import VERSION_HELP
from corpuses.extracts import reviews
from corpuses.extracts.api.rest.fieldsets import ColumnSerializer
from corpuses.extracts.columns import question_hash
from corpuses.extracts.comparison import differing_cells
from corpuses.extracts.models import Cell, Column, Extract, ExtractRow
from corpuses.visible_rows import get_visible_row, visible_rows
from documents.api.rest.documents import DocumentSerializer

_MAX_INT: Final = 2**31 - 1
MAX_SOURCES: Final = 50
ROW_ORDER: Final = Ordering("ExtractRowOrder", oldest=OLDEST_FIRST, newest=NEWEST_FIRST)
CELL_ORDER: Final = Ordering(
    "CellOrder",
    oldest=OLDEST_FIRST,
    newest=NEWEST_FIRST,
    value=Order(("sort_key", "id")),
    value_descending=Order(("-sort_key", "-id")),
    modified=Order(("-modified", "-id")),
)


class SourceSerializer(StrictSerializer):
    """A passage that proves a value. `start` and `end` count code points of the text of the row's revision."""

    start = serializers.IntegerField()
    end = serializers.IntegerField()
    page = serializers.IntegerField()
    quote = serializers.CharField()
    example = {"start": 6, "end": 16, "page": 1, "quote": "EUR 1,250"}


def load_outdated(cells: Sequence[Cell], _: object = None) -> Mapping[UUID, bool]:
    """Return whether the question of each cell was changed after it was answered; one query."""
    columns = Column.objects.filter(pk__in={cell.column_id for cell in cells})
    hashes = {column.pk: question_hash(column) for column in columns}
    return {cell.pk: cell.question_hash not in {"", hashes.get(cell.column_id, "")} for cell in cells}


class CellSerializer(Resource):
    """The answer to a question about a document."""

    id = serializers.UUIDField()
    row = serializers.UUIDField(source="row_id")
    column = serializers.UUIDField(source="column_id")
    status = EnumField(Cell.Status)
    text = serializers.CharField(allow_blank=True, help_text="The value as it is shown.")
    value = JSONValueField(help_text="The value in the type of the column; null if the answer does not fit it.")
    raw = serializers.CharField(allow_blank=True, help_text="The answer of the engine, also if a user has edited it.")
    problem = serializers.CharField(allow_blank=True)
    sources = SourceSerializer(many=True)
    is_source_picked = serializers.BooleanField(help_text="A user has chosen the source.")
    confidence = serializers.FloatField(allow_null=True, help_text="From 0 to 1, if the engine has one.")
    engine = serializers.CharField(allow_blank=True)
    input_tokens = serializers.IntegerField()
    output_tokens = serializers.IntegerField()
    cost = serializers.FloatField()
    has_conflict = serializers.BooleanField(help_text="The previous extract of the fieldset has another value.")
    is_outdated = serializers.BooleanField(help_text="The question was changed after it was answered.")
    review = EnumField(Cell.Review)
    reviewer = serializers.UUIDField(source="reviewer_id", allow_null=True)
    reviewed = serializers.DateTimeField(allow_null=True)
    modified = serializers.DateTimeField()
    version = serializers.CharField(help_text=VERSION_HELP)

    loaders = {"is_outdated": load_outdated}
    defaults = {"is_outdated": False}
    read_version = staticmethod(reviews.version_of)
    example = {
        "id": "01990c6e-1d01-7c22-8d33-1f2e3d4c5b6a",
        "row": "01990c6e-1c01-7c22-8d33-1f2e3d4c5b6a",
        "column": ColumnSerializer.example["id"],
        "status": "found",
        "text": "1,250.00 EUR",
        "value": {"amount": "1250.00", "currency": "EUR"},
        "raw": "EUR 1,250",
        "problem": "",
        "sources": [SourceSerializer.example],
        "is_source_picked": False,
        "confidence": 0.93,
        "engine": "reader",
        "input_tokens": 0,
        "output_tokens": 0,
        "cost": 0.0,
        "has_conflict": False,
        "is_outdated": False,
        "review": "unreviewed",
        "reviewer": None,
        "reviewed": None,
        "modified": "2026-11-20T08:31:00.000000Z",
        "version": "8f14e45fceea167a",
    }

    @staticmethod
    def read_cost(cell: Cell) -> float:
        return float(cell.cost)


def load_cells(rows: Sequence[ExtractRow], _: object = None) -> Mapping[UUID, list[dict[str, Any]]]:
    """Return the cells of each row, in the order of the columns; a constant number of queries."""
    cells = list(Cell.objects.filter(row__in=rows).order_by("column__order", "column"))
    found: defaultdict[UUID, list[dict[str, Any]]] = defaultdict(list)
    for cell, body in zip(cells, CellSerializer.represent(cells), strict=True):
        found[cell.row_id].append(body)
    return found


def load_rows_of_earlier_text(rows: Sequence[ExtractRow], _: object = None) -> Mapping[UUID, bool]:
    """Return whether the document of each row was read again after the row was; one query."""
    moved = ExtractRow.objects.filter(pk__in=[row.pk for row in rows], revision__isnull=False)
    found = set(moved.exclude(revision=F("document__revision")).values_list("pk", flat=True))
    return {row.pk: row.pk in found for row in rows}


class RowSerializer(Resource):
    """The document of a row of an extract, with its cells. A row that has not begun has no cells yet."""

    id = serializers.UUIDField()
    extract = serializers.UUIDField(source="extract_id")
    document = serializers.UUIDField(source="document_id")
    title = serializers.CharField(source="document.title", help_text="Of the document.")
    revision = serializers.UUIDField(source="revision_id", allow_null=True)
    is_outdated = serializers.BooleanField(
        help_text="The document has a newer text; answer the row again to answer from it."
    )
    state = EnumField(ExtractRow.State)
    code = serializers.CharField(allow_blank=True, help_text="Of the error of a failure.")
    message = serializers.CharField(allow_blank=True)
    job = serializers.UUIDField(allow_null=True)
    started = serializers.DateTimeField(allow_null=True)
    finished = serializers.DateTimeField(allow_null=True)
    cells = CellSerializer(many=True)

    loaders = {"cells": load_cells, "is_outdated": load_rows_of_earlier_text}
    defaults = {"cells": (), "is_outdated": False}
    example = {
        "id": CellSerializer.example["row"],
        "extract": "01990c6e-1b01-7c22-8d33-1f2e3d4c5b6a",
        "document": DocumentSerializer.example["id"],
        "title": "Lease",
        "revision": "01990c6e-0b01-7c22-8d33-1f2e3d4c5b6a",
        "is_outdated": False,
        "state": "done",
        "code": "",
        "message": "",
        "job": "01990c6e-0a12-7d01-9a5b-6c7d8e9f0a1b",
        "started": "2026-11-20T08:30:05.000000Z",
        "finished": "2026-11-20T08:30:09.000000Z",
        "cells": [CellSerializer.example],
    }


class CellFilters(ListQuery):
    """Filters of cells."""

    column = KeyField("Column")
    status = EnumField(Cell.Status, required=False)
    review = EnumField(Cell.Review, required=False)
    has_conflict = serializers.BooleanField(required=False, allow_null=True, default=None)
    max_confidence = serializers.FloatField(
        required=False,
        min_value=0,
        max_value=1,
        source="confidence__lte",
        help_text="Cells with at most this confidence.",
    )


class RowQuery(CellFilters):
    """Filters and order of the rows of an extract. Filters of cells keep rows with at least one such cell."""

    document = KeyField("Document")
    state = EnumField(ExtractRow.State, required=False)
    search = WordField(source="document__title__icontains", max_length=200, help_text="Words of the title.")
    order_by = OrderField(ROW_ORDER)


class CellQuery(CellFilters):
    """Filters and order of the cells of an extract."""

    row = KeyField("ExtractRow")
    document = KeyField("Document", source="row__document")
    order_by = OrderField(CELL_ORDER)


_OF_CELLS: Final = ("column", "status", "review", "has_conflict", "confidence__lte")


def rows_of(extract: Extract, actor: Actor, **filters: Any) -> QuerySet[ExtractRow]:
    """Return the visible rows of an extract that match the filters."""
    rows = visible_rows(ExtractRow, actor, corpus=extract.corpus).filter(extract=extract)
    return matching_rows(rows, **filters).select_related("document")


def matching_rows(rows: QuerySet[ExtractRow], **filters: Any) -> QuerySet[ExtractRow]:
    """Keep the rows that match the filters; those of cells keep rows with at least one such cell."""
    given = {name: value for name, value in filters.items() if value is not None}
    of_cells = {name: given.pop(name) for name in _OF_CELLS if name in given}
    rows = rows.filter(**given)
    return rows.filter(Exists(Cell.objects.filter(row=OuterRef("pk"), **of_cells))) if of_cells else rows


def cells_of(extract: Extract, actor: Actor, **filters: Any) -> QuerySet[Cell]:
    """Return the visible cells of an extract that match the filters."""
    return matching_cells(visible_rows(Cell, actor, corpus=extract.corpus).filter(row__extract=extract), **filters)


def matching_cells(cells: QuerySet[Cell], **filters: Any) -> QuerySet[Cell]:
    """Keep the cells that match the filters."""
    return cells.filter(**{name: value for name, value in filters.items() if value is not None})


def differences_of(extract: Extract, other: UUID | None, actor: Actor, **filters: Any) -> QuerySet[Cell]:
    """Return the visible cells for which another extract, by default the run before, has another value."""
    cells = cells_of(extract, actor, **filters)
    if other is not None:
        return differing_cells(cells, get_visible_row(Extract, actor, other).pk)
    is_there = Extract.objects.filter(pk=extract.previous_id).exists() if extract.previous_id else False
    return differing_cells(cells, extract.previous_id) if is_there else Cell.objects.none()


def get_visible_cells(actor: Actor, keys: Sequence[UUID]) -> list[Cell]:
    """Return these visible cells; raise `NotFound` if one of them is missing."""
    related = ("row__extract__corpus__owner", "row__revision", "column")
    cells = list(visible_rows(Cell, actor).filter(pk__in=set(keys)).select_related(*related))
    if len(cells) != len(set(keys)):
        raise NotFound("Not all of these cells were found.", field="cells")
    return cells


class DifferenceSerializer(Resource):
    """A cell, and the cell of another extract about the same document and question, with another value."""

    id = serializers.UUIDField()
    cell = CellSerializer(source="*")
    other = CellSerializer()
    example = {
        "id": CellSerializer.example["id"],
        "cell": CellSerializer.example,
        "other": CellSerializer.example | {"text": "1,200.00 EUR", "value": {"amount": "1200.00", "currency": "EUR"}},
    }

    loaders = {
        "cell": lambda cells, _: dict(zip((each.pk for each in cells), CellSerializer.represent(cells), strict=True)),
        "other": lambda cells, _: load_others(cells),
    }


def load_others(cells: Sequence[Any]) -> Mapping[UUID, dict[str, Any]]:
    """Return the cell of the other extract for each cell that differs."""
    others = list(Cell.objects.filter(pk__in=[cell.other_id for cell in cells]))
    bodies = dict(zip((other.pk for other in others), CellSerializer.represent(others), strict=True))
    return {cell.pk: bodies[cell.other_id] for cell in cells}


class DifferenceQuery(ListQuery):
    """The other extract, and filters of the cells."""

    other = KeyField("Extract", help_text="Default: the run before.")
    column = KeyField("Column")
    document = KeyField("Document", source="row__document")


class PickedSourceFields(StrictSerializer):
    """A passage, in code points of the text of the row's revision. With a `quote`, it must have these words."""

    graphql_name = "Source"
    start = serializers.IntegerField(min_value=0, max_value=_MAX_INT)
    end = serializers.IntegerField(min_value=0, max_value=_MAX_INT)
    quote = serializers.CharField(required=False, max_length=10_000, trim_whitespace=False)
    example = {"start": 6, "end": 16, "quote": "EUR 1,250"}


class CellEdit(StrictSerializer):
    """Changes of a cell. An empty `text` says that the document has no value; `sources` are picked by hand.

    Without a `text`, a cell that has no value gets that of its sources.
    """

    text = serializers.CharField(required=False, allow_blank=True, max_length=10_000)
    sources = serializers.ListField(child=PickedSourceFields(), required=False, max_length=MAX_SOURCES)
    example = {"text": "1,250 EUR", "sources": [PickedSourceFields.example]}

    def arguments(self) -> dict[str, Any]:
        given = dict(self.validated_data)
        picked = [reviews.PickedSource(**each) for each in given["sources"]] if "sources" in given else None
        return {"change": reviews.CellChange(text=given.get("text"), sources=picked)}


class RowsView(ListView):
    """`/extracts/{id}/rows`."""

    get = list_resources(
        "listExtractRows", "List the rows of an extract with their cells", RowSerializer, query=RowQuery
    )

    def get_queryset(self, actor: Actor, *, extract_id: UUID, **filters: Any) -> QuerySet[ExtractRow]:
        return rows_of(get_visible_row(Extract, actor, extract_id), actor, **filters)


class CellsView(ListView):
    """`/extracts/{id}/cells`."""

    get = list_resources("listCells", "List the cells of an extract", CellSerializer, query=CellQuery)

    def get_queryset(self, actor: Actor, *, extract_id: UUID, **filters: Any) -> QuerySet[Cell]:
        return cells_of(get_visible_row(Extract, actor, extract_id), actor, **filters)


class DifferencesView(ListView):
    """`/extracts/{id}/differences`."""

    order = OLDEST_FIRST
    get = list_resources(
        "listDifferences",
        "List the cells for which another extract has another value",
        DifferenceSerializer,
        query=DifferenceQuery,
    )

    def get_queryset(
        self, actor: Actor, *, extract_id: UUID, other: UUID | None = None, **filters: Any
    ) -> QuerySet[Cell]:
        return differences_of(get_visible_row(Extract, actor, extract_id), other, actor, **filters)


class CellView(ObjectView):
    """`/cells/{id}`."""

    get = retrieve("getCell", "Get a cell", CellSerializer)
    patch = update(
        "updateCell",
        "Edit the value of a cell, or pick its source",
        CellSerializer,
        CellEdit,
        reviews.update_cell,
        errors=[reviews.CellUnanswered, reviews.SourceMismatch],
    )

    def get_object(self, actor: Actor, *, cell_id: UUID) -> Cell:
        return get_visible_row(Cell, actor, cell_id)
