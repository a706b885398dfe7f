"""Structure of documents in GraphQL: headings, paragraphs, tables."""

from typing import Any

import graphene
from graphql_relay import to_global_id

from core.api.graphql.context import Info
from core.api.graphql.loaders import load_for_batch
from documents import models, types

StructureKind = graphene.Enum.from_enum(types.StructureKind, description="The kind of an element of a document.")


class Mark(graphene.ObjectType):
    """Style and link of a part of a text; offsets refer to the text of the item or cell."""

    start = graphene.Int(required=True)
    end = graphene.Int(required=True)
    style = graphene.String(required=True, description="any of: b bold, i italic, c code, s struck through, m formula")
    link = graphene.String(required=True)


def _marks(stored: list[list[Any]] | None) -> list[types.Mark]:
    return [types.Mark(*row) for row in stored or ()]


class TableCell(graphene.ObjectType):
    """A cell; rows and columns count from 0."""

    row = graphene.Int(required=True)
    column = graphene.Int(required=True)
    row_span = graphene.Int(required=True)
    column_span = graphene.Int(required=True)
    is_header = graphene.Boolean(required=True)
    text = graphene.String(required=True)
    box = graphene.List(graphene.NonNull(graphene.Float))
    marks = graphene.List(graphene.NonNull(Mark), required=True, resolver=lambda cell, _: _marks(cell.get("marks")))


class Table(graphene.ObjectType):
    """A table's grid."""

    rows = graphene.Int(required=True)
    columns = graphene.Int(required=True)
    cells = graphene.List(graphene.NonNull(TableCell), required=True)
    numbers = graphene.List(
        graphene.NonNull(graphene.Int),
        description="row numbers in the whole table, if it continues",
        resolver=lambda table, _: table.get("numbers"),
    )


def _text(item: models.StructureItem, _: Info) -> str:
    return load_for_batch(item, "text", _texts, "")


def _texts(items: list[models.StructureItem]) -> dict[Any, str]:
    """Slice the texts of the revisions, each of which is loaded once."""
    revisions = models.DocumentRevision.objects.filter(pk__in={item.revision_id for item in items})
    texts = dict(revisions.values_list("pk", "text"))
    return {item.pk: texts[item.revision_id][item.start : item.end] for item in items}


class StructureItem(graphene.ObjectType):
    """A heading, a paragraph, a table, …"""

    id = graphene.ID(required=True, resolver=lambda item, _: to_global_id("StructureItem", item.pk))
    order = graphene.Int(required=True)
    kind = graphene.Field(StructureKind, required=True)
    level = graphene.Int(description="of a heading, or of the list of an item, from 1")
    page = graphene.Int(required=True)
    box = graphene.List(
        graphene.NonNull(graphene.Float),
        required=True,
        resolver=lambda item, _: (item.x0, item.y0, item.x1, item.y1),
        description="points, origin top left: x0, y0, x1, y1",
    )
    start = graphene.Int(required=True, description="code points, in the document's text")
    end = graphene.Int(required=True)
    text = graphene.String(required=True, resolver=_text)
    table = graphene.Field(Table)
    marks = graphene.List(graphene.NonNull(Mark), required=True, resolver=lambda item, _: _marks(item.marks))
    continues = graphene.Boolean(
        required=True, description="whether it continues the last item of its kind, after a page or column break"
    )
    alt = graphene.String(
        required=True, description="of a picture: the text that the source has instead of it; can be empty"
    )
