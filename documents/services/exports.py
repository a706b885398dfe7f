"""Exports of a parsed document: Markdown, PAWLs. DoclingDocument is stored by the parse."""

import json
from collections.abc import Callable, Iterator
from typing import Any

from documents.models import DocumentRevision, Page, StructureItem
from documents.pipeline.markdown import TableStyle, markdown_of
from documents.pipeline.pawls import compact_page, pawls_page
from documents.services.figures import PICTURED
from documents.services.tokens import unpack
from documents.types import Box, Item, Mark, StructureKind, Table, TableCell

_PAGES_AT_ONCE = 16


def markdown(
    revision: DocumentRevision,
    *,
    tables: TableStyle = TableStyle.AUTO,
    running: bool = False,
    pictures: bool = True,
    link_of: Callable[[StructureItem], str] | None = None,
) -> str:
    """Return the document as Markdown.

    `running` includes running heads and feet, `pictures` comments for pictures. `link_of` gives the URLs of pictures
    of figures and formulas, which replace the comments.
    """
    rows = list(StructureItem.objects.filter(revision=revision).order_by("order"))
    text = revision.text
    pictured = [row for row in rows if row.kind in PICTURED]
    return markdown_of(
        [item_of(row) for row in rows],
        [text[row.start : row.end] for row in rows],
        tables=tables,
        running=running,
        pictures=pictures,
        links={item_of(row): link_of(row) for row in pictured} if link_of else None,
    )


def pawls(revision: DocumentRevision, *, version: int = 1) -> Iterator[bytes]:
    """Yield the document as PAWLs JSON. Version 1 is a list of pages, version 2 a compact format."""
    yield b'{"v":2,"p":[' if version == 2 else b"["  # noqa: PLR2004  # version of the format
    for number, page in enumerate(_pages(revision)):
        yield (b"," if number else b"") + json.dumps(_pawls(page, version), separators=(",", ":")).encode()
    yield b"]}" if version == 2 else b"]"  # noqa: PLR2004  # as above


def item_of(row: StructureItem) -> Item:
    """Return a stored item as a type of the pipeline; its offsets refer to the whole text."""
    return Item(
        kind=StructureKind(row.kind),
        page=row.page,
        box=Box(row.x0, row.y0, row.x1, row.y1),
        start=row.start,
        end=row.end,
        level=row.level,
        table=_table_of(row.table) if row.table else None,
        marks=_marks_of(row.marks),
        continues=row.continues,
        alt=row.alt,
    )


def _table_of(stored: dict[str, Any]) -> Table:
    return Table(
        stored["rows"], stored["columns"], tuple(map(_cell_of, stored["cells"])), tuple(stored.get("numbers", ()))
    )


def _cell_of(stored: dict[str, Any]) -> TableCell:
    box = Box(*stored["box"]) if stored["box"] else None
    return TableCell(**{**stored, "box": box, "marks": _marks_of(stored.get("marks"))})


def _marks_of(stored: list[list[Any]] | None) -> tuple[Mark, ...]:
    return tuple(Mark(*mark) for mark in stored or ())


def _pages(revision: DocumentRevision) -> Iterator[Page]:
    """Yield the pages, some per query, so that no query stays open while they are sent."""
    last = 0
    while batch := list(revision.pages.filter(number__gt=last).order_by("number")[:_PAGES_AT_ONCE]):
        yield from batch
        last = batch[-1].number


def _pawls(page: Page, version: int) -> object:
    make = pawls_page if version == 1 else compact_page
    return make(unpack(page), number=page.number, width=page.width, height=page.height)
