"""Events and errors as messages, and back.

Messages that come back are validated field by field: a sandbox process may have been taken over.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import astuple
from itertools import repeat
from types import MappingProxyType

import numpy as np

from core.errors import DomainError
from documents import errors
from documents.errors import ParserCrashed
from documents.pipeline.sandbox import validation
from documents.pipeline.sandbox.items import MAX_LEVEL, item_of, item_row
from documents.pipeline.sandbox.wire import PAGES_READ, Message, WireError
from documents.pipeline.tokens import decode_confidence, encode_confidence
from documents.types import (
    Attachment,
    Box,
    DocumentInfo,
    Item,
    Link,
    OutlineEntry,
    PageOcr,
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
        self._items.extend(item_of(row, self._text_lengths) for row in validation.sequence(message.get("items")))

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
                if 1 <= level <= MAX_LEVEL and 0 <= page <= len(self._text_lengths):
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
    rows = [item_row(item) for item in structure.items]
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
