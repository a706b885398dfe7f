"""Build the grid of a table from white space, or from rules, and split its columns of several figures."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, groupby, pairwise
from statistics import fmean

from documents.pipeline.pdf.geometry import cluster, overlap
from documents.pipeline.pdf.tables.borders import (
    PHRASE_GAP,
    cell_phrases,
    infer_columns,
    infer_rows,
    split_bands,
)
from documents.pipeline.pdf.tables.grid import (
    Cell,
    Grid,
    are_figures,
    are_numbers,
    interval_index,
    is_figure,
    words_in_rows,
)
from documents.pipeline.pdf.text.lines import group_into_phrases, group_into_rows
from documents.pipeline.pdf.text.words import Word
from documents.types import Box

# Grids from white space.
_MIN_RULE = 0.5  # of the table's width
_EDGE = 3.0  # points
_MIN_RULES = 3
_SLACK = 1.5  # points by which a phrase may reach into the next column
# Grids from rules.
_ON_BORDER = 3.0  # points between a rule and the border that it marks
_MIN_RULED_SHARE = 0.5  # of the edge between two cells, which are joined if less of it has a rule
_MIN_CHANGES = 3  # between shaded and other rows
_MIN_LEVEL_SHARE = 0.6  # of the rows
_MIN_LEVEL_ROWS, _LEVEL = 3, 2.0  # rows of a column without rules; points between words of one line
_Position = tuple[int, int]  # row and column


def grid_from_spacing(
    words: Sequence[Word],
    box: Box,
    rules: Sequence[Box] = (),
    *,
    columns: Sequence[float] | None = None,
    rows: Sequence[float] | None = None,
) -> Grid | None:
    """Return the grid of a table without vertical rules, or `None` if there is only one column.

    Phrases that reach over several columns become cells that span them. `rules` are horizontal.
    """
    columns = columns or infer_columns(words, box)
    if len(columns) < 3:
        return None
    rows = rows or _rows(words, box, rules, columns)
    return _place_phrases(words, columns, rows)


def _rows(words: Sequence[Word], box: Box, rules: Sequence[Box], columns: Sequence[float]) -> list[float]:
    """Return the row borders: rules if there are enough of them, else by leading."""
    long_rules = [rule for rule in rules if rule.x1 - rule.x0 > _MIN_RULE * (box.x1 - box.x0)]
    heights = cluster(((rule.y0 + rule.y1) / 2 for rule in long_rules), 3)
    inner = [height for height in heights if box.y0 + _EDGE < height < box.y1 - _EDGE]
    if len(inner) >= _MIN_RULES:
        return split_bands(words, box, columns, [box.y0, *inner, box.y1])[0]
    return infer_rows(words, box, columns, heights)


def _place_phrases(words: Sequence[Word], columns: Sequence[float], rows: Sequence[float]) -> Grid:
    contents: dict[tuple[int, int, int], list[Word]] = {}
    for phrase in chain.from_iterable(_cut_at(columns, phrase) for phrase in group_into_phrases(words, PHRASE_GAP)):
        row = interval_index(rows, fmean(word.middle_y for word in phrase))
        first, last = interval_index(columns, phrase[0].x0 + _SLACK), interval_index(columns, phrase[-1].x1 - _SLACK)
        contents.setdefault((row, min(first, last), max(first, last)), []).extend(phrase)
    return _without_overlaps(contents, len(rows) - 1, len(columns) - 1)


def _cut_at(columns: Sequence[float], phrase: Sequence[Word]) -> list[list[Word]]:
    """Split a phrase at the borders between its words. Numbers never span columns."""
    if are_numbers(phrase):
        runs = groupby(phrase, key=lambda word: interval_index(columns, word.middle_x))
        return [list(run) for _, run in runs]
    parts = [[phrase[0]]]
    for word in phrase[1:]:
        if any(parts[-1][-1].x1 - 1 <= border <= word.x0 + 1 for border in columns[1:-1]):
            parts.append([word])
        else:
            parts[-1].append(word)
    return parts


def _without_overlaps(contents: dict[tuple[int, int, int], list[Word]], rows: int, columns: int) -> Grid:
    """Merge the words of overlapping cells into the widest one, and add empty cells."""
    filled: list[tuple[int, int, int, list[Word]]] = []
    owner: dict[_Position, int] = {}
    for (row, first, last), words in sorted(contents.items(), key=lambda entry: _widest_first(entry[0])):
        other = next((owner[row, column] for column in range(first, last + 1) if (row, column) in owner), None)
        if other is not None:
            filled[other][3].extend(words)
            continue
        owner.update({(row, column): len(filled) for column in range(first, last + 1)})
        filled.append((row, first, last, words))
    cells = [Cell(row, row, first, last, words_in_rows(words)) for row, first, last, words in filled]
    positions = ((row, column) for row in range(rows) for column in range(columns))
    cells += [Cell(row, row, column, column) for row, column in positions if (row, column) not in owner]
    return Grid(tuple(cells), rows, columns)


def _widest_first(key: tuple[int, int, int]) -> tuple[int, int, int]:
    row, first, last = key
    return row, first - last, first


def grid_from_rules(
    words: Sequence[Word],
    columns: Sequence[float],
    rows: Sequence[float],
    horizontal: Sequence[Box],
    vertical: Sequence[Box],
) -> Grid:
    """Return the grid between the borders. Cells without a rule between them are joined."""
    joiner = _CellJoiner(words, columns, rows, horizontal, vertical)
    spans = joiner.spans()
    owner = {
        (row, column): span
        for span in spans
        for row in range(span[0], span[1] + 1)
        for column in range(span[2], span[3] + 1)
    }
    contents: dict[tuple[int, int, int, int], list[Word]] = {span: [] for span in spans}
    for word in words:
        contents[owner[interval_index(rows, word.middle_y), interval_index(columns, word.middle_x)]].append(word)
    cells = tuple(Cell(*span, words_in_rows(inside)) for span, inside in contents.items())
    return Grid(cells, len(rows) - 1, len(columns) - 1)


class _CellJoiner:
    """Joins neighbouring positions into cells (union-find), as long as the cells are rectangles."""

    def __init__(
        self,
        words: Sequence[Word],
        columns: Sequence[float],
        rows: Sequence[float],
        horizontal: Sequence[Box],
        vertical: Sequence[Box],
    ) -> None:
        self._words, self._columns, self._rows = words, columns, rows
        self._horizontal = [
            [rule for rule in horizontal if abs((rule.y0 + rule.y1) / 2 - y) <= _ON_BORDER] for y in rows
        ]
        self._vertical = [
            [rule for rule in vertical if abs((rule.x0 + rule.x1) / 2 - x) <= _ON_BORDER] for x in columns
        ]
        self._row_count, self._column_count = len(rows) - 1, len(columns) - 1
        self._parent = {position: position for position in self._positions()}

    def spans(self) -> list[tuple[int, int, int, int]]:
        """Return first and last row, first and last column of each cell."""
        self._join()
        groups: dict[_Position, list[_Position]] = {}
        for position in self._positions():
            groups.setdefault(self._root(position), []).append(position)
        return [span for positions in groups.values() for span in _rectangles(positions)]

    def _positions(self) -> list[_Position]:
        return [(row, column) for row in range(self._row_count) for column in range(self._column_count)]

    def _root(self, position: _Position) -> _Position:
        while self._parent[position] != position:
            position = self._parent[position]
        return position

    def _join(self) -> None:
        unruled = {row for row in range(self._row_count) if self._is_unruled(row)}
        level = {column for column in range(self._column_count) if self._is_unruled_column(column)}
        for row, column in self._positions():
            if column + 1 < self._column_count and row not in unruled and not self._has_vertical(column + 1, row):
                self._parent[self._root((row, column + 1))] = self._root((row, column))
            if row + 1 < self._row_count and column not in level and not self._has_horizontal(row + 1, column):
                self._parent[self._root((row + 1, column))] = self._root((row, column))

    def _is_unruled(self, row: int) -> bool:
        """Check for a row without vertical rules, whose phrases are separated into columns by white space.

        The cells of every second row of a table may be shaded. Then the others have only rules that are longer.
        """
        inner = range(1, self._column_count)
        if any(self._has_vertical(column, row) and not self._has_long_vertical(column, row) for column in inner):
            return False
        missing = [column for column in inner if not self._has_vertical(column, row)]
        if 2 * len(missing) < len(inner) or (len(missing) < len(inner) and not all(map(self._is_striped, missing))):
            return False
        top, bottom = self._rows[row], self._rows[row + 1]
        phrases = cell_phrases([word for word in self._words if top <= word.middle_y < bottom])
        if len(phrases) < max(2, 0.5 * self._column_count):
            return False
        borders = self._columns[1:-1]
        return not any(phrase[0].x0 < x - 2 and phrase[-1].x1 > x + 2 for phrase in phrases for x in borders)

    def _is_unruled_column(self, column: int) -> bool:
        """Check for a column without horizontal rules, with words in each row that are level with some in other cells.

        Some rows may have no other cells.
        """
        if self._row_count < _MIN_LEVEL_ROWS or any(self._has_horizontal(r, column) for r in range(1, self._row_count)):
            return False
        left, right = self._columns[column], self._columns[column + 1]
        inside = [word for word in self._words if left < word.middle_x < right]
        beside = [word.middle_y for word in self._words if not left < word.middle_x < right]
        level = [word for word in inside if any(abs(word.middle_y - height) < _LEVEL for height in beside)]
        rows, level_rows = (len({interval_index(self._rows, w.middle_y) for w in words}) for words in (inside, level))
        return rows >= self._row_count - 1 and level_rows >= _MIN_LEVEL_SHARE * self._row_count

    def _is_striped(self, column: int) -> bool:
        """Check for a border that ends and starts again, because only some rows are shaded."""
        ruled = [self._has_vertical(column, row) for row in range(self._row_count)]
        return sum(before != after for before, after in pairwise(ruled)) >= _MIN_CHANGES

    def _has_long_vertical(self, column: int, row: int) -> bool:
        """Check for a rule over this row and others."""
        top, bottom = self._rows[row], self._rows[row + 1]
        return any(rule.y0 < top - _ON_BORDER or rule.y1 > bottom + _ON_BORDER for rule in self._vertical[column])

    def _has_vertical(self, column: int, row: int) -> bool:
        top, bottom = self._rows[row], self._rows[row + 1]
        beside = (rule for rule in self._vertical[column] if rule.y0 < bottom and rule.y1 > top)
        ruled = sum(overlap(rule.y0, rule.y1, top, bottom) for rule in beside)
        return ruled >= _MIN_RULED_SHARE * (bottom - top)

    def _has_horizontal(self, row: int, column: int) -> bool:
        left, right = self._columns[column], self._columns[column + 1]
        along = (rule for rule in self._horizontal[row] if rule.x0 < right and rule.x1 > left)
        ruled = sum(overlap(rule.x0, rule.x1, left, right) for rule in along)
        return ruled >= _MIN_RULED_SHARE * (right - left)


def _rectangles(positions: Sequence[_Position]) -> list[tuple[int, int, int, int]]:
    """Return the positions as one cell if they fill a rectangle, else each as a cell."""
    rows, columns = [row for row, _ in positions], [column for _, column in positions]
    span = (min(rows), max(rows), min(columns), max(columns))
    if (span[1] - span[0] + 1) * (span[3] - span[2] + 1) == len(positions):
        return [span]
    return [(row, row, column, column) for row, column in positions]


# Columns whose cells have several figures each, as a number and its share under one year.

_LAST_DIGITS = re.compile(r"\d{3}([.,]\d*)?")  # of a number
_MIN_ROWS = 3
_MIN_SHARE = 0.8  # of the cells with figures
_MIN_GUTTER = 0.3  # em


def split_columns_of_figures(grid: Grid) -> Grid:
    """Return the grid with a column for each figure, where the figures of all rows stand below one another."""
    for column in reversed(range(grid.columns)):
        borders = _borders([cell for cell in grid.filled if cell.column == column == cell.last_column])
        if borders:
            grid = _split(grid, column, borders)
    return grid


def _borders(cells: Sequence[Cell]) -> list[float]:
    """Return the borders between the figures, or nothing if there is one figure in each cell."""
    rows = [sorted(cell.words) for cell in cells if any(is_figure(word.text) for word in cell.words)]
    figures = [row for row in rows if len(row) > 1 and are_figures(row)]
    counts = {len(row) for row in figures}
    if len(counts) != 1 or len(figures) < max(_MIN_ROWS, _MIN_SHARE * len(rows)):
        return []
    columns = list(zip(*figures, strict=True))
    if not _are_parted(columns):
        return []
    lines = [line for cell in cells for line in group_into_rows(cell.words)]
    return [_border(left, right, lines) for left, right in pairwise(columns)]


def _are_parted(columns: Sequence[Sequence[Word]]) -> bool:
    texts = [[word.text for word in column] for column in columns]
    are_apart = all(
        min(word.x0 for word in right) - max(word.x1 for word in left) > _MIN_GUTTER * left[0].size
        for left, right in pairwise(columns)
    )
    return are_apart and all(_are_columns_of_figures(left, right) for left, right in pairwise(texts))


def _are_columns_of_figures(left: Sequence[str], right: Sequence[str]) -> bool:
    """Check that the figures are not the parts of numbers with a space, as "12 500"."""
    are_last = all(map(_LAST_DIGITS.fullmatch, right))
    are_first = all(text[-1].isdigit() and not {",", "."} & set(text) for text in left)
    return not (are_last and are_first)


def _border(left: Sequence[Word], right: Sequence[Word], lines: Sequence[Sequence[Word]]) -> float:
    """Return the middle of the gutter, or the middle of the widest gap in it between two names."""
    start, end = max(word.x1 for word in left), min(word.x0 for word in right)
    gaps = [
        (min(after.x0, end) - max(before.x1, start), (before.x1 + after.x0) / 2)
        for line in lines
        for before, after in pairwise(line)
        if before.x1 <= end and start <= after.x0 and (before.x1 > start or after.x0 < end)
    ]
    return max(gaps)[1] if gaps else (start + end) / 2


def _split(grid: Grid, column: int, borders: Sequence[float]) -> Grid:
    added = len(borders)
    cells: list[Cell] = []
    for cell in grid.cells:
        if cell.column == column == cell.last_column:
            cells += _parts(cell, borders)
        else:
            first, last = (place + added * (place > column) for place in (cell.column, cell.last_column))
            wide = last + added * (cell.column <= column <= cell.last_column == column)
            cells.append(replace(cell, column=first, last_column=wide))
    return Grid(tuple(cells), grid.rows, grid.columns + added)


def _parts(cell: Cell, borders: Sequence[float]) -> Iterator[Cell]:
    """Yield the cells of the new columns, or one cell over all of them for a name that crosses a border."""
    crosses = any(word.x0 < border < word.x1 for word in cell.words for border in borders)
    if crosses:
        yield replace(cell, last_column=cell.column + len(borders))
        return
    places = [float("-inf"), *borders, float("inf")]
    for number, (left, right) in enumerate(pairwise(places)):
        words = tuple(word for word in cell.words if left < word.middle_x <= right)
        place = cell.column + number
        yield replace(cell, column=place, last_column=place, words=words)
