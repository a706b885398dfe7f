"""Events as messages and back. What comes back is checked field by field: its sender may have been taken over."""

from collections.abc import Callable, Iterator, Sequence
from math import isfinite
from typing import Any

import numpy as np

from documents.pipeline.sandbox.protocol import PAGES_READ
from documents.pipeline.sandbox.wire import Message, WireError
from documents.types import (
    Box,
    DocumentInfo,
    Item,
    PagesRead,
    ParsedPage,
    ParsedStructure,
    ParseEvent,
    ParseWarning,
    Rendition,
    StructureKind,
    Table,
    TableCell,
    Token,
)

ITEMS_PER_MESSAGE = 2000
BYTES_PER_MESSAGE = 16 * 1024 * 1024
_MAX_SIDE = 1_000_000.0  # points
_KINDS = frozenset(kind.value for kind in StructureKind)


def messages_of(event: ParseEvent) -> Iterator[Message]:
    """One event may take several messages: a long document has more items than fit into one."""
    match event:
        case DocumentInfo():
            yield {"kind": "info", "page_count": event.page_count}
        case ParsedPage():
            yield _page_message(event)
        case PagesRead():
            yield {"kind": PAGES_READ}
        case Rendition():
            yield {"kind": "rendition", "path": event.path, "mime_type": event.mime_type}
        case ParseWarning():
            yield {"kind": "warning", "code": event.code, "message": event.message}
        case ParsedStructure():
            yield from _structure_messages(event)


class EventReader:
    """Turns messages into events again and refuses what does not fit what came before."""

    def __init__(self, *, max_pages: int) -> None:
        self._max_pages = max_pages
        self._page_count: int | None = None
        self._is_read = False
        self._text_lengths: list[int] = []
        self._items: list[Item] = []
        self._docling: list[bytes] = []

    def read(self, message: Message) -> ParseEvent | None:
        """The event, or nothing when the message is only a part of one."""
        readers: dict[str, Callable[[Message], ParseEvent | None]] = {
            "info": self._info,
            "page": self._page,
            PAGES_READ: self._pages_read,
            "rendition": _rendition,
            "warning": _warning,
            "items": self._more_items,
            "docling": self._more_docling,
            "structure": self._structure,
        }
        reader = readers.get(_text(message, "kind"))
        if reader is None:
            raise WireError("unknown kind of message")
        return reader(message)

    def _info(self, message: Message) -> DocumentInfo:
        self._page_count = _integer(message, "page_count", most=self._max_pages)
        return DocumentInfo(self._page_count)

    def _page(self, message: Message) -> ParsedPage:
        number = _integer(message, "number", most=self._page_count or 0)
        if number != len(self._text_lengths) + 1:
            raise WireError("pages out of order")
        text = _text(message, "text")
        width, height = _number(message, "width"), _number(message, "height")
        page = ParsedPage(number, width, height, text, _tokens(message, text))
        self._text_lengths.append(len(text))
        return page

    def _pages_read(self, _: Message) -> PagesRead:
        if self._is_read or len(self._text_lengths) != self._page_count:
            raise WireError("pages are missing, or were read already")
        self._is_read = True  # once: each is answered, and nobody need read the answers
        return PagesRead()

    def _more_items(self, message: Message) -> None:
        self._items.extend(self._item(row) for row in _sequence(message.get("items")))

    def _structure(self, message: Message) -> ParsedStructure:
        docling = b"".join(self._docling)
        return ParsedStructure(tuple(self._items), _text(message, "language"), _text(message, "title"), docling)

    def _more_docling(self, message: Message) -> None:
        part = message.get("part")
        if not isinstance(part, bytes):
            raise WireError("docling is no bytes")
        self._docling.append(part)

    def _item(self, row: object) -> Item:
        fields = _sequence(row)
        if len(fields) != 7:  # noqa: PLR2004  # as many as _item_row writes
            raise WireError("an item has seven fields")
        kind, page, box, start, end, level, table = fields
        if not (_is_int(page) and 1 <= page <= len(self._text_lengths)):
            raise WireError("an item of no page")
        if not (_is_int(start) and _is_int(end) and 0 <= start <= end <= self._text_lengths[page - 1]):
            raise WireError("an item outside its page's text")
        if level is not None and not (_is_int(level) and 0 <= level <= 20):  # noqa: PLR2004  # no document is deeper
            raise WireError("no level")
        return Item(_kind(kind), page, _box(box), start, end, level, None if table is None else _table(table))


def _page_message(page: ParsedPage) -> Message:
    return {
        "kind": "page",
        "number": page.number,
        "width": page.width,
        "height": page.height,
        "text": page.text,
        "tokens": "\n".join(token.text for token in page.tokens),
        "starts": np.array([token.start for token in page.tokens], "<u4").tobytes(),
        "boxes": np.array([token.box for token in page.tokens], "<f4").tobytes(),
    }


def _tokens(message: Message, text: str) -> tuple[Token, ...]:
    joined = _text(message, "tokens")
    texts = joined.split("\n") if joined else []
    starts = _column(message, "starts", "<u4", len(texts)).tolist()
    boxes = _column(message, "boxes", "<f4", 4 * len(texts)).reshape(-1, 4)
    if not np.isfinite(boxes).all():
        raise WireError("a box without place")
    end = 0
    tokens: list[Token] = []
    for token, start, box in zip(texts, starts, boxes.tolist(), strict=True):
        if start < end or not token or not text.startswith(token, start) or not token.split() == [token]:
            raise WireError("tokens do not match the text")
        end = start + len(token)
        tokens.append(Token(token, start, Box(*box)))
    return tuple(tokens)


def _structure_messages(structure: ParsedStructure) -> Iterator[Message]:
    rows = [_item_row(item) for item in structure.items]
    for first in range(0, len(rows), ITEMS_PER_MESSAGE):
        yield {"kind": "items", "items": rows[first : first + ITEMS_PER_MESSAGE]}
    for first in range(0, len(structure.docling), BYTES_PER_MESSAGE):
        yield {"kind": "docling", "part": structure.docling[first : first + BYTES_PER_MESSAGE]}
    yield {"kind": "structure", "language": structure.language, "title": structure.title}


def _item_row(item: Item) -> list[object]:
    table = None if item.table is None else _table_row(item.table)
    return [item.kind.value, item.page, list(item.box), item.start, item.end, item.level, table]


def _table_row(table: Table) -> list[object]:
    cells = [
        [c.row, c.column, c.text, c.row_span, c.column_span, c.is_header, None if c.box is None else list(c.box)]
        for c in table.cells
    ]
    return [table.rows, table.columns, cells]


def _table(value: object) -> Table:
    fields = _sequence(value)
    if len(fields) != 3:  # noqa: PLR2004  # as many as _table_row writes
        raise WireError("no table")
    rows, columns, cells = fields
    if not (_is_int(rows) and _is_int(columns) and rows >= 0 and columns >= 0):
        raise WireError("a table without size")
    return Table(rows, columns, tuple(_cell(cell, rows, columns) for cell in _sequence(cells)))


def _cell(value: object, rows: int, columns: int) -> TableCell:
    fields = _sequence(value)
    if len(fields) != 7:  # noqa: PLR2004  # as many as _table_row writes
        raise WireError("no cell")
    row, column, text, row_span, column_span, is_header, box = fields
    numbers = (row, column, row_span, column_span)
    if not all(map(_is_int, numbers)) or not isinstance(text, str) or not isinstance(is_header, bool):
        raise WireError("no cell")
    if not (
        row >= 0
        and column >= 0
        and row_span >= 1
        and column_span >= 1
        and row + row_span <= rows
        and column + column_span <= columns
    ):
        raise WireError("a cell outside its table")
    return TableCell(row, column, text, row_span, column_span, is_header, None if box is None else _box(box))


def _rendition(message: Message) -> Rendition:
    return Rendition(_text(message, "path"), _text(message, "mime_type"))


def _warning(message: Message) -> ParseWarning:
    return ParseWarning(_text(message, "code"), _text(message, "message"))


def _kind(value: object) -> StructureKind:
    if value not in _KINDS:
        raise WireError("unknown kind of item")
    return StructureKind(str(value))


def _box(value: object) -> Box:
    sides = _sequence(value)
    if len(sides) != 4 or not all(isinstance(side, int | float) and isfinite(side) for side in sides):  # noqa: PLR2004  # sides
        raise WireError("no box")
    return Box(*(float(side) for side in sides))


def _column(message: Message, key: str, kind: str, count: int) -> Any:
    data = message.get(key)
    if not isinstance(data, bytes) or len(data) != 4 * count:
        raise WireError(f"{key} does not fit")
    return np.frombuffer(data, kind)


def _text(message: Message, key: str) -> str:
    value = message.get(key)
    if not isinstance(value, str) or "\x00" in value:
        raise WireError(f"{key} is no text")
    return value


def _integer(message: Message, key: str, *, most: int) -> int:
    value: Any = message.get(key)
    if not _is_int(value) or not 1 <= value <= most:
        raise WireError(f"{key} out of range")
    return int(value)


def _number(message: Message, key: str) -> float:
    value = message.get(key)
    if not isinstance(value, int | float) or not 0 <= value <= _MAX_SIDE:
        raise WireError(f"{key} is no size")
    return float(value)


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _sequence(value: object) -> Sequence[Any]:
    if not isinstance(value, list):
        raise WireError("no list")
    return value
