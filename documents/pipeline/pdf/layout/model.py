"""Layout of one page: blocks and draft items in reading order, before the other pages are known."""

from dataclasses import dataclass
from typing import NamedTuple

from documents.pipeline.pdf.text.lines import Line
from documents.types import Box, StructureKind, Table


@dataclass(frozen=True, slots=True)
class TextStyle:
    """The properties by which levels of headings differ. `is_upper` means capital letters only."""

    size: float
    weight: int
    font: str
    is_upper: bool


class TextEdges(NamedTuple):
    """Distances of the first and the last line of a text from the edges of its column, in em.

    `width` is that of the column. `indent` is the distance of the first line from the side where lines start. `room`
    and `first_room` are free after the last and the first line. `first_word` is the width of the first word.
    """

    width: float
    indent: float
    room: float
    first_room: float
    first_word: float
    lines: int
    last_style: TextStyle


class ColumnEdges(NamedTuple):
    """The median left edge, middle and right edge of the cells of a column, in points."""

    left: float
    middle: float
    right: float


class TableEdges(NamedTuple):
    """The size of a table's type, and the edges of each column; `None` if no cell is in this column alone.

    `bottom` is the lower edge of the table on the page as it was read.
    """

    size: float
    bottom: float
    columns: tuple[ColumnEdges | None, ...]


@dataclass(frozen=True, slots=True)
class DraftItem:
    """An item whose kind may still change, and whose level is not known. Both depend on the other pages.

    `continues` marks the rest of an item of the same kind that a page or column break splits.
    """

    kind: StructureKind
    box: Box
    start: int
    end: int
    text: str
    style: TextStyle | None = None
    table: Table | None = None
    alt: str = ""
    text_edges: TextEdges | None = None
    table_edges: TableEdges | None = None
    continues: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """The lines of one paragraph, heading, list item, caption or footnote, or the labels of a figure by rows.

    `box` is that of a figure, which is larger than its labels.
    """

    kind: StructureKind
    lines: tuple[Line, ...]
    box: Box | None = None


@dataclass(frozen=True, slots=True)
class PageLayout:
    """The draft items of a page in reading order."""

    number: int
    width: float
    height: float
    drafts: tuple[DraftItem, ...]
