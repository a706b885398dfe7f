"""What the rules find on one page, before the whole document is known: blocks in reading order."""

from dataclasses import dataclass

from documents.pipeline.pdf.lines import Line
from documents.types import Box, StructureKind, Table


@dataclass(frozen=True, slots=True)
class Look:
    """What tells levels of headings apart."""

    size: float
    weight: int
    font: str
    capitals: bool


@dataclass(frozen=True, slots=True)
class Draft:
    """An item whose kind may still change: running headers and levels need the other pages."""

    kind: StructureKind
    box: Box
    start: int
    end: int
    text: str
    look: Look | None = None
    table: Table | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that are one paragraph, heading, list item, caption or footnote."""

    kind: StructureKind
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class PageSketch:
    """The drafts of a page."""

    number: int
    width: float
    height: float
    drafts: tuple[Draft, ...]
