"""Assembly of the result: pages, items and links from the typeset parts, and the locations of docling's items."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypedDict, Unpack

from documents.pipeline.inline import clip_marks
from documents.pipeline.pdf.file import open_pdf
from documents.pipeline.pdf.geometry import union
from documents.pipeline.reflow.align_words import PrintedWord, WordMatch, align_words
from documents.pipeline.reflow.ink_marks import InkPage
from documents.pipeline.reflow.model import Block
from documents.pipeline.reflow.typesetting import Part, read_page
from documents.types import Box, Item, Link, Mark, ParsedPage, StructureKind, Table, TableCell, Token

_LINK_SCHEMES = ("http://", "https://", "mailto:")


class _ItemOptions(TypedDict, total=False):
    """Optional fields of an item."""

    level: int | None
    table: Table | None
    marks: tuple[Mark, ...]
    continues: bool
    alt: str


@dataclass(slots=True)
class _PageBuilder:
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
        **options: Unpack[_ItemOptions],
    ) -> None:
        self.items.append(Item(kind, self.number, box, *span, **options))

    def build(self) -> ParsedPage:
        return ParsedPage(self.number, self.width, self.height, "".join(self._texts), self.tokens)


@dataclass(frozen=True, slots=True)
class _Fragment:
    """The part of a text on one page. With `is_continued`, `end` is the start of the part on the next page."""

    page: int
    start: int
    end: int
    matches: Sequence[WordMatch]
    is_continued: bool = False


@dataclass(frozen=True, slots=True)
class Location:
    """The page and box of an item in the reader's own model; `cell` is the row and column of a table cell."""

    ref: str
    page: int
    box: Box
    length: int
    cell: tuple[int, int] | None = None


@dataclass(slots=True)
class Assembly:
    """Results that are complete after all pages have been read."""

    items: list[Item] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    locations: list[Location] = field(default_factory=list)
    sizes: list[tuple[float, float]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Printed:
    """Printed words and backgrounds of one block or cell, with their pages."""

    words: Sequence[PrintedWord] = ()
    backgrounds: Sequence[tuple[int, Box]] = ()


_NOTHING = Printed()


def assemble(parts: Sequence[Part], blocks: Sequence[Block], assembly: Assembly) -> Iterator[ParsedPage]:
    """Yield the pages in order and fill `assembly`."""
    first = 1
    for part in parts:
        with open_pdf(part.path) as document:
            ink_pages = [read_page(document, number) for number in range(1, part.pages + 1)]
        builders = [_PageBuilder(first + n, page.width, page.height) for n, page in enumerate(ink_pages)]
        writer = _PartWriter(builders, first, assembly)
        for index, printed in sorted(_printed_by_block(ink_pages, part, first).items()):
            writer.write(blocks[index], printed)
        for builder in builders:
            builder.end_line()
            assembly.items += builder.items
            assembly.sizes.append((builder.width, builder.height))
            yield builder.build()
        first += part.pages


def _printed_by_block(pages: Sequence[InkPage], part: Part, first: int) -> dict[int, dict[int | None, Printed]]:
    """Return words and backgrounds by block and cell; the cell is None for the block itself."""
    words: dict[int, list[PrintedWord]] = {}
    backgrounds: dict[int, list[tuple[int, Box]]] = {}
    for number, page in enumerate(pages, first):
        for ink, ink_words in page.words.items():
            words.setdefault(ink, []).extend(PrintedWord(number, word) for word in ink_words)
        for ink, boxes in page.backgrounds.items():
            backgrounds.setdefault(ink, []).extend((number, box) for box in boxes)
    printed: dict[int, dict[int | None, Printed]] = {}
    for ink, (block, cell) in part.inks.targets.items():
        if ink in words or ink in backgrounds:
            printed.setdefault(block, {})[cell] = Printed(words.get(ink, ()), backgrounds.get(ink, ()))
    return printed


class _PartWriter:
    """Writes blocks to the pages of a part."""

    def __init__(self, pages: Sequence[_PageBuilder], first: int, assembly: Assembly) -> None:
        self._pages = pages
        self._first = first
        self._assembly = assembly

    def write(self, block: Block, printed: Mapping[int | None, Printed]) -> None:
        """Write a block; `printed` has an entry for the block itself, under None, or for each of its cells."""
        if block.table is not None and block.table.cells:
            self._write_table(block, printed)
        elif block.kind is StructureKind.FIGURE and block.picture is not None:
            self._write_figure(block, printed.get(None, _NOTHING))
        else:
            self._write_text(block, printed.get(None, _NOTHING))

    def _page(self, number: int) -> _PageBuilder:
        return self._pages[number - self._first]

    def _write_text(self, block: Block, printed: Printed) -> None:
        text = block.text
        matches = align_words(text, printed.words, printed.backgrounds)
        level = block.depth + 1 if block.kind is StructureKind.LIST_ITEM else block.level
        for fragment in _split_by_page(matches, len(text)):
            page = self._page(fragment.page)
            page.end_line()
            start, end = page.write(text[fragment.start : fragment.end], fragment.matches, offset=fragment.start)
            box = union([match.box for match in fragment.matches])
            span = (start, page.length if fragment.is_continued else end)
            marks = clip_marks(block.marks, fragment.start, fragment.start + span[1] - start)
            continues = fragment.start > matches[0].start
            page.add(block.kind, box, span, level=level, marks=marks, continues=continues)
            if block.ref:
                self._assembly.locations.append(Location(block.ref, fragment.page, box, len(text)))
            self._add_runs(block, fragment)

    def _add_runs(self, block: Block, fragment: _Fragment) -> None:
        """Add the links of a block, and the locations of runs that are items in the reader's own model."""
        start = len(block.text) - sum(len(run.text) for run in block.runs)
        for run in block.runs:
            end = start + len(run.text)
            is_link = run.link.startswith(_LINK_SCHEMES)
            if run.ref or is_link:
                inside = [match for match in fragment.matches if start <= match.start < end]
                for box in _line_boxes(inside) if is_link else ():
                    self._assembly.links.append(Link(fragment.page, box, run.link))
                if run.ref and inside:
                    box = union([match.box for match in inside])
                    self._assembly.locations.append(Location(run.ref, fragment.page, box, len(run.text.strip())))
            start = end

    def _write_figure(self, block: Block, printed: Printed) -> None:
        for number, box in printed.backgrounds[:1]:
            page = self._page(number)
            page.end_line()
            page.add(block.kind, box, (page.length, page.length), alt=block.picture.alt if block.picture else "")
            self._assembly.locations.append(Location(block.ref, number, box, 0))

    def _write_table(self, block: Block, printed: Mapping[int | None, Printed]) -> None:
        if block.table is None:
            return
        by_cell = [printed.get(n, _NOTHING) for n in range(len(block.table.cells))]
        matches = [
            align_words(cell.text, entry.words, entry.backgrounds)
            for cell, entry in zip(block.table.cells, by_cell, strict=True)
        ]
        backgrounds = [entry.backgrounds for entry in by_cell]
        for part in _split_table(block.table, matches, backgrounds, first_row=block.first_row):
            page = self._page(part.page)
            page.end_line()
            start = page.length
            for row in part.rows:
                page.end_line()
                for number, (text, cell_matches, offset) in enumerate(row):
                    if number:
                        page.append("\t")
                    page.write(text, cell_matches, offset=offset)
            box = union([cell.box for cell in part.table.cells if cell.box is not None])
            continues = not part.is_first or block.first_row > 0
            page.add(block.kind, box, (start, page.length), table=part.table, continues=continues)
            self._assembly.locations.append(Location(block.ref, part.page, box, 0))
            self._assembly.locations += [
                Location(block.ref, part.page, box, 0, (block.first_row + row, column))
                for (row, column), box in part.source_cells.items()
            ]


def _line_boxes(matches: Sequence[WordMatch]) -> Iterator[Box]:
    """Yield one box per line."""
    line: list[Box] = []
    for match in matches:
        if line and abs(match.box.y1 - line[-1].y1) > 0.6 * (line[-1].y1 - line[-1].y0):
            yield union(line)
            line = []
        line.append(match.box)
    if line:
        yield union(line)


# Building of pages block by block: text, tokens and items grow together, so that all offsets are consistent.

_PageBoxes = Sequence[tuple[int, Box]]


class _CellText(NamedTuple):
    """The part of a cell's text on one page; `offset` is its start in the text of the cell."""

    text: str
    matches: Sequence[WordMatch]
    offset: int


@dataclass(frozen=True, slots=True)
class _TablePart:
    """The rows of a table on one page: texts, the table with renumbered rows, and boxes by row and column."""

    page: int
    rows: Sequence[Sequence[_CellText]]
    table: Table
    source_cells: Mapping[tuple[int, int], Box]
    is_first: bool = True


def _split_by_page(matches: Sequence[WordMatch], length: int) -> list[_Fragment]:
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
    return [_Fragment(group[0].page, start, end, group, group is not groups[-1]) for group, start, end in spans]


def _split_table(
    table: Table, matches: Sequence[Sequence[WordMatch]], backgrounds: Sequence[_PageBoxes], *, first_row: int = 0
) -> Iterator[_TablePart]:
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
    table: Table,
    matches: Sequence[Sequence[WordMatch]],
    backgrounds: Sequence[_PageBoxes],
    page: int,
    *,
    first_row: int,
) -> _TablePart:
    texts: dict[int, list[_CellText]] = {}
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
        return _TablePart(page, text_rows, Table(table.rows, table.columns, tuple(cells)), source)
    numbers = {row: number for number, row in enumerate(sorted({cell.row for cell in cells}))}
    row_numbers = tuple(first_row + row for row in numbers)
    renumbered = tuple(_renumber(cell, numbers) for cell in cells)
    return _TablePart(page, text_rows, Table(len(numbers), table.columns, renumbered, row_numbers), source)


def _cell_on_page(cell: TableCell, content: _CellText, box: Box) -> TableCell:
    marks = clip_marks(cell.marks, content.offset, content.offset + len(content.text))
    return replace(cell, text=content.text, box=box, marks=marks)


def _renumber(cell: TableCell, numbers: Mapping[int, int]) -> TableCell:
    rows = [row for row in range(cell.row, cell.row + cell.row_span) if row in numbers]
    return replace(cell, row=numbers[cell.row], row_span=max(1, len(rows)))


def _cell_text(text: str, matches: Sequence[WordMatch], page: int) -> _CellText:
    for fragment in _split_by_page(matches, len(text)):
        if fragment.page == page:
            part = text[fragment.start : fragment.end].rstrip()
            return _CellText(part, fragment.matches, fragment.start)
    return _CellText("", (), 0)
