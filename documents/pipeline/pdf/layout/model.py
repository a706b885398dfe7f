"""Layout of one page: blocks and draft items in reading order, before the other pages are known."""

from dataclasses import dataclass

from documents.pipeline.pdf.text.lines import Line
from documents.types import Box, StructureKind, Table


@dataclass(frozen=True, slots=True)
class TextStyle:
    """The properties by which levels of headings differ. `is_upper` means capital letters only."""

    size: float
    weight: int
    font: str
    is_upper: bool


@dataclass(frozen=True, slots=True)
class DraftItem:
    """An item whose kind may still change, and whose level is not known. Both depend on the other pages."""

    kind: StructureKind
    box: Box
    start: int
    end: int
    text: str
    style: TextStyle | None = None
    table: Table | None = None
    alt: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """The lines of one paragraph, heading, list item, caption or footnote."""

    kind: StructureKind
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class PageLayout:
    """The draft items of a page in reading order."""

    number: int
    width: float
    height: float
    drafts: tuple[DraftItem, ...]
