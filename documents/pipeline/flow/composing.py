"""Reads the parts that were set and gives pages, items and, for the reader's own model, where each of its pieces is."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from documents.pipeline.flow.marks import MarkedPage
from documents.pipeline.flow.model import Block
from documents.pipeline.flow.pages import Fragment, GrowingPage, fragments_of
from documents.pipeline.flow.pieces import Piece, Printed
from documents.pipeline.flow.placing import place
from documents.pipeline.flow.table_pages import table_parts
from documents.pipeline.flow.typesetting import Part, read_page
from documents.pipeline.inline import clipped
from documents.pipeline.pdf.file import open_pdf
from documents.pipeline.pdf.geometry import union
from documents.types import Box, Item, Link, ParsedPage, StructureKind

_MARKABLE_LINKS = ("http://", "https://", "mailto:")


@dataclass(frozen=True, slots=True)
class Located:
    """Where a piece of the reader's model is; `cell` is its row and column if it is one of a table."""

    ref: str
    page: int
    box: Box
    length: int
    cell: tuple[int, int] | None = None


@dataclass(slots=True)
class Composed:
    """What is known when all pages have been read."""

    items: list[Item] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    located: list[Located] = field(default_factory=list)
    sizes: list[tuple[float, float]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Marks:
    """Everything printed for one number: words and grounds with the page of the document on which they are."""

    words: Sequence[Printed] = ()
    grounds: Sequence[tuple[int, Box]] = ()

    def box_on(self, page: int) -> Box | None:
        boxes = [box for number, box in self.grounds if number == page]
        return union(boxes) if boxes else None


_NOTHING = Marks()


def compose(parts: Sequence[Part], blocks: Sequence[Block], result: Composed) -> Iterator[ParsedPage]:
    """Pages in order; `result` is filled meanwhile."""
    first = 1
    for part in parts:
        pages = _read(part)
        growing = [GrowingPage(first + n, page.width, page.height) for n, page in enumerate(pages)]
        writer = _PartWriter(growing, first, result)
        marks = _marks_of(pages, part, first)
        for index in sorted({index for index, _ in marks}):
            writer.write(blocks[index], {cell: found for (at, cell), found in marks.items() if at == index})
        for page in growing:
            page.end_line()
            result.items += page.items
            result.sizes.append((page.width, page.height))
            yield page.finished()
        first += part.pages


def _read(part: Part) -> list[MarkedPage]:
    with open_pdf(part.path) as document:
        return [read_page(document, number) for number in range(1, part.pages + 1)]


def _marks_of(pages: Sequence[MarkedPage], part: Part, first: int) -> dict[tuple[int, int | None], Marks]:
    """By block and cell."""
    words: dict[int, list[Printed]] = {}
    grounds: dict[int, list[tuple[int, Box]]] = {}
    for number, page in enumerate(pages, first):
        for mark, found in page.words.items():
            words.setdefault(mark, []).extend(Printed(number, word) for word in found)
        for mark, boxes in page.grounds.items():
            grounds.setdefault(mark, []).extend((number, box) for box in boxes)
    return {
        origin: Marks(words.get(mark, ()), grounds.get(mark, ()))
        for mark, origin in part.numbering.places.items()
        if mark in words or mark in grounds
    }


class _PartWriter:
    """Writes blocks on the pages of a part."""

    def __init__(self, pages: Sequence[GrowingPage], first: int, result: Composed) -> None:
        self._pages = pages
        self._first = first
        self._result = result

    def write(self, block: Block, marks: Mapping[int | None, Marks]) -> None:
        if block.table is not None and block.table.cells:
            self._write_table(block, marks)
        elif block.kind is StructureKind.FIGURE and block.picture is not None:
            self._write_figure(block, marks.get(None, _NOTHING))
        else:
            self._write_text(block, marks.get(None, _NOTHING))

    def _page(self, number: int) -> GrowingPage:
        return self._pages[number - self._first]

    def _write_text(self, block: Block, marks: Marks) -> None:
        text = block.text
        pieces = place(text, marks.words, marks.grounds)
        for fragment in fragments_of(pieces, len(text)):
            page = self._page(fragment.page)
            page.end_line()
            start, end = page.write(text[fragment.start : fragment.end], fragment.pieces, offset=fragment.start)
            box = union([piece.box for piece in fragment.pieces])
            span = (start, page.length if fragment.goes_on else end)
            styled = clipped(block.marks, fragment.start, fragment.start + span[1] - start)
            continues = fragment.start > pieces[0].start
            page.add(block.kind, box, span, level=_level(block), marks=styled, continues=continues)
            if block.ref:
                self._result.located.append(Located(block.ref, fragment.page, box, len(text)))
            self._write_runs(block, fragment)

    def _write_runs(self, block: Block, fragment: Fragment) -> None:
        """Links, and the places of what the reader's model holds as texts of their own."""
        start = len(block.text) - sum(len(run.text) for run in block.runs)
        for run in block.runs:
            end = start + len(run.text)
            if run.ref or run.link.startswith(_MARKABLE_LINKS):
                inside = [piece for piece in fragment.pieces if start <= piece.start < end]
                for box in _line_boxes(inside) if run.link.startswith(_MARKABLE_LINKS) else ():
                    self._result.links.append(Link(fragment.page, box, run.link))
                if run.ref and inside:
                    box = union([piece.box for piece in inside])
                    self._result.located.append(Located(run.ref, fragment.page, box, len(run.text.strip())))
            start = end

    def _write_figure(self, block: Block, marks: Marks) -> None:
        for number, box in marks.grounds[:1]:
            page = self._page(number)
            page.end_line()
            page.add(block.kind, box, (page.length, page.length))
            self._result.located.append(Located(block.ref, number, box, 0))

    def _write_table(self, block: Block, marks: Mapping[int | None, Marks]) -> None:
        if block.table is None:
            return
        placed = [
            place(cell.text, found.words, found.grounds)
            for cell, found in ((cell, marks.get(n, _NOTHING)) for n, cell in enumerate(block.table.cells))
        ]
        grounds = [marks.get(n, _NOTHING).grounds for n in range(len(block.table.cells))]
        for part in table_parts(block.table, placed, grounds, first_row=block.first_row):
            page = self._page(part.page)
            page.end_line()
            start = page.length
            for row in part.rows:
                page.end_line()
                for number, (text, pieces, offset) in enumerate(row):
                    if number:
                        page.append("\t")
                    page.write(text, pieces, offset=offset)
            box = union([cell.box for cell in part.table.cells if cell.box is not None])
            continues = part.is_later or block.first_row > 0
            page.add(block.kind, box, (start, page.length), table=part.table, continues=continues)
            self._result.located.append(Located(block.ref, part.page, box, 0))
            self._result.located += [
                Located(block.ref, part.page, box, 0, (block.first_row + row, column))
                for (row, column), box in part.source_cells.items()
            ]


def _level(block: Block) -> int | None:
    return block.depth + 1 if block.kind is StructureKind.LIST_ITEM else block.level


def _line_boxes(pieces: Sequence[Piece]) -> Iterator[Box]:
    """One box for each line."""
    line: list[Box] = []
    for piece in pieces:
        if line and abs(piece.box.y1 - line[-1].y1) > 0.6 * (line[-1].y1 - line[-1].y0):
            yield union(line)
            line = []
        line.append(piece.box)
    if line:
        yield union(line)
