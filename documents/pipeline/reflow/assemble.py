"""Assembly of the result: pages, items and links from the typeset parts, and the locations of docling's items."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from documents.pipeline.inline import clip_marks
from documents.pipeline.pdf.file import open_pdf
from documents.pipeline.pdf.geometry import union
from documents.pipeline.reflow.align_words import PrintedWord, WordMatch, align_words
from documents.pipeline.reflow.ink_marks import InkPage
from documents.pipeline.reflow.model import Block
from documents.pipeline.reflow.page_builder import Fragment, PageBuilder, split_by_page, split_table
from documents.pipeline.reflow.typesetting import Part, read_page
from documents.types import Box, Item, Link, ParsedPage, StructureKind

_LINK_SCHEMES = ("http://", "https://", "mailto:")


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
        builders = [PageBuilder(first + n, page.width, page.height) for n, page in enumerate(ink_pages)]
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

    def __init__(self, pages: Sequence[PageBuilder], first: int, assembly: Assembly) -> None:
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

    def _page(self, number: int) -> PageBuilder:
        return self._pages[number - self._first]

    def _write_text(self, block: Block, printed: Printed) -> None:
        text = block.text
        matches = align_words(text, printed.words, printed.backgrounds)
        level = block.depth + 1 if block.kind is StructureKind.LIST_ITEM else block.level
        for fragment in split_by_page(matches, len(text)):
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

    def _add_runs(self, block: Block, fragment: Fragment) -> None:
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
        for part in split_table(block.table, matches, backgrounds, first_row=block.first_row):
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
