"""The grid of an extract in REST: the order of all rows, and the cells of those that are on the screen."""

from typing import Any, Final
from uuid import UUID

from django.db.models import F, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Lower, NullIf
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access import Actor
from core.api.openapi.operations import operation
from core.api.rest.list_query import KeyField, WordField
from core.api.rest.permissions import IsAuthenticatedOrReadOnly
from core.api.rest.serializers import EnumField, StrictSerializer
from core.api.rest.validation import validate_query
from corpuses.extracts.api.rest.cells import CellFilters, RowSerializer, rows_of
from corpuses.extracts.models import Cell, Extract, ExtractRow
from corpuses.visible_rows import get_visible_row

MAX_ROWS: Final = 100


class RowIndexQuery(CellFilters):
    """Filters and order of the rows. Filters of cells keep rows with at least one such cell."""

    state = EnumField(ExtractRow.State, required=False)
    search = WordField(source="document__title__icontains", max_length=200, help_text="Words of the title.")
    sort_column = KeyField("Column", help_text="Order by the values of this column. Default: by title.")
    descending = serializers.BooleanField(default=False)


class IndexedRowSerializer(StrictSerializer):
    """A row without its cells."""

    id = serializers.UUIDField()
    document = serializers.UUIDField()
    title = serializers.CharField(help_text="Of the document.")
    example = {name: RowSerializer.example[name] for name in ("id", "document", "title")}


class RowIndexSerializer(StrictSerializer):
    """All rows in order."""

    rows = IndexedRowSerializer(many=True)
    example = {"rows": [IndexedRowSerializer.example]}


class RowCellsQuery(StrictSerializer):
    """The rows whose cells are needed."""

    rows = serializers.ListField(child=serializers.UUIDField(), min_length=1, max_length=MAX_ROWS)


class RowCellsSerializer(StrictSerializer):
    """Rows with their cells."""

    rows = RowSerializer(many=True)
    example = {"rows": [RowSerializer.example]}


def index_of(
    extract: Extract, actor: Actor, *, sort_column: UUID | None = None, descending: bool = False, **filters: Any
) -> QuerySet[ExtractRow]:
    """Return the visible rows that match the filters, by title or by the values of a column; rows without come last."""
    key: Any = Lower("document__title")
    if sort_column is not None:
        cells = Cell.objects.filter(row=OuterRef("pk"), column=sort_column)
        key = NullIf(Subquery(cells.values("sort_key")[:1]), Value(""))
    rows = rows_of(extract, actor, **filters).annotate(place=key)
    place = F("place")
    order = place.desc(nulls_last=True) if descending else place.asc(nulls_last=True)
    return rows.order_by(order, "pk")


class RowIndexView(APIView):
    """`/extracts/{id}/row-index`."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @operation(
        "getRowIndex",
        "Get the order of all rows of an extract",
        query=RowIndexQuery,
        response=RowIndexSerializer,
    )
    def get(self, request: Request, extract_id: UUID) -> Response:
        """For grids that show any part of a large extract; `getRowCells` has the cells."""
        extract = get_visible_row(Extract, request.user, extract_id)
        rows = index_of(extract, request.user, **validate_query(request, RowIndexQuery).arguments())
        found = rows.values_list("pk", "document", "document__title")
        return Response({"rows": [{"id": pk, "document": key, "title": title} for pk, key, title in found]})


class RowCellsView(APIView):
    """`/extracts/{id}/row-cells`."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @operation(
        "getRowCells", "Get some rows of an extract with their cells", query=RowCellsQuery, response=RowCellsSerializer
    )
    def get(self, request: Request, extract_id: UUID) -> Response:
        """At most 100. Rows that are not in the extract are left out."""
        extract = get_visible_row(Extract, request.user, extract_id)
        keys = validate_query(request, RowCellsQuery).validated_data["rows"]
        return Response(
            {"rows": RowSerializer.represent(rows_of(extract, request.user).filter(pk__in=keys), request.user)}
        )
