"""Checks that reject false tables: prose beside rules, charts, legends, signatures, nearly empty grids."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import fmean

from documents.pipeline.pdf.tables.grid import Cell, Grid
from documents.pipeline.pdf.text.lines import BULLETS, group_into_phrases
from documents.pipeline.pdf.text.words import Word
from documents.types import Box

_NUMBER = re.compile(r"-?[\d,]*\.?\d+\s?%?")
_SYMBOLS = re.compile(r"[^\w$€£%+\-\u2013\u2014*✓✔\u00d7•]+")
_MAX_CELL = 900  # characters
_MAX_MEAN_CELL, _MAX_MEAN_STRICT = 250, 60  # characters
_MIN_FILLED = 0.35  # of the cells
_LEGEND = 2  # columns
_MAX_SYMBOLS = 0.25  # of the filled cells
_MANY_CELLS = 30  # so many filled cells are a table even without words
_MAX_WORD_GAP = 0.55  # em between words of a text; gaps between cells are larger
_LEVEL = 1.0  # points
_MIN_WIDER, _MIN_STRIP = 2.5, 40.0  # times the other strips between columns; points
_LABEL = re.compile(r"(\S.{0,30}?)\s*:")
_LIST_MARKER = re.compile(
    r"[" + BULLETS + r"o\u2013\u2014\-*\uf0b7\uf0a7]|(?:\d{1,3}\.)+|\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})\)"
)
_BULLETS = frozenset(BULLETS + "\u2013\u2014-\uf0b7\uf0a7")
_SIGNATURE_LABELS = frozenset({"by", "name", "title", "its", "date"})
_BLANK_LINE = re.compile(r"_{3,}")

_Columns = Sequence[Sequence[Cell]]


def is_plausible_table(grid: Grid, *, strict: bool = False) -> bool:
    """Check for two rows and two columns at least, well filled, with cells that are no paragraphs."""
    filled = grid.filled
    if grid.rows < 2 or grid.columns < 2 or len(filled) < max(4, _MIN_FILLED * len(grid.cells)):
        return False
    lengths = [len(cell.text) for cell in filled]
    if (strict or grid.columns == 2) and fmean(lengths) > (_MAX_MEAN_STRICT if strict else _MAX_MEAN_CELL):
        return False
    return max(lengths) <= _MAX_CELL


def has_words(grid: Grid, *, is_boxed: bool = False, is_closed: bool = False) -> bool:
    """Check for some cells with words, and few with symbols only: no chart and no legend.

    In a boxed grid one cell with a word is enough. In a closed one, which is drawn completely, there may be symbols,
    and only numbers or single letters if no cell is empty.
    """
    if is_closed and not any(cell.is_empty for cell in grid.cells):
        return True
    texts = [cell.text for cell in grid.filled]
    if not is_closed and (_is_chart(grid) or (_has_many_symbols(texts) and not _is_named(grid))):
        return False
    with_words = sum(sum(character.isalpha() for character in text) >= 2 for text in texts)
    return len(texts) >= _MANY_CELLS or with_words >= (1 if is_boxed else 2)


def _is_named(grid: Grid) -> bool:
    """Check for a name of each column, and of each row: the symbols are those of a comparison, and not of a legend."""
    named = [cell for cell in grid.filled if any(map(str.isalpha, cell.text))]
    columns = {column for cell in named if cell.row == 0 for column in range(cell.column, cell.last_column + 1)}
    rows = {cell.row for cell in named if cell.column == 0}
    return columns >= set(range(1, grid.columns)) and rows >= set(range(1, grid.rows)) and grid.columns > _LEGEND


def _has_many_symbols(texts: Sequence[str]) -> bool:
    return sum(_SYMBOLS.fullmatch(text) is not None for text in texts) >= _MAX_SYMBOLS * len(texts)


def is_list(grid: Grid) -> bool:
    """Check for two columns, of which the first has only bullets and numbers of list items, or for bullets or dashes.

    If only the first row has none, it has the name of the second column.
    """
    markers = {cell.row: cell.text.strip() for cell in grid.filled if cell.column == 0}
    if len(markers) > 1 and all(text in _BULLETS for text in markers.values()):
        return True
    if grid.columns != 2 or len(markers) < 2 or set(markers) == set(range(1, grid.rows)):
        return False
    return all(map(is_marker, markers.values()))


def is_marker(text: str) -> bool:
    """Check for the bullet or the number of an item of a list."""
    return _LIST_MARKER.fullmatch(text) is not None


def texts_side_by_side(grid: Grid) -> list[list[Word]]:
    """Return the words on both sides of a border, if the file has all on the left before those on the right.

    Tables are written row by row. Spreadsheets write a column of cells with several lines last, level with the others.
    """
    are_apart = [_is_apart(*sides) for sides in _sides(grid)]
    for is_apart, sides in zip(are_apart, _sides(grid), strict=True):
        if is_apart and (all(are_apart) or len(sides[1]) > 1 or not _are_level(*sides)):
            return [[word for cells in columns for cell in cells for word in cell.words] for columns in sides]
    return []


def _is_apart(left: _Columns, right: _Columns) -> bool:
    before, after = (
        [w.position for cells in columns for cell in cells for w in cell.words] for columns in (left, right)
    )
    return len(before) > 1 and len(after) > 1 and max(before) < min(after)


def _are_level(left: _Columns, right: _Columns) -> bool:
    """Check whether most cells on the right are level with one on the left."""
    heights = [cell.words[0].middle_y for cells in left for cell in cells]
    cells = [cell for cells in right for cell in cells]
    level = sum(any(abs(cell.words[0].middle_y - height) < _LEVEL for height in heights) for cell in cells)
    return 2 * level > len(cells)


def tables_side_by_side(grid: Grid) -> list[list[Word]]:
    """Return the words on both sides of a strip that is much wider than the others, if one side has further rows.

    So spreadsheets print tables with an empty column between them.
    """
    strips = [_strip(*sides) for sides in _sides(grid)]
    for number, sides in enumerate(_sides(grid)):
        others = [*strips[:number], *strips[number + 1 :]]
        left, right = ([cell for cells in columns for cell in cells] for columns in sides)
        is_wide = min(map(len, sides)) > 1 and strips[number] > _MIN_WIDER * max(others, default=0.0)
        if is_wide and {cell.row for cell in left} != {cell.row for cell in right} and strips[number] > _MIN_STRIP:
            return [[word for cell in cells for word in cell.words] for cells in (left, right)]
    return []


def _sides(grid: Grid) -> Iterator[tuple[_Columns, _Columns]]:
    """Yield the filled cells of the columns on both sides of each border; cells that span columns do not count."""
    columns: list[list[Cell]] = [[] for _ in range(grid.columns)]
    for cell in grid.filled:
        if cell.column == cell.last_column:
            columns[cell.column].append(cell)
    return ((columns[:border], columns[border:]) for border in range(1, grid.columns))


def _strip(left: _Columns, right: _Columns) -> float:
    """Return the width of the strip between two parts of a table, in points."""
    end = max((word.x1 for cells in left for cell in cells for word in cell.words), default=0.0)
    start = min((word.x0 for cells in right for cell in cells for word in cell.words), default=0.0)
    return start - end


def is_signature_block(grid: Grid) -> bool:
    """Check for signatures: rows that name who signs, or in which all cells have the same label or are blank lines."""
    rows: dict[int, list[str]] = {}
    for cell in grid.filled:
        rows.setdefault(cell.row, []).append(_label(cell.text.strip()))
    same = sum(len(labels) > 1 and labels[0] != "" and len(set(labels)) == 1 for labels in rows.values())
    signed = {label for labels in rows.values() for label in labels if label in _SIGNATURE_LABELS}
    if "by" in signed and len(signed) > 1:
        return True
    return same >= 2 and same >= 0.4 * len(rows)  # the other rows are names and titles without labels


def _label(text: str) -> str:
    """Return the text before a colon. Blank lines to write on count as one label."""
    match = _LABEL.match(text)
    if match:
        return match.group(1).casefold()
    return "_" if _BLANK_LINE.match(text) else ""


def count_prose_lines(words: Sequence[Word], box: Box) -> int:
    """Count the lines of running text across the box."""
    width = box.x1 - box.x0
    return sum(_is_prose(phrase, width) for phrase in group_into_phrases(words, 1.2))


def text_crosses_borders(words: Sequence[Word], columns: Sequence[float]) -> bool:
    """Check whether most of the text crosses the column borders: these are shapes behind the text, and not a grid."""
    crossing = total = 0
    for phrase in group_into_phrases(words, _MAX_WORD_GAP):
        length = sum(len(word.text) for word in phrase)
        crossed = sum(phrase[0].x0 < border - 2 and phrase[-1].x1 > border + 2 for border in columns[1:-1])
        total += length
        crossing += length if crossed >= 2 else 0  # a cell may span two columns
    return crossing > 0.5 * total


def _is_prose(phrase: Sequence[Word], width: float) -> bool:
    characters = sum(len(word.text) + 1 for word in phrase) - 1
    return phrase[-1].x1 - phrase[0].x0 > 0.72 * width and characters > 60 and len(phrase) >= 9


def _is_chart(grid: Grid) -> bool:
    """Check for an outer column with the ticks of an axis, and few filled cells between the outer columns."""
    last = grid.columns - 1
    inside = [cell for cell in grid.cells if cell.column not in {0, last}]
    is_sparse = not inside or sum(not cell.is_empty for cell in inside) < 0.6 * len(inside)
    return is_sparse and any(_is_axis([cell for cell in grid.cells if cell.column == column]) for column in (0, last))


def _is_axis(cells: Sequence[Cell]) -> bool:
    """Check for four or more numbers in equal steps other than one."""
    texts = [cell.text.strip() for cell in sorted(cells, key=lambda cell: cell.row)]
    values = [float(text.strip("% ").replace(",", "")) for text in texts if _NUMBER.fullmatch(text)]
    if len(values) < 4:
        return False
    steps = [after - before for before, after in pairwise(values)]
    first = steps[0]
    if first == 0 or abs(first) == 1:
        return False
    return sum(abs(step - first) < 1e-6 * max(1.0, abs(first)) for step in steps) >= 0.75 * len(steps)
