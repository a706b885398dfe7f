"""Writes the blocks and tables of a page into its text, and says which part of the text each of them is."""

from collections.abc import Sequence

from documents.pipeline.pdf.characters import is_unspaced
from documents.pipeline.pdf.geometry import shares_columns, union
from documents.pipeline.pdf.layout import Block, Draft, Look, PageSketch
from documents.pipeline.pdf.lines import Line
from documents.pipeline.pdf.page_text import PageText
from documents.pipeline.pdf.tables.grid import Cell, FoundTable
from documents.types import Box, ParsedPage, StructureKind, Table, TableCell

_BETWEEN_BLOCKS = "\n\n"
_BETWEEN_ROWS, _BETWEEN_CELLS = "\n", "\t"
_HEAVY = 2
_NEIGHBOURS = 4  # blocks before and after that show how wide the column is


def write_page(
    number: int, width: float, height: float, blocks: Sequence[Block | FoundTable], pictures: Sequence[Box] = ()
) -> tuple[ParsedPage, PageSketch]:
    """`pictures` become figures without text of their own, each before the first thing that stands below it."""
    text = PageText()
    drafts: list[Draft] = []
    for number_on_page, block in enumerate(blocks):
        text.separate(_BETWEEN_BLOCKS)
        if isinstance(block, FoundTable):
            drafts.append(_write_table(text, block))
        else:
            drafts.append(_write_block(text, block, right=_column_right(blocks, number_on_page)))
    for picture in pictures:
        _insert_figure(drafts, picture, text.length)
    page = ParsedPage(number, width, height, f"{text.text()}\n", text.tokens)
    return page, PageSketch(number, width, height, tuple(drafts))


def _insert_figure(drafts: list[Draft], box: Box, end: int) -> None:
    below = (n for n, draft in enumerate(drafts) if draft.box.y0 >= box.y1 - 2 and shares_columns(draft.box, box) > 0)
    place = next(below, len(drafts))
    start = drafts[place].start if place < len(drafts) else end
    drafts.insert(place, Draft(StructureKind.FIGURE, box, start, start, ""))


def _column_right(blocks: Sequence[Block | FoundTable], number: int) -> float:
    """Where the lines of the block could have ended: its neighbours in the same column show it better than itself."""
    block = blocks[number]
    if isinstance(block, FoundTable):
        return block.x1
    first = block.lines[0]
    rights = [line.x1 for line in block.lines]
    for other in blocks[max(0, number - _NEIGHBOURS) : number + _NEIGHBOURS + 1]:
        if isinstance(other, Block) and other.kind is StructureKind.PARAGRAPH:
            same = (
                line for line in other.lines if line.size == first.size and abs(line.x0 - first.x0) < 2 * first.size
            )
            rights += [line.x1 for line in same]
    return max(rights)


def _write_block(text: PageText, block: Block, *, right: float) -> Draft:
    start = text.length
    box = union(block.lines)
    for number, line in enumerate(block.lines):
        if number:
            separator = _line_separator(block.lines[number - 1], line, right=right)
            if separator != " " or not (text.ends_unspaced() and is_unspaced(line.words[0].text[0])):
                text.separate(separator)
        text.write_words(line.words)
    return Draft(block.kind, box, start, text.length, text.since(start), look=_look(block))


def _line_separator(line: Line, following: Line, *, right: float) -> str:
    """A line that ends although the next word had room ends on purpose."""
    room = right - line.x1
    next_word = following.words[0]
    return "\n" if room > (next_word.x1 - next_word.x0) + 2 * line.size else " "


def _look(block: Block) -> Look:
    line = block.lines[0]
    return Look(line.size, line.weight, line.font, capitals=line.text.isupper())


def _write_table(text: PageText, found: FoundTable) -> Draft:
    """Row by row; cells that span rows are written where they begin."""
    start = text.length
    cells = sorted(found.grid.cells, key=lambda cell: (cell.row, cell.column))
    written: list[Cell] = []
    for cell in cells:
        if cell.is_empty:
            continue
        if written:
            text.separate(_BETWEEN_CELLS if written[-1].row == cell.row else _BETWEEN_ROWS)
        text.write_words(cell.words)
        written.append(cell)
    table = Table(found.grid.rows, found.grid.columns, tuple(_table_cell(cell, found) for cell in cells))
    return Draft(StructureKind.TABLE, found.box, start, text.length, text.since(start), table=table)


def _table_cell(cell: Cell, found: FoundTable) -> TableCell:
    return TableCell(
        row=cell.row,
        column=cell.column,
        text=cell.text,
        row_span=cell.last_row - cell.row + 1,
        column_span=cell.last_column - cell.column + 1,
        is_header=cell.row == 0 and _has_header(found),
        box=union(cell.words) if cell.words else None,
    )


def _has_header(found: FoundTable) -> bool:
    """The first row is a header if it is heavier than the rest, or if it has words where the rest has numbers."""
    first = [cell for cell in found.grid.filled if cell.row == 0]
    rest = [cell for cell in found.grid.filled if cell.row > 0]
    if not first or not rest:
        return False
    heavy_first = all(word.style.weight >= _HEAVY for cell in first for word in cell.words)
    heavy_rest = all(word.style.weight >= _HEAVY for cell in rest for word in cell.words)
    if heavy_first and not heavy_rest:
        return True
    return _numeric_share(first) < 0.2 <= _numeric_share(rest)  # nearly none against some


def _numeric_share(cells: Sequence[Cell]) -> float:
    return sum(any(character.isdigit() for character in cell.text) for cell in cells) / len(cells)
