"""Events and errors as messages, and back.

Messages that come back are validated field by field: a sandbox process may have been taken over.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple
from itertools import repeat
from types import MappingProxyType
from typing import Final

import numpy as np

from core.errors import DomainError
from documents import errors
from documents.errors import ParserCrashed
from documents.pipeline.sandbox import validation
from documents.pipeline.sandbox.wire import PAGES_READ, Message, WireError
from documents.pipeline.tokens import decode_confidence, encode_confidence
from documents.types import (
    MAX_ALT,
    Attachment,
    Box,
    DocumentInfo,
    Item,
    Link,
    Mark,
    OutlineEntry,
    PageOcr,
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
_MAX_METADATA = 100
_MAX_LABEL = 100
_MAX_PAGE_OCR = 4 * 1024 * 1024
_MAX_ERROR_MESSAGE = 500


def messages_of(event: ParseEvent) -> Iterator[Message]:
    """Yield the messages of an event; a structure takes several, because a long document has too many items for one."""
    match event:
        case DocumentInfo():
            yield {"kind": "info", "page_count": event.page_count}
        case ParsedPage():
            yield _page_message(event)
        case PageOcr():
            yield {"kind": "page_ocr", "number": event.number, "data": event.data}
        case PagesRead():
            yield {"kind": PAGES_READ}
        case Rendition() | Attachment():
            yield _file_message(event)
        case ParseWarning():
            yield {"kind": "warning", "code": event.code, "message": event.message}
        case ParsedStructure():
            yield from _structure_messages(event)


class EventReader:
    """Converts messages to events and refuses those that contradict earlier ones."""

    def __init__(self, *, max_pages: int) -> None:
        self._max_pages = max_pages
        self._page_count: int | None = None
        self._has_all_pages = False
        self._text_lengths: list[int] = []
        self._items: list[Item] = []
        self._docling: list[bytes] = []

    def read(self, message: Message) -> ParseEvent | None:
        """Return the event; None if the message is only a part of one. Raise `WireError` for an invalid message."""
        readers: dict[str, Callable[[Message], ParseEvent | None]] = {
            "info": self._info,
            "page": self._page,
            "page_ocr": self._page_ocr,
            PAGES_READ: self._pages_read,
            "rendition": _rendition,
            "attachment": _attachment,
            "warning": _warning,
            "items": self._add_items,
            "docling": self._add_docling,
            "structure": self._structure,
        }
        reader = readers.get(validation.text(message, "kind"))
        if reader is None:
            raise WireError("unknown kind of message")
        return reader(message)

    def _info(self, message: Message) -> DocumentInfo:
        self._page_count = validation.integer(message, "page_count", maximum=self._max_pages)
        return DocumentInfo(self._page_count)

    def _page(self, message: Message) -> ParsedPage:
        number = validation.integer(message, "number", maximum=self._page_count or 0)
        if number != len(self._text_lengths) + 1:
            raise WireError("pages are out of order")
        text = validation.text(message, "text")
        width, height = validation.length(message, "width"), validation.length(message, "height")
        label = validation.text(message, "label")[:_MAX_LABEL]
        page = ParsedPage(number, width, height, text, _tokens(message, text), label)
        self._text_lengths.append(len(text))
        return page

    def _page_ocr(self, message: Message) -> PageOcr:
        number, data = validation.integer(message, "number", maximum=self._page_count or 0), message.get("data")
        if number != len(self._text_lengths) + 1 or not isinstance(data, bytes) or len(data) > _MAX_PAGE_OCR:
            raise WireError("invalid OCR result of a page")
        return PageOcr(number, data)

    def _pages_read(self, _: Message) -> PagesRead:
        if self._has_all_pages or len(self._text_lengths) != self._page_count:
            raise WireError("pages are missing, or this message is repeated")
        self._has_all_pages = True  # accepted once, because each one is answered
        return PagesRead()

    def _add_items(self, message: Message) -> None:
        self._items.extend(_item_of(row, self._text_lengths) for row in validation.sequence(message.get("items")))

    def _structure(self, message: Message) -> ParsedStructure:
        return ParsedStructure(
            tuple(self._items),
            validation.text(message, "language"),
            validation.text(message, "title"),
            b"".join(self._docling),
            _metadata(message.get("metadata")),
            tuple(self._outline_entry(row) for row in validation.sequence(message.get("outline"))),
            tuple(self._link(row) for row in validation.sequence(message.get("links"))),
            validation.text(message, "docling_path"),
            validation.text(message, "ocr_engines")[:_MAX_LABEL],
        )

    def _outline_entry(self, row: object) -> OutlineEntry:
        match row:
            case [str() as title, int() as level, int() as page]:
                if 1 <= level <= _MAX_LEVEL and 0 <= page <= len(self._text_lengths):
                    return OutlineEntry(validation.without_nul(title), level, page)
        raise WireError("invalid outline entry")

    def _link(self, row: object) -> Link:
        match row:
            case [int() as page, box, str() as target]:
                if 1 <= page <= len(self._text_lengths):
                    return Link(page, validation.box(box), validation.without_nul(target))
        raise WireError("invalid link")

    def _add_docling(self, message: Message) -> None:
        part = message.get("part")
        if not isinstance(part, bytes):
            raise WireError("a part of the docling document must be bytes")
        self._docling.append(part)


def _page_message(page: ParsedPage) -> Message:
    return {
        "kind": "page",
        "number": page.number,
        "width": page.width,
        "height": page.height,
        "text": page.text,
        "label": page.label,
        "tokens": "\n".join(token.text for token in page.tokens),
        "starts": np.array([token.start for token in page.tokens], "<u4").tobytes(),
        "boxes": np.array([token.box for token in page.tokens], "<f4").tobytes(),
        "confidence": encode_confidence(page.tokens),
    }


def _tokens(message: Message, text: str) -> tuple[Token, ...]:
    joined = validation.text(message, "tokens")
    texts = joined.split("\n") if joined else []
    starts = validation.column(message, "starts", "<u4", len(texts)).tolist()
    boxes = validation.column(message, "boxes", "<f4", 4 * len(texts)).reshape(-1, 4)
    if not np.isfinite(boxes).all():
        raise WireError("the box of a token is not finite")
    confidences = _confidences(message, len(texts))
    end = 0
    tokens: list[Token] = []
    for token, start, box, confidence in zip(texts, starts, boxes.tolist(), confidences, strict=True):
        if start < end or not token or not text.startswith(token, start) or not token.split() == [token]:
            raise WireError("tokens do not match the text")
        end = start + len(token)
        tokens.append(Token(token, start, Box(*box), confidence))
    return tuple(tokens)


def _confidences(message: Message, count: int) -> Iterable[float | None]:
    if not message.get("confidence"):
        return repeat(None, count)
    return decode_confidence(validation.column(message, "confidence", "u1", count))


def _structure_messages(structure: ParsedStructure) -> Iterator[Message]:
    rows = [_item_row(item) for item in structure.items]
    for first in range(0, len(rows), ITEMS_PER_MESSAGE):
        yield {"kind": "items", "items": rows[first : first + ITEMS_PER_MESSAGE]}
    for first in range(0, len(structure.docling), BYTES_PER_MESSAGE):
        yield {"kind": "docling", "part": structure.docling[first : first + BYTES_PER_MESSAGE]}
    yield {
        "kind": "structure",
        "docling_path": structure.docling_path,
        "ocr_engines": structure.ocr_engines,
        "language": structure.language,
        "title": structure.title,
        "metadata": dict(structure.metadata),
        "outline": [list(astuple(entry)) for entry in structure.outline],
        "links": [[link.page, list(link.box), link.target] for link in structure.links],
    }


def _file_message(event: Rendition | Attachment) -> Message:
    if isinstance(event, Rendition):
        return {"kind": "rendition", "path": event.path, "mime_type": event.mime_type}
    return {"kind": "attachment", "path": event.path, "filename": event.filename, "folder": event.folder}


def _rendition(message: Message) -> Rendition:
    return Rendition(validation.text(message, "path"), validation.text(message, "mime_type"))


def _attachment(message: Message) -> Attachment:
    name, folder = validation.text(message, "filename"), validation.text(message, "folder")
    return Attachment(validation.text(message, "path"), name, folder)


def _warning(message: Message) -> ParseWarning:
    return ParseWarning(validation.text(message, "code"), validation.text(message, "message"))


def _metadata(value: object) -> dict[str, str]:
    if not isinstance(value, dict) or len(value) > _MAX_METADATA:
        raise WireError("invalid metadata")
    if not all(isinstance(part, str) for entry in value.items() for part in entry):
        raise WireError("metadata must be text")
    return {validation.without_nul(name): validation.without_nul(text) for name, text in value.items()}


def error_message(error: DomainError) -> Message:
    """Return an error as a message: its code, its text and plain data."""
    return {"kind": "error", "code": error.code, "message": error.message, "data": _plain_data(error.data)}


def error_of(message: Message) -> DomainError:
    """Return the error of a message; an unknown code is a crash."""
    classes = {value.code: value for value in vars(errors).values() if _is_error_class(value)}
    code, text = message.get("code"), message.get("message")
    error_class = classes.get(code if isinstance(code, str) else "", ParserCrashed)
    error: DomainError = error_class(text[:_MAX_ERROR_MESSAGE] if isinstance(text, str) else "")
    error.data = MappingProxyType(_plain_data(message.get("data")))
    return error


def _is_error_class(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, DomainError) and value.__module__ == errors.__name__


def _plain_data(data: object) -> dict[str, object]:
    """Return the entries that are text, numbers or lists of text."""
    if not isinstance(data, Mapping):
        return {}
    return {str(key): value for key, value in data.items() if _is_plain(value)}


def _is_plain(value: object) -> bool:
    if isinstance(value, list | tuple):
        return all(isinstance(part, str) for part in value)
    return isinstance(value, int | float | str)


# Structure items as rows of messages. Rows that come back are validated: a sandbox may have been taken over.

_MAX_LEVEL: Final = 20
_KINDS = frozenset(kind.value for kind in StructureKind)
_STYLES = frozenset("bicsm")


def _item_row(item: Item) -> list[object]:
    """Return an item as a row."""
    table = None if item.table is None else _table_row(item.table)
    position = [item.kind.value, item.page, list(item.box), item.start, item.end]
    return [*position, item.level, table, _mark_rows(item.marks), item.continues, item.alt]


def _item_of(row: object, text_lengths: Sequence[int]) -> Item:
    """Return the item of a row; `text_lengths` are those of the pages. Raise `WireError` for an invalid row."""
    fields = validation.sequence(row)
    if len(fields) != 10:  # noqa: PLR2004  # as many as `_item_row` writes
        raise WireError("an item must have ten fields")
    kind, page, box, start, end, level, table, marks, continues, alt = fields
    if not (validation.is_int(page) and 1 <= page <= len(text_lengths)):
        raise WireError("the page of an item does not exist")
    if not (validation.is_int(start) and validation.is_int(end) and 0 <= start <= end <= text_lengths[page - 1]):
        raise WireError("the offsets of an item are outside the text of its page")
    if level is not None and not (validation.is_int(level) and 0 <= level <= _MAX_LEVEL):
        raise WireError("the level of an item is out of range")
    if not isinstance(continues, bool) or not isinstance(alt, str) or len(alt) > MAX_ALT:
        raise WireError("continues must be a boolean, and alt a text of limited length")
    if kind not in _KINDS:
        raise WireError("the kind of an item is unknown")
    return Item(
        StructureKind(str(kind)),
        page,
        validation.box(box),
        start,
        end,
        level,
        None if table is None else _table(table),
        _marks(marks, end - start),
        continues,
        validation.without_nul(alt),
    )


def _mark_rows(marks: Sequence[Mark]) -> list[object]:
    return [list(mark) for mark in marks]


def _marks(value: object, length: int) -> tuple[Mark, ...]:
    """Return marks that are in order, inside the text, and do not overlap."""
    marks: list[Mark] = []
    last_end = 0
    for row in validation.sequence(value):
        match row:
            case [int() as start, int() as end, str() as style, str() as link]:
                if last_end <= start < end <= length and _STYLES.issuperset(style):
                    marks.append(Mark(start, end, style, validation.without_nul(link)))
                    last_end = end
                    continue
        raise WireError("invalid mark")
    return tuple(marks)


def _table_row(table: Table) -> list[object]:
    return [table.rows, table.columns, [_cell_row(cell) for cell in table.cells], list(table.row_numbers)]


def _cell_row(cell: TableCell) -> list[object]:
    box = None if cell.box is None else list(cell.box)
    spans = [cell.row_span, cell.column_span]
    return [cell.row, cell.column, cell.text, *spans, cell.is_header, box, _mark_rows(cell.marks)]


def _table(value: object) -> Table:
    fields = validation.sequence(value)
    if len(fields) != 4:  # noqa: PLR2004  # as many as _table_row writes
        raise WireError("a table must have four fields")
    rows, columns, cells, numbers = fields
    if not (validation.is_int(rows) and validation.is_int(columns) and rows >= 0 and columns >= 0):
        raise WireError("the size of a table is invalid")
    table_cells = tuple(_cell(cell, rows, columns) for cell in validation.sequence(cells))
    return Table(rows, columns, table_cells, _row_numbers(numbers, rows))


def _row_numbers(value: object, rows: int) -> tuple[int, ...]:
    """Return rising numbers, one per row; none for a table on one page."""
    numbers = tuple(validation.sequence(value))
    is_complete = all(map(validation.is_int, numbers)) and len(numbers) in {0, rows}
    if not is_complete or list(numbers) != sorted(set(numbers)):
        raise WireError("invalid row numbers")
    if numbers and numbers[0] < 0:
        raise WireError("invalid row numbers")
    return numbers


def _cell(value: object, rows: int, columns: int) -> TableCell:
    fields = validation.sequence(value)
    if len(fields) != 8:  # noqa: PLR2004  # as many as _cell_row writes
        raise WireError("a cell must have eight fields")
    row, column, text, row_span, column_span, is_header, box, marks = fields
    numbers = (row, column, row_span, column_span)
    if not all(map(validation.is_int, numbers)) or not isinstance(text, str) or not isinstance(is_header, bool):
        raise WireError("a field of a cell has the wrong type")
    if not (
        row >= 0
        and column >= 0
        and row_span >= 1
        and column_span >= 1
        and row + row_span <= rows
        and column + column_span <= columns
    ):
        raise WireError("a cell is outside its table")
    cell_box = None if box is None else validation.box(box)
    return TableCell(row, column, text, row_span, column_span, is_header, cell_box, _marks(marks, len(text)))
