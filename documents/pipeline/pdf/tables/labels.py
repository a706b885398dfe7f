"""Detect tables without rules and without names: labels with one or more values.

Their cells start at the same places in every row, and the file has them row by row. Texts side by side, as two
addresses, are in the file one after the other.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import fmean

from documents.pipeline.pdf.geometry import union
from documents.pipeline.pdf.tables.build_grid import grid_from_spacing
from documents.pipeline.pdf.tables.grid import DetectedTable, TablePage
from documents.pipeline.pdf.text.lines import Line, make_line
from documents.pipeline.pdf.text.styles import BOLD
from documents.pipeline.pdf.text.words import Word
from documents.types import Box

_MIN_ROWS, _MIN_COLUMNS = 3, 2
_MIN_GAP = 0.7  # em between a label and its value
_MIN_SPACE = 0.15  # em between the longest label and its value
_MIN_APART = 0.2  # em
_MIN_PADDING, _MAX_PADDING = 0.5, 4.0  # points
_MAX_GROUP_SIZE = 1.1  # of the labels
_MIN_RAGGED = 1.0  # em: the gaps differ by so much, because the labels have different lengths
_SAME_EDGE = 1.5  # points
_MAX_ROW_GAP, _MAX_LINE_GAP = 1.4, 0.5  # body sizes between rows, and between lines of a value
_MAX_LABEL, _MAX_MEAN_LABEL, _MAX_MEAN_VALUE = 40, 26, 60  # characters
_MIN_WITH_LETTERS = 0.8  # of the labels: others are numbers of a list

_Row = dict[int, Line]  # cells by column; none for a row that does not fit
_Words = Sequence[Word]


def find_label_tables(page: TablePage) -> None:
    """Add the tables without rules and names that have labels with one or more values."""
    rows = page.rows_outside_tables()
    number = end = 0
    while number < len(rows) - 1:
        starts = starts_of_cells(rows[number])
        if len(starts) < _MIN_COLUMNS or not _are_below(starts[-1:], rows[number + 1]):
            number += 1
            continue
        first, run = _run(rows, number, end, starts, page.body)
        table = _table_of(run, len(starts)) if _is_apart(rows, first, first + len(run)) else None
        if table is not None:
            page.tables.append(table)
            end = first + len(run)
        number = first + max(len(run), 1 + number - first)


def starts_of_cells(row: _Words) -> list[float]:
    """Return the left edges of the parts of a row between wide gaps."""
    wide = (after.x0 for before, after in pairwise(row) if after.x0 - before.x1 >= _MIN_GAP * after.size)
    return [row[0].x0, *wide]


def _are_below(starts: Sequence[float], row: _Words) -> bool:
    return all(any(abs(word.x0 - start) < _SAME_EDGE for word in row) for start in starts)


def _run(
    rows: Sequence[_Words], number: int, start: int, starts: Sequence[float], body: float
) -> tuple[int, list[_Row]]:
    """Return the rows with labels and values around a row that has all of them, and the number of the first one.

    Between them are further lines of values, and bold names of groups. The rows before `start` are those of a table.
    """
    whole = _cells(rows[number], starts)
    run, first = [whole], number
    for words in rows[number + 1 :]:
        row = _cells(words, starts)
        if not _continues(run[-1], row, whole, body):
            break
        run.append(row)
    while _is_group(run[-1], whole):
        run.pop()
    has_groups = any(_is_group(row, whole) for row in run)
    while first > start:
        row = _cells(rows[first - 1], starts)
        is_row = len(row) == len(starts) and _gap_of_cells(row, run[0]) < _MAX_ROW_GAP * body
        if not is_row and not (has_groups and _is_group(row, whole)):
            break
        run.insert(0, row)
        first -= 1
    return first, run


def _cells(row: _Words, starts: Sequence[float]) -> _Row:
    """Return the cells of a row that starts at known places, where a long cell may stand close to the next one."""
    cells: dict[int, list[Word]] = {}
    column, before = -1, None
    for word in row:
        gap = float("inf") if before is None else (word.x0 - before.x1) / word.size
        at = next((n for n, start in enumerate(starts) if n > column and abs(word.x0 - start) < _SAME_EDGE), None)
        if at is not None and gap > _MIN_SPACE:
            column = at
        elif gap >= _MIN_GAP:
            return {}
        cells.setdefault(column, []).append(word)
        before = word
    return {column: make_line(words) for column, words in cells.items()}


def _continues(above: _Row, row: _Row, whole: _Row, body: float) -> bool:
    """Check for a row below another one, a further line of its values, or the name of a group."""
    if not row:
        return False
    gap = _gap_of_cells(above, row)
    if 0 not in row:
        return gap < _MAX_LINE_GAP * body
    is_row = len(row) == len(whole) or 1 < len(row) < len(whole)
    return (is_row and gap < _MAX_ROW_GAP * body) or _is_group(row, whole)


def _gap_of_cells(above: _Row, row: _Row) -> float:
    return min(cell.y0 for cell in row.values()) - max(cell.y1 for cell in above.values())


def _is_group(row: _Row, whole: _Row) -> bool:
    """Check for the name of a group of rows, in bold above labels that are not."""
    if set(row) != {0}:
        return False
    name, label = row[0], whole[0]
    return name.weight >= BOLD > label.weight and name.size < _MAX_GROUP_SIZE * label.size


def _is_apart(rows: Sequence[_Words], first: int, last: int) -> bool:
    """Check for more space above and below than between the rows: the lines of an address are no table.

    Cells have some padding, so that other text may start a little farther left.
    """
    if last - first < _MIN_ROWS:
        return False
    gaps = [_gap(*pair) for pair in pairwise(rows[first:last])]
    least, left = max(gaps) + _MIN_APART * rows[first][0].size, rows[first][0].x0
    neighbours = [(rows[n], gap) for n, gap in _neighbours(rows, first, last)]
    return all(gap < 0 or gap > least or _MIN_PADDING < abs(row[0].x0 - left) < _MAX_PADDING for row, gap in neighbours)


def _neighbours(rows: Sequence[_Words], first: int, last: int) -> Iterator[tuple[int, float]]:
    """Yield the numbers of the rows before and after some rows, with the gaps between."""
    if first:
        yield first - 1, _gap(rows[first - 1], rows[first])
    if last < len(rows):
        yield last, _gap(rows[last - 1], rows[last])


def _gap(above: _Words, below: _Words) -> float:
    return min(word.y0 for word in below) - max(word.y1 for word in above)


def _table_of(run: Sequence[_Row], columns: int) -> DetectedTable | None:
    labelled = [row for row in run if 0 in row and len(row) > 1]
    full = [row for row in labelled if len(row) == columns]
    if len(full) < _MIN_ROWS or not _are_labels(labelled) or not _is_row_by_row(run):
        return None
    length = sum(len(cell.text) for row in run for column, cell in row.items() if column)
    if length / len(labelled) > _MAX_MEAN_VALUE:
        return None
    cells = [cell for row in run for cell in row.values()]
    around = union(cells)
    box = Box(around.x0 - 1, around.y0 - 1, around.x1 + 1, around.y1 + 1)
    borders = [box.x0, *(_border(full, column) for column in range(1, columns)), box.x1]
    tops = [row[0].y0 for row in run[1:] if 0 in row]
    words = [word for cell in cells for word in cell.words]
    grid = grid_from_spacing(words, box, columns=borders, rows=[box.y0, *tops, box.y1])
    return None if grid is None else DetectedTable(box, grid)


def _border(rows: Sequence[_Row], column: int) -> float:
    return (max(row[column - 1].x1 for row in rows) + min(row[column].x0 for row in rows)) / 2


def _are_labels(rows: Sequence[_Row]) -> bool:
    """Check for labels and values with words, where most are short, and some gaps are wider than others."""
    cells = [[row[column] for column in sorted(row)] for row in rows]
    texts = [row[0].text for row in cells]
    with_letters = sum(
        any(any(map(str.isalpha, cell.text)) and len(cell.text) > 2 for cell in row[:-1]) for row in cells
    )
    if not all(any(map(str.isalnum, cell.text)) for row in cells for cell in row[1:]):
        return False
    gaps = [[(after.x0 - before.x1) / before.size for before, after in pairwise(row)] for row in cells]
    is_ragged = any(max(column) - min(column) > _MIN_RAGGED for column in zip(*gaps, strict=False))
    are_short = max(map(len, texts)) <= _MAX_LABEL and fmean(map(len, texts)) <= _MAX_MEAN_LABEL
    return is_ragged and are_short and with_letters >= _MIN_WITH_LETTERS * len(texts)


def _is_row_by_row(run: Sequence[_Row]) -> bool:
    cells = [row[column] for row in run for column in sorted(row)]
    return all(before.position < after.position for before, after in pairwise(cells))
