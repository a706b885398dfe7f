"""Measure where the lines of a text and the columns of a table start and end, to find those that a page break splits.

All lengths of texts are in em, so that they can be compared between pages with different margins.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from statistics import median_low

from documents.pipeline.pdf.geometry import HasBox, horizontal_overlap, union
from documents.pipeline.pdf.layout.model import Block, ColumnEdges, TableEdges, TextEdges, TextStyle
from documents.pipeline.pdf.tables.grid import Cell, DetectedTable
from documents.pipeline.pdf.text.lines import Line, is_right_to_left
from documents.types import StructureKind

_NEIGHBOURS = 4  # blocks before and after, to measure the width of the column
_SAME_START = 2.0  # em between the starts of lines of one column
_MIN_SIZE = 0.5  # points
_FLOWING = frozenset({StructureKind.PARAGRAPH, StructureKind.LIST_ITEM})


def column_lines(blocks: Sequence[HasBox | Block], index: int) -> list[Line]:
    """Return the lines of a block, and those of the paragraphs near it that are in the same column and type."""
    block = blocks[index]
    if not isinstance(block, Block):
        return []
    first = block.lines[0]
    lines = list(block.lines)
    for other in blocks[max(0, index - _NEIGHBOURS) : index + _NEIGHBOURS + 1]:
        if isinstance(other, Block) and other.kind is StructureKind.PARAGRAPH and other is not block:
            lines += [line for line in other.lines if _is_in_column(line, first)]
    return lines


def _is_in_column(line: Line, first: Line) -> bool:
    return line.size == first.size and abs(line.x0 - first.x0) < _SAME_START * first.size


def text_style(line: Line) -> TextStyle:
    return TextStyle(line.size, line.weight, line.font, is_upper=line.text.isupper())


def text_edges(blocks: Sequence[HasBox | Block], index: int) -> TextEdges | None:
    """Return where a text starts and ends in its column; `None` for text that does not run from side to side."""
    block = blocks[index]
    if not isinstance(block, Block) or block.lines[0].words[0].style.is_sideways:
        return None
    first, last = block.lines[0], block.lines[-1]
    column = [
        *block.lines,
        *_lines_above_and_below(block, blocks[max(0, index - _NEIGHBOURS) : index + _NEIGHBOURS + 1]),
    ]
    em = max(_MIN_SIZE, last.size)
    others = block.lines[1:] or [line for line in column if _is_in_column(line, first)]
    left, right = min(line.x0 for line in column), max(line.x1 for line in column)
    if is_right_to_left(first.text):
        indent, room, first_room = max(line.x1 for line in others) - first.x1, last.x0 - left, first.x0 - left
    else:
        indent, room, first_room = first.x0 - min(line.x0 for line in others), right - last.x1, right - first.x1
    word = first.words[0]
    return TextEdges(
        width=(right - left) / em,
        indent=indent / em,
        room=room / em,
        first_room=first_room / em,
        first_word=(word.x1 - word.x0) / em,
        lines=len(block.lines),
        last_style=text_style(last),
    )


def _lines_above_and_below(block: Block, near: Sequence[HasBox | Block]) -> Iterator[Line]:
    """Yield the lines of the paragraphs and list items near a block that share its column."""
    for other in near:
        if isinstance(other, Block) and other is not block and other.kind in _FLOWING:
            yield from (line for line in other.lines if horizontal_overlap(line, block.lines[0]) > 0)


def table_edges(detected: DetectedTable) -> TableEdges:
    """Return the usual edges of the text in each column, and the size of the type."""
    cells: dict[int, list[Cell]] = defaultdict(list)
    for cell in detected.grid.filled:
        if cell.column == cell.last_column:
            cells[cell.column].append(cell)
    sizes = [word.size for cell in detected.grid.filled for word in cell.words]
    columns = tuple(_column_edges(cells[column]) for column in range(detected.grid.columns))
    return TableEdges(max(_MIN_SIZE, median_low(sizes)) if sizes else _MIN_SIZE, detected.y1, columns)


def _column_edges(cells: Sequence[Cell]) -> ColumnEdges | None:
    if not cells:
        return None
    boxes = [union(cell.words) for cell in cells]
    middles = sorted((box.x0 + box.x1) / 2 for box in boxes)
    return ColumnEdges(
        median_low([box.x0 for box in boxes]), median_low(middles), median_low([box.x1 for box in boxes])
    )
