"""Words that stand for parts of a page which are one cell of a table, until the table is found."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from documents.pipeline.pdf.geometry import horizontal_overlap, union
from documents.pipeline.pdf.tables.grid import DetectedTable
from documents.pipeline.pdf.text.lines import Line
from documents.pipeline.pdf.text.words import Word
from documents.types import Box

StandIns = Mapping[Word, Sequence[Word]]
"""The words that each stand-in stands for."""


def stand_in(words: Sequence[Word], y0: float, y1: float) -> Word:
    """Return an upright word as wide as some words, between two heights."""
    x0, _, x1, _ = union(words)
    first = words[0]
    return first._replace(
        x0=x0,
        y0=y0,
        x1=x1,
        y1=y1,
        text=" ".join(word.text for word in words),
        position=min(word.position for word in words),
        style=first.style._replace(rotation=0),
        cuts=(),
    )


def used_in(tables: Sequence[DetectedTable], stand_ins: StandIns) -> Iterator[Word]:
    """Yield the stand-ins that are in a table."""
    return (word for table in tables for cell in table.grid.filled for word in cell.words if word in stand_ins)


def restored(table: DetectedTable, stand_ins: StandIns) -> DetectedTable:
    """Return a table with the words for which its stand-ins stand."""
    cells = tuple(
        replace(cell, words=tuple(part for word in cell.words for part in stand_ins.get(word, (word,))))
        for cell in table.grid.cells
    )
    around = [part for word in used_in([table], stand_ins) for part in stand_ins[word]]
    return replace(table, box=union([table.box, *around]), grid=replace(table.grid, cells=cells))


# Names of columns that run up or down the page, above narrow columns.

_MIN_NAMES = 3
_SAME_EDGE = 3.0  # points
_MAX_GAP = 2.5  # em between the names and the cells below them
_MIN_WITH_CELLS = 0.6  # of the names have a word below them
_MAX_BESIDE = 6.0  # em between the cells of a row
_HEIGHT = 0.7  # em: of a stand-in, which must not reach the row below


def stand_ins_of_names(lines: Sequence[Line], words: Sequence[Word]) -> dict[Word, Sequence[Word]]:
    """Return words that stand for names of columns at the bottom of these, as other names do, with the parts of each.

    `lines` are those that run up or down the page, `words` are upright. Upright names beside the others, as that of
    the first column, are moved to the same height.
    """
    found: dict[Word, Sequence[Word]] = {}
    rest = list(lines)
    while rest:
        group = _beside(rest[0], rest)
        group_ids = {id(line) for line in group}
        rest = [line for line in rest if id(line) not in group_ids]
        if len(group) >= _MIN_NAMES and _are_above_cells(group, words):
            found |= _stand_ins(group, words)
    return found


def _beside(line: Line, lines: Sequence[Line]) -> list[Line]:
    """Return the lines of the same size with the same top, bottom or middle."""
    return [
        other
        for other in lines
        if abs(other.size - line.size) < 0.1 * line.size
        and (
            abs(other.y0 - line.y0) < _SAME_EDGE
            or abs(other.y1 - line.y1) < _SAME_EDGE
            or abs(other.y0 + other.y1 - line.y0 - line.y1) < 2 * _SAME_EDGE
        )
    ]


def _are_above_cells(names: Sequence[Line], words: Sequence[Word]) -> bool:
    bottom, reach = max(name.y1 for name in names), _MAX_GAP * names[0].size
    below = [word for word in words if bottom - _SAME_EDGE < word.middle_y < bottom + reach]
    with_cells = sum(any(horizontal_overlap(name, word) > 0 for word in below) for name in names)
    return with_cells >= _MIN_WITH_CELLS * len(names)


def _stand_ins(names: Sequence[Line], words: Sequence[Word]) -> dict[Word, Sequence[Word]]:
    around = union(names)
    bottom, size = around.y1, names[0].size
    stand_ins: dict[Word, Sequence[Word]] = {
        stand_in(name.words, bottom - _HEIGHT * size, bottom): name.words for name in names
    }
    beside = _names_beside(around, words, size)
    if beside:
        down = bottom - max(word.y1 for word in beside)
        stand_ins |= {word._replace(y0=word.y0 + down, y1=word.y1 + down): (word,) for word in beside}
    return stand_ins


def _names_beside(names: Box, words: Sequence[Word], size: float) -> list[Word]:
    """Return the upright words at the height of the names, as far as there are cells below them without a wide gap."""
    below = (w for w in words if names.y1 - _SAME_EDGE < w.middle_y < names.y1 + _MAX_GAP * size)
    left, right = names.x0, names.x1
    cells = sorted(below)
    for cell in reversed(cells):
        left = cell.x0 if left - _MAX_BESIDE * size < cell.x1 and cell.x0 < left else left
    for cell in cells:
        right = cell.x1 if cell.x0 < right + _MAX_BESIDE * size and right < cell.x1 else right
    return [w for w in words if names.y0 < w.middle_y < names.y1 and left < w.middle_x < right]
