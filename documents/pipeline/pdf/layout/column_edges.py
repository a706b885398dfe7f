"""Measure where the lines of a text and the columns of a table start and end, to find those that a page break splits.

All lengths of texts are in em, so that they can be compared between pages with different margins.
"""

from collections import defaultdict
from collections.abc import Sequence
from statistics import median_low

from documents.pipeline.pdf.geometry import HasBox, union
from documents.pipeline.pdf.layout.model import Block, ColumnEdges, TableEdges, TextEdges, TextStyle
from documents.pipeline.pdf.tables.grid import Cell, DetectedTable
from documents.pipeline.pdf.text.lines import Line, is_right_to_left
from documents.types import Box, StructureKind

_NEIGHBOURS = 4  # blocks before and after, to measure the width of the column
_SAME_START = 2.0  # em between the starts of lines of one column
_MIN_SIZE = 0.5  # points
_FLOWING = frozenset({StructureKind.PARAGRAPH, StructureKind.LIST_ITEM})


def column_right(blocks: Sequence[HasBox | Block], index: int, block: Block) -> float:
    """Return the right edge of the column of the block with an index, measured with its neighbours."""
    first = block.lines[0]
    rights = [line.x1 for line in block.lines]
    for other in blocks[max(0, index - _NEIGHBOURS) : index + _NEIGHBOURS + 1]:
        if isinstance(other, Block) and other.kind is StructureKind.PARAGRAPH:
            same = (line for line in other.lines if line.size == first.size)
            rights += [line.x1 for line in same if abs(line.x0 - first.x0) < _SAME_START * first.size]
    return max(rights)


def text_style(line: Line) -> TextStyle:
    return TextStyle(line.size, line.weight, line.font, is_upper=line.text.isupper())


def text_edges(block: Block, box: Box, near: Sequence[Box]) -> TextEdges | None:
    """Return where a text starts and ends in its column; `None` for text that does not run from side to side.

    `near` are the boxes of the texts around it, itself included.
    """
    first, last = block.lines[0], block.lines[-1]
    if first.words[0].style.is_sideways:
        return None
    em = max(_MIN_SIZE, last.size)
    column = [other for other in near if other.x0 < box.x1 and other.x1 > box.x0] or [box]
    left, right = min(other.x0 for other in column), max(other.x1 for other in column)
    others = block.lines[1:]
    if is_right_to_left(first.text):
        start = max((line.x1 for line in others), default=right)
        indent, room, first_room = start - first.x1, last.x0 - left, first.x0 - left
    else:
        start = min((line.x0 for line in others), default=_start_of_column(column, first))
        indent, room, first_room = first.x0 - start, right - last.x1, right - first.x1
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


def _start_of_column(column: Sequence[Box], first: Line) -> float:
    return min((box.x0 for box in column if abs(box.x0 - first.x0) < _SAME_START * first.size), default=first.x0)


def boxes_near(blocks: Sequence[HasBox | Block], boxes: Sequence[Box], index: int) -> list[Box]:
    """Return the boxes of a block and of the paragraphs and list items next to it in the order of the page."""
    start, end = max(0, index - _NEIGHBOURS), index + _NEIGHBOURS + 1
    near = zip(blocks[start:end], boxes[start:end], strict=True)
    return [box for other, box in near if isinstance(other, Block) and other.kind in _FLOWING]


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
