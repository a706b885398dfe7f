"""Rows and cells of extracts in GraphQL: the grid, and its review."""

from typing import Any

import graphene

from core.api.graphql.connections import connection_of
from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_uuid
from core.api.graphql.loaders import as_batch, load_for_batch, related_object
from core.api.graphql.resource_types import ResourceType
from corpuses.extracts import models
from corpuses.extracts.api.graphql.fieldsets import Column
from corpuses.extracts.api.rest.cells import CellSerializer, CellView, RowSerializer
from corpuses.extracts.api.rest.reviews import CellReviewsView
from corpuses.visible_rows import get_visible_row
from documents import models as documents
from documents.api.graphql.documents import Document
from documents.api.selectors import visible_documents
from tasks.api.graphql.jobs import Job, own_job
from users import models as users
from users.api.graphql.users import User


class CellSource(graphene.ObjectType):
    """A passage that proves a value, in code points of the text of the row's revision."""

    start = graphene.Int(required=True)
    end = graphene.Int(required=True)
    page = graphene.Int(required=True)
    quote = graphene.String(required=True)


def _column(cell: models.Cell, _: Info) -> models.Column:
    return related_object(cell, "column_id", models.Column.objects.all)


def _row(cell: models.Cell, _: Info) -> models.ExtractRow:
    return related_object(cell, "row_id", models.ExtractRow.objects.all)


def _reviewer(cell: models.Cell, info: Info) -> users.User | None:
    if cell.reviewer_id is None:
        return None
    return related_object(cell, "reviewer_id", users.User.objects.all, known=[info.context.actor])


class Cell(ResourceType):
    """The answer to a question about a document."""

    class Meta:
        resource = CellSerializer
        model = models.Cell
        exclude = ("row", "column", "reviewer", "sources")
        views = (CellView, CellReviewsView)

    row = graphene.Field(lambda: ExtractRow, required=True, resolver=_row)
    column = graphene.Field(Column, required=True, resolver=_column)
    column_id = graphene.UUID(required=True, resolver=lambda cell, _: cell.column_id, description="The column's uuid.")
    value = graphene.JSONString(description="The value in the type of the column; null if the answer does not fit it.")
    sources = graphene.List(graphene.NonNull(CellSource), required=True)
    reviewer = graphene.Field(User, resolver=_reviewer)


def _document(row: models.ExtractRow, info: Info) -> documents.Document:
    return related_object(row, "document_id", lambda: visible_documents(info.context.actor))


def _cells(row: models.ExtractRow, _: Info) -> list[models.Cell]:
    def load(rows: list[models.ExtractRow]) -> dict[object, list[models.Cell]]:
        found: dict[object, list[models.Cell]] = {each.pk: [] for each in rows}
        cells = models.Cell.objects.filter(row__in=rows).order_by("column__order", "column")
        for cell in as_batch(cells):
            found[cell.row_id].append(cell)
        return found

    return load_for_batch(row, "cells", load, [])


class ExtractRow(ResourceType):
    """The document of a row of an extract, with its cells. A row that has not begun has no cells yet."""

    class Meta:
        resource = RowSerializer
        model = models.ExtractRow
        exclude = ("extract", "document", "title", "job", "cells")

    document = graphene.Field(Document, required=True, resolver=_document)
    cells = graphene.List(graphene.NonNull(Cell), required=True, resolver=_cells)
    job = graphene.Field(Job, resolver=own_job, description="Your own jobs only.")

    @classmethod
    def get_node(cls, info: Info, key: str) -> models.ExtractRow:
        return get_visible_row(models.ExtractRow, info.context.actor, parse_uuid(key))


CellConnection = connection_of(Cell)
ExtractRowConnection = connection_of(ExtractRow)


def _other(cell: Any, _: Info) -> models.Cell:
    return related_object(cell, "other_id", models.Cell.objects.all)


class CellDifference(graphene.ObjectType):
    """A cell, and the cell of another extract about the same document and question, with another value."""

    cell = graphene.Field(Cell, required=True, resolver=lambda cell, _: cell)
    other = graphene.Field(Cell, required=True, resolver=_other)


CellDifferenceConnection = connection_of(CellDifference)
