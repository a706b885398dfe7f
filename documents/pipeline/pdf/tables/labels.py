"""Detect tables of labels and values: two columns without rules and without names.

Their cells start at the same two places in every row, and the file has them row by row. Texts side by side, as two
addresses, are in the file one after the other.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import fmean

from documents.pipeline.pdf.geometry import union
from documents.pipeline.pdf.tables.build_grid import grid_from_spacing
from documents.pipeline.pdf.tables.grid import DetectedTable, TablePage
from documents.pipeline.pdf.text.lines import Line, make_line, split_row
from documents.pipeline.pdf.text.styles import BOLD
from documents.pipeline.pdf.text.words import Word
from documents.types import Box

_MIN_ROWS = 3
_MIN_GAP = 0.8  # em between a label and its value
_MIN_SPACE = 0.15  # em between the longest label and its value
_MIN_APART = 0.2  # em
_MIN_PADDING, _MAX_PADDING = 0.5, 4.0  # points
_MAX_GROUP_SIZE = 1.1  # of the labels
_MIN_RAGGED = 1.0  # em: the gaps differ by so much, because the labels have different lengths
_SAME_EDGE = 1.5  # points
_MAX_ROW_GAP, _MAX_LINE_GAP = 1.4, 0.5  # body sizes between rows, and between lines of a value
_MAX_LABEL, _MAX_MEAN_LABEL, _MAX_MEAN_VALUE = 40, 26, 60  # characters
_MIN_WITH_LETTERS = 0.8  # of the labels: others are numbers of a list

_Row = list[Line]


def find_label_tables(page: TablePage) -> None:
    """Add the tables in the text outside other tables."""
    rows = page.rows_outside_tables()
    number = end = 0
    while number < len(rows) - 1:
        if not _may_be_pair(rows[number], rows[number + 1]):
            number += 1
            continue
        first, run = _run(rows, number, end, page.body)
        table = _table_of(run) if _is_apart(rows, first, first + len(run)) else None
        if table is not None:
            page.tables.append(table)
            end = first + len(run)
        number = first + max(len(run), 1 + number - first)


def _may_be_pair(row: Sequence[Word], below: Sequence[Word]) -> bool:
    """Check for one wide gap in a row, before a word with another one below its left edge."""
    starts = [after.x0 for before, after in pairwise(row) if after.x0 - before.x1 >= _MIN_GAP * after.size]
    return len(starts) == 1 and any(abs(word.x0 - starts[0]) < _SAME_EDGE for word in below)


def _run(rows: Sequence[Sequence[Word]], number: int, start: int, body: float) -> tuple[int, list[_Row]]:
    """Return the rows with labels and values around a row that has both, and the number of the first of them.

    Between them are further lines of values, and bold names of groups. The rows before `start` are those of a table.
    """
    pair = _phrases(rows[number])
    if len(pair) != 2:
        return number, []
    run, first = [pair], number
    for words in rows[number + 1 :]:
        row = _phrases(words, pair[1].x0)
        if not (_continues(run[-1], row, pair, body) or _is_group(row, pair)):
            break
        run.append(row)
    while _is_group(run[-1], pair):
        run.pop()
    has_groups = any(_is_group(row, pair) for row in run)
    while first > start:
        row = _phrases(rows[first - 1], pair[1].x0)
        if not (_continues(row, run[0], pair, body) and len(row) == 2) and not (has_groups and _is_group(row, pair)):
            break
        run.insert(0, row)
        first -= 1
    return first, run


def _phrases(row: Sequence[Word], value: float = float("-inf")) -> _Row:
    """Return the parts of a row. The longest label may stand close to its value, which starts at a known place."""
    parts = split_row(row, _MIN_GAP)
    at = next((n for n, word in enumerate(row) if n and abs(word.x0 - value) < _SAME_EDGE), 0)
    if len(parts) == 1 and at and row[at].x0 - row[at - 1].x1 > _MIN_SPACE * row[at].size:
        parts = [list(row[:at]), list(row[at:])]
    return [make_line(part) for part in parts]


def _continues(above: _Row, row: _Row, pair: _Row, body: float) -> bool:
    """Check for two neighbouring rows whose cells start at the same places as those of a row with both."""
    gap = row[0].y0 - max(phrase.y1 for phrase in above)
    if len(row) == 1:
        return abs(row[0].x0 - pair[1].x0) < _SAME_EDGE and gap < _MAX_LINE_GAP * body
    are_level = all(abs(a.x0 - b.x0) < _SAME_EDGE for other in (above, row) for a, b in zip(other, pair, strict=False))
    return len(row) == 2 and (are_level or len(above) == 1) and gap < _MAX_ROW_GAP * body


def _is_group(row: _Row, pair: _Row) -> bool:
    """Check for the name of a group of rows, in bold above labels that are not."""
    name, label = row[0], pair[0]
    is_bold = name.weight >= BOLD > label.weight and name.size < _MAX_GROUP_SIZE * label.size
    return len(row) == 1 and is_bold and abs(name.x0 - label.x0) < _SAME_EDGE


def _is_apart(rows: Sequence[Sequence[Word]], first: int, last: int) -> bool:
    """Check for more space above and below than between the rows: the lines of an address are no table.

    Cells have some padding, so that other text may start a little farther left.
    """
    if last - first < _MIN_ROWS:
        return False
    gaps = [_gap(*pair) for pair in pairwise(rows[first:last])]
    least, left = max(gaps) + _MIN_APART * rows[first][0].size, rows[first][0].x0
    neighbours = [(rows[n], gap) for n, gap in _neighbours(rows, first, last)]
    return all(gap < 0 or gap > least or _MIN_PADDING < abs(row[0].x0 - left) < _MAX_PADDING for row, gap in neighbours)


def _neighbours(rows: Sequence[Sequence[Word]], first: int, last: int) -> Iterator[tuple[int, float]]:
    """Yield the numbers of the rows before and after some rows, with the gaps between."""
    if first:
        yield first - 1, _gap(rows[first - 1], rows[first])
    if last < len(rows):
        yield last, _gap(rows[last - 1], rows[last])


def _gap(above: Sequence[Word], below: Sequence[Word]) -> float:
    return min(word.y0 for word in below) - max(word.y1 for word in above)


def _table_of(run: Sequence[_Row]) -> DetectedTable | None:
    pairs = [row for row in run if len(row) == 2]
    if len(pairs) < _MIN_ROWS or not _are_labels(pairs) or not _is_row_by_row(run):
        return None
    if sum(len(row[-1].text) for row in run) / len(pairs) > _MAX_MEAN_VALUE:
        return None
    around = union(phrase for row in run for phrase in row)
    box = Box(around.x0 - 1, around.y0 - 1, around.x1 + 1, around.y1 + 1)
    border = (max(label.x1 for label, _ in pairs) + min(value.x0 for _, value in pairs)) / 2
    tops = [row[0].y0 for row in run[1:] if row[0].x0 < border]
    words = [word for row in run for phrase in row for word in phrase.words]
    grid = grid_from_spacing(words, box, columns=[box.x0, border, box.x1], rows=[box.y0, *tops, box.y1])
    return None if grid is None else DetectedTable(box, grid)


def _are_labels(pairs: Sequence[_Row]) -> bool:
    gaps = [(value.x0 - label.x1) / label.size for label, value in pairs]
    texts = [label.text for label, _ in pairs]
    with_letters = sum(any(map(str.isalpha, text)) and len(text) > 2 for text in texts)
    if not all(any(map(str.isalnum, value.text)) for _, value in pairs):
        return False
    is_ragged = max(gaps) - min(gaps) > _MIN_RAGGED
    are_short = max(map(len, texts)) <= _MAX_LABEL and fmean(map(len, texts)) <= _MAX_MEAN_LABEL
    return is_ragged and are_short and with_letters >= _MIN_WITH_LETTERS * len(texts)


def _is_row_by_row(run: Sequence[_Row]) -> bool:
    return all(a.position < b.position for a, b in pairwise(phrase for row in run for phrase in row))
