"""What looks like a table and is none: prose beside rules, chart axes, legends, nearly empty grids."""

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import fmean

from documents.pipeline.pdf.lines import phrases_of
from documents.pipeline.pdf.tables.grid import Cell, Grid
from documents.pipeline.pdf.words import Word
from documents.types import Box

_NUMBER = re.compile(r"-?[\d,]*\.?\d+\s?%?")
_SYMBOLS = re.compile(r"[^\w$€£%+\-\u2013\u2014*✓✔\u00d7•]+")
_MAX_CELL = 900  # characters
_MAX_MEAN_CELL, _MAX_MEAN_STRICT = 250, 60
_MIN_FILLED = 0.35
_MANY_CELLS = 30
_WORD_GAP = 0.55  # em: between words of a text, but not between cells
_LABEL = re.compile(r"(\S.{0,30}?)\s*:")
_BLANKS = re.compile(r"_{3,}")


def counts_as_table(grid: Grid, *, strict: bool = False) -> bool:
    """Two rows and two columns at least, well filled, with cells that are no paragraphs."""
    filled = grid.filled
    if grid.rows < 2 or grid.columns < 2 or len(filled) < max(4, _MIN_FILLED * len(grid.cells)):
        return False
    lengths = [len(cell.text) for cell in filled]
    if (strict or grid.columns == 2) and fmean(lengths) > (_MAX_MEAN_STRICT if strict else _MAX_MEAN_CELL):
        return False
    return max(lengths) <= _MAX_CELL


def has_words(grid: Grid, *, is_boxed: bool = False) -> bool:
    """Not a chart and not a legend: some cells hold words, few hold symbols only. A boxed grid needs less proof."""
    texts = [cell.text for cell in grid.filled]
    if _is_chart(grid) or sum(_SYMBOLS.fullmatch(text) is not None for text in texts) >= 0.25 * len(texts):
        return False
    worded = sum(sum(character.isalpha() for character in text) >= 2 for text in texts)  # letters of a word
    return len(texts) >= _MANY_CELLS or worded >= (1 if is_boxed else 2)


def is_signatures(grid: Grid) -> bool:
    """Two rows or more in which each cell begins with the same label, or is a line to write on: blocks side by side."""
    rows: dict[int, list[str]] = {}
    for cell in grid.filled:
        rows.setdefault(cell.row, []).append(_label(cell.text.strip()))
    alike = sum(len(labels) > 1 and labels[0] != "" and len(set(labels)) == 1 for labels in rows.values())
    return alike >= 2 and alike >= 0.4 * len(rows)  # of the rows; names and titles may stand without labels


def _label(text: str) -> str:
    """What stands before a colon; lines to write on are all one label."""
    match = _LABEL.match(text)
    if match:
        return match.group(1).casefold()
    return "_" if _BLANKS.match(text) else ""


def prose_lines(words: Sequence[Word], box: Box) -> int:
    """How many lines read like running text across the box."""
    width = box.x1 - box.x0
    return sum(_is_prose(phrase, width) for phrase in phrases_of(words, 1.2))


def runs_over_borders(words: Sequence[Word], columns: Sequence[float]) -> bool:
    """Most of the text crosses what would be borders of columns: shapes drawn behind a page, not a grid."""
    crossing = total = 0
    for phrase in phrases_of(words, _WORD_GAP):
        length = sum(len(word.text) for word in phrase)
        crossed = sum(phrase[0].x0 < border - 2 and phrase[-1].x1 > border + 2 for border in columns[1:-1])
        total += length
        crossing += length if crossed >= 2 else 0  # a cell may span two columns
    return crossing > 0.5 * total


def _is_prose(phrase: Sequence[Word], width: float) -> bool:
    characters = sum(len(word.text) + 1 for word in phrase) - 1
    return phrase[-1].x1 - phrase[0].x0 > 0.72 * width and characters > 60 and len(phrase) >= 9


def _is_chart(grid: Grid) -> bool:
    """An outer column holds the ticks of an axis, and there is little between the outer columns."""
    last = grid.columns - 1
    inside = [cell for cell in grid.cells if cell.column not in {0, last}]
    sparse = not inside or sum(not cell.is_empty for cell in inside) < 0.6 * len(inside)
    return sparse and any(_is_axis([cell for cell in grid.cells if cell.column == column]) for column in (0, last))


def _is_axis(cells: Sequence[Cell]) -> bool:
    """Four or more numbers in equal steps other than one."""
    texts = [cell.text.strip() for cell in sorted(cells, key=lambda cell: cell.row)]
    values = [float(text.strip("% ").replace(",", "")) for text in texts if _NUMBER.fullmatch(text)]
    if len(values) < 4:  # fewer prove no series
        return False
    steps = [after - before for before, after in pairwise(values)]
    first = steps[0]
    if first == 0 or abs(first) == 1:
        return False
    return sum(abs(step - first) < 1e-6 * max(1.0, abs(first)) for step in steps) >= 0.75 * len(steps)
