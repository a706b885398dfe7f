"""Building of pages block by block: text, tokens and items grow together, so that all offsets are consistent."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypedDict, Unpack

from documents.pipeline.inline import clip_marks
from documents.pipeline.pdf.geometry import union
from documents.pipeline.reflow.align_words import WordMatch
from documents.types import Box, Item, Mark, ParsedPage, StructureKind, Table, TableCell, Token

PageBoxes = Sequence[tuple[int, Box]]


class ItemOptions(TypedDict, total=False):
    """Optional fields of an item."""

    level: int | None
    table: Table | None
    marks: tuple[Mark, ...]
    continues: bool
    alt: str


@dataclass(slots=True)
class PageBuilder:
    """A page under construction; `number` counts the pages of the document."""

    number: int
    width: float
    height: float
    items: list[Item] = field(default_factory=list)
    tokens: list[Token] = field(default_factory=list)
    _texts: list[str] = field(default_factory=list)
    _length: int = 0

    def write(self, text: str, matches: Iterable[WordMatch], *, offset: int) -> tuple[int, int]:
        """Append a text with its tokens and return its span; `offset` is its start in the text of the matches."""
        start = self._length
        for match in matches:
            begin, end = match.start - offset, match.end - offset
            self.tokens.append(Token(text[begin:end], start + begin, match.box))
        self.append(text)
        return start, start + len(text.rstrip())

    def append(self, text: str) -> None:
        self._texts.append(text)
        self._length += len(text)

    def end_line(self) -> None:
        """Append a line break, unless the text ends with white space, as a paragraph does before a page break."""
        if self._length and not self._texts[-1][-1:].isspace():
            self.append("\n")

    @property
    def length(self) -> int:
        return self._length

    def add(
        self,
        kind: StructureKind,
        box: Box,
        span: tuple[int, int],
        **options: Unpack[ItemOptions],
    ) -> None:
        self.items.append(Item(kind, self.number, box, *span, **options))

    def build(self) -> ParsedPage:
        return ParsedPage(self.number, self.width, self.height, "".join(self._texts), self.tokens)


@dataclass(frozen=True, slots=True)
class Fragment:
    """The part of a text on one page. With `is_continued`, `end` is the start of the part on the next page."""

    page: int
    start: int
    end: int
    matches: Sequence[WordMatch]
    is_continued: bool = False


class CellText(NamedTuple):
    """The part of a cell's text on one page; `offset` is its start in the text of the cell."""

    text: str
    matches: Sequence[WordMatch]
    offset: int


@dataclass(frozen=True, slots=True)
class TablePart:
    """The rows of a table on one page: texts, the table with renumbered rows, and boxes by row and column."""

    page: int
    rows: Sequence[Sequence[CellText]]
    table: Table
    source_cells: Mapping[tuple[int, int], Box]
    is_first: bool = True


def split_by_page(matches: Sequence[WordMatch], length: int) -> list[Fragment]:
    """Return the text from the first to the last word, split at page breaks."""
    groups: list[list[WordMatch]] = []
    for match in matches:
        if groups and groups[-1][-1].page >= match.page:
            groups[-1].append(match)
        else:
            groups.append([match])
    starts = [group[0].start for group in groups]
    ends = [*starts[1:], min(length, groups[-1][-1].end)] if groups else []
    spans = zip(groups, starts, ends, strict=True)
    return [Fragment(group[0].page, start, end, group, group is not groups[-1]) for group, start, end in spans]


def split_table(
    table: Table, matches: Sequence[Sequence[WordMatch]], backgrounds: Sequence[PageBoxes], *, first_row: int = 0
) -> Iterator[TablePart]:
    """Yield one part per page; repeated header rows are left out.

    `matches` and `backgrounds` have one entry per cell. `first_row` is the number of rows in earlier blocks of the
    same table.
    """
    is_first = True
    for page in sorted({page for boxes in backgrounds for page, _ in boxes}):
        part = _table_on_page(table, matches, backgrounds, page, first_row=first_row)
        if part.table.cells:
            yield replace(part, is_first=is_first)
            is_first = False


def _table_on_page(
    table: Table, matches: Sequence[Sequence[WordMatch]], backgrounds: Sequence[PageBoxes], page: int, *, first_row: int
) -> TablePart:
    texts: dict[int, list[CellText]] = {}
    cells: list[TableCell] = []
    source: dict[tuple[int, int], Box] = {}
    for cell, cell_matches, page_boxes in zip(table.cells, matches, backgrounds, strict=True):
        boxes = [box for number, box in page_boxes if number == page]
        if not boxes or (cell.is_header and page_boxes[0][0] != page):
            continue
        box = union(boxes)
        content = _cell_text(cell.text, cell_matches, page)
        cells.append(_cell_on_page(cell, content, box) if cell_matches else replace(cell, box=box))
        source.setdefault((cell.row, cell.column), box)
        if content.text:
            texts.setdefault(cell.row, []).append(content)
    text_rows = [texts[row] for row in sorted(texts)]
    if len(cells) == len(table.cells) and not first_row:
        return TablePart(page, text_rows, Table(table.rows, table.columns, tuple(cells)), source)
    numbers = {row: number for number, row in enumerate(sorted({cell.row for cell in cells}))}
    row_numbers = tuple(first_row + row for row in numbers)
    renumbered = tuple(_renumber(cell, numbers) for cell in cells)
    return TablePart(page, text_rows, Table(len(numbers), table.columns, renumbered, row_numbers), source)


def _cell_on_page(cell: TableCell, content: CellText, box: Box) -> TableCell:
    marks = clip_marks(cell.marks, content.offset, content.offset + len(content.text))
    return replace(cell, text=content.text, box=box, marks=marks)


def _renumber(cell: TableCell, numbers: Mapping[int, int]) -> TableCell:
    rows = [row for row in range(cell.row, cell.row + cell.row_span) if row in numbers]
    return replace(cell, row=numbers[cell.row], row_span=max(1, len(rows)))


def _cell_text(text: str, matches: Sequence[WordMatch], page: int) -> CellText:
    for fragment in split_by_page(matches, len(text)):
        if fragment.page == page:
            part = text[fragment.start : fragment.end].rstrip()
            return CellText(part, fragment.matches, fragment.start)
    return CellText("", (), 0)
