"""Events as messages and back. What comes back is checked field by field: its sender may have been taken over."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import astuple
from itertools import repeat

import numpy as np

from documents.pipeline.sandbox import fields
from documents.pipeline.sandbox.items import DEEPEST, item_of, item_row
from documents.pipeline.sandbox.protocol import PAGES_READ
from documents.pipeline.sandbox.wire import Message, WireError
from documents.pipeline.tokens import confidence_bytes, confidence_of
from documents.types import (
    Attachment,
    Box,
    DocumentInfo,
    Item,
    Link,
    OutlineEntry,
    PageReading,
    PagesRead,
    ParsedPage,
    ParsedStructure,
    ParseEvent,
    ParseWarning,
    Rendition,
    Token,
)

ITEMS_PER_MESSAGE = 2000
BYTES_PER_MESSAGE = 16 * 1024 * 1024
_MOST_FACTS = 100
_LONGEST_LABEL = 100
_LONGEST_READING = 4 * 1024 * 1024


def messages_of(event: ParseEvent) -> Iterator[Message]:
    """One event may take several messages: a long document has more items than fit into one."""
    match event:
        case DocumentInfo():
            yield {"kind": "info", "page_count": event.page_count}
        case ParsedPage():
            yield _page_message(event)
        case PageReading():
            yield {"kind": "reading", "number": event.number, "data": event.data}
        case PagesRead():
            yield {"kind": PAGES_READ}
        case Rendition() | Attachment():
            yield _file_message(event)
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
            "reading": self._reading,
            PAGES_READ: self._pages_read,
            "rendition": _rendition,
            "attachment": _attachment,
            "warning": _warning,
            "items": self._more_items,
            "docling": self._more_docling,
            "structure": self._structure,
        }
        reader = readers.get(fields.text(message, "kind"))
        if reader is None:
            raise WireError("unknown kind of message")
        return reader(message)

    def _info(self, message: Message) -> DocumentInfo:
        self._page_count = fields.integer(message, "page_count", most=self._max_pages)
        return DocumentInfo(self._page_count)

    def _page(self, message: Message) -> ParsedPage:
        number = fields.integer(message, "number", most=self._page_count or 0)
        if number != len(self._text_lengths) + 1:
            raise WireError("pages out of order")
        text = fields.text(message, "text")
        width, height = fields.number(message, "width"), fields.number(message, "height")
        page = ParsedPage(
            number, width, height, text, _tokens(message, text), fields.text(message, "label")[:_LONGEST_LABEL]
        )
        self._text_lengths.append(len(text))
        return page

    def _reading(self, message: Message) -> PageReading:
        number, data = fields.integer(message, "number", most=self._page_count or 0), message.get("data")
        if number != len(self._text_lengths) + 1 or not isinstance(data, bytes) or len(data) > _LONGEST_READING:
            raise WireError("no reading of the next page")
        return PageReading(number, data)

    def _pages_read(self, _: Message) -> PagesRead:
        if self._is_read or len(self._text_lengths) != self._page_count:
            raise WireError("pages are missing, or were read already")
        self._is_read = True  # once: each is answered, and nobody need read the answers
        return PagesRead()

    def _more_items(self, message: Message) -> None:
        self._items.extend(item_of(row, self._text_lengths) for row in fields.sequence(message.get("items")))

    def _structure(self, message: Message) -> ParsedStructure:
        return ParsedStructure(
            tuple(self._items),
            fields.text(message, "language"),
            fields.text(message, "title"),
            b"".join(self._docling),
            _facts(message.get("facts")),
            tuple(self._outline_entry(row) for row in fields.sequence(message.get("outline"))),
            tuple(self._link(row) for row in fields.sequence(message.get("links"))),
            fields.text(message, "docling_path"),
            fields.clean(fields.text(message, "read_by"))[:_LONGEST_LABEL],
        )

    def _outline_entry(self, row: object) -> OutlineEntry:
        match row:
            case [str() as title, int() as level, int() as page]:
                if 1 <= level <= DEEPEST and 0 <= page <= len(self._text_lengths):
                    return OutlineEntry(fields.clean(title), level, page)
        raise WireError("no line of an outline")

    def _link(self, row: object) -> Link:
        match row:
            case [int() as page, box, str() as target]:
                if 1 <= page <= len(self._text_lengths):
                    return Link(page, fields.box(box), fields.clean(target))
        raise WireError("no link")

    def _more_docling(self, message: Message) -> None:
        part = message.get("part")
        if not isinstance(part, bytes):
            raise WireError("docling is no bytes")
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
        "confidence": confidence_bytes(page.tokens),
    }


def _tokens(message: Message, text: str) -> tuple[Token, ...]:
    joined = fields.text(message, "tokens")
    texts = joined.split("\n") if joined else []
    starts = fields.column(message, "starts", "<u4", len(texts)).tolist()
    boxes = fields.column(message, "boxes", "<f4", 4 * len(texts)).reshape(-1, 4)
    if not np.isfinite(boxes).all():
        raise WireError("a box without place")
    confidence = _confidence(message, len(texts))
    end = 0
    tokens: list[Token] = []
    for token, start, box, sure in zip(texts, starts, boxes.tolist(), confidence, strict=True):
        if start < end or not token or not text.startswith(token, start) or not token.split() == [token]:
            raise WireError("tokens do not match the text")
        end = start + len(token)
        tokens.append(Token(token, start, Box(*box), sure))
    return tuple(tokens)


def _confidence(message: Message, count: int) -> Iterable[float | None]:
    if not message.get("confidence"):
        return repeat(None, count)
    return confidence_of(fields.column(message, "confidence", "u1", count))


def _structure_messages(structure: ParsedStructure) -> Iterator[Message]:
    rows = [item_row(item) for item in structure.items]
    for first in range(0, len(rows), ITEMS_PER_MESSAGE):
        yield {"kind": "items", "items": rows[first : first + ITEMS_PER_MESSAGE]}
    for first in range(0, len(structure.docling), BYTES_PER_MESSAGE):
        yield {"kind": "docling", "part": structure.docling[first : first + BYTES_PER_MESSAGE]}
    yield {
        "kind": "structure",
        "docling_path": structure.docling_path,
        "read_by": structure.read_by,
        "language": structure.language,
        "title": structure.title,
        "facts": dict(structure.facts),
        "outline": [list(astuple(entry)) for entry in structure.outline],
        "links": [[link.page, list(link.box), link.target] for link in structure.links],
    }


def _file_message(event: Rendition | Attachment) -> Message:
    if isinstance(event, Rendition):
        return {"kind": "rendition", "path": event.path, "mime_type": event.mime_type}
    return {"kind": "attachment", "path": event.path, "filename": event.filename, "folder": event.folder}


def _rendition(message: Message) -> Rendition:
    return Rendition(fields.text(message, "path"), fields.text(message, "mime_type"))


def _attachment(message: Message) -> Attachment:
    name, folder = fields.text(message, "filename"), fields.text(message, "folder")
    return Attachment(fields.text(message, "path"), name, folder)


def _facts(value: object) -> dict[str, str]:
    if not isinstance(value, dict) or len(value) > _MOST_FACTS:
        raise WireError("no facts")
    if not all(isinstance(word, str) for pair in value.items() for word in pair):
        raise WireError("no facts")
    return {fields.clean(key): fields.clean(fact) for key, fact in value.items()}


def _warning(message: Message) -> ParseWarning:
    return ParseWarning(fields.text(message, "code"), fields.text(message, "message"))
