"""Messages of the sandbox: round trip of events, and refusal of invalid messages."""

import pytest

from documents.pipeline.sandbox.messages import EventReader, messages_of
from documents.pipeline.sandbox.wire import WireError
from documents.types import (
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
    ParseWarning,
    Rendition,
    StructureKind,
    Table,
    TableCell,
    Token,
)

BOX = Box(1.0, 2.0, 30.0, 14.0)
CELLS = (
    TableCell(0, 0, "a", column_span=2, is_header=True),
    TableCell(1, 1, "b", box=BOX, marks=(Mark(0, 1, "", "https://example.org/"),)),
)
EVENTS = (
    DocumentInfo(2),
    PageOcr(1, b"read"),
    ParsedPage(1, 100.0, 200.0, "né x\n", (Token("né", 0, BOX), Token("x", 3, BOX, 1.0))),
    Attachment("/box/1", "lease.pdf", "messages/old"),
    ParsedPage(2, 100.0, 200.0, "", ()),
    ParseWarning("page_unreadable", "Damaged."),
    PagesRead(),
    Rendition("/box/r.pdf"),
    ParsedStructure(
        (
            Item(StructureKind.HEADING, 1, BOX, 0, 2, 1),
            Item(StructureKind.TABLE, 1, BOX, 0, 4, None, Table(2, 2, CELLS, (3, 7))),
            Item(StructureKind.PARAGRAPH, 1, BOX, 0, 4, marks=(Mark(0, 2, "bi"), Mark(3, 4, "cm")), continues=True),
            Item(StructureKind.FIGURE, 1, BOX, 4, 4, alt="A map"),
        ),
        "fr",
        "né",
        b"{}",
        {"author": "Ada"},
        (OutlineEntry("One", 1, 1), OutlineEntry("Nowhere", 2, 0)),
        (Link(1, BOX, "https://example.org/"), Link(2, BOX, "#1")),
    ),
)


def read(messages, *, max_pages=10):
    reader = EventReader(max_pages=max_pages)
    return [event for message in messages if (event := reader.read(message)) is not None]


def test_events_survive_the_round_trip():
    assert read(message for event in EVENTS for message in messages_of(event)) == list(EVENTS)


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("metadata", {"author": 1}, "not text"),
        ("metadata", {str(n): "" for n in range(101)}, "too many entries"),
        ("outline", [["One", 1, 3]], "missing page"),
        ("outline", [["One", 0, 1]], "invalid level"),
        ("outline", [["O\x00ne", 1, 1]], "NUL character"),
        ("links", [[3, list(BOX), "#1"]], "missing page"),
        ("links", [[1, [1, 2, 3], "#1"]], "invalid box"),
        ("links", None, "no list"),
    ],
    ids=lambda value: value if isinstance(value, str) and " " in value else None,
)
def test_an_invalid_structure_is_refused(key, value, reason):
    messages = [message for event in EVENTS for message in messages_of(event)]
    with pytest.raises(WireError):
        read([*messages[:-1], {**messages[-1], key: value}])


@pytest.mark.parametrize("column", [b"\x01", b"\x01" * 3, "not bytes"], ids=["too short", "too long", "text"])
def test_confidence_needs_one_byte_per_token(column):
    messages = [message for event in EVENTS[:3] for message in messages_of(event)]
    with pytest.raises(WireError):
        read([messages[0], {**messages[2], "confidence": column}])


def _structure(**item):
    fields = {"marks": [], "continues": False, "table": None} | item
    row = ["paragraph", 1, [0, 0, 1, 1], 0, 4, None, fields["table"], fields["marks"], fields["continues"]]
    return [*(message for event in EVENTS[:2] for message in messages_of(event)), {"kind": "items", "items": [row]}]


@pytest.mark.parametrize(
    "item",
    [
        {"marks": [[0, 5, "b", ""]]},  # beyond the text
        {"marks": [[0, 2, "b", ""], [1, 3, "i", ""]]},  # overlapping
        {"marks": [[2, 2, "b", ""]]},  # empty
        {"marks": [[0, 2, "x", ""]]},  # unknown style
        {"marks": [[0, 2, "b", "a\x00"]]},
        {"continues": 1},
        {"table": [1, 1, [], [2, 3]]},  # more numbers than rows
        {"table": [2, 1, [], [3, 2]]},  # not rising
        {"table": [1, 1, [], [-1]]},
    ],
)
def test_invalid_marks_and_row_numbers_are_refused(item):
    with pytest.raises(WireError):
        read(_structure(**item))
