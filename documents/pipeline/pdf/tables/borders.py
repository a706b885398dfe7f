"""Infer the borders of columns and rows from white space, where no rules are drawn."""

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from itertools import pairwise
from statistics import fmean, median

from documents.pipeline.pdf.tables.grid import are_numbers, interval_index, is_figure
from documents.pipeline.pdf.tables.wrapped_cells import CellColumns
from documents.pipeline.pdf.text.lines import group_into_phrases, group_into_rows
from documents.pipeline.pdf.text.words import Word
from documents.types import Box

PHRASE_GAP = 0.55  # em between the phrases of a table row

# Columns.
_WIDE_PHRASE = 0.62  # of the table's width: alone at its height, it is a heading and not a cell
_MAX_CROSSING_SHARE = 0.08  # of the lines may cross a column border
_MIN_GAP_POINTS, _MIN_GAP = 2.0, 0.4  # points, em
_SAMPLES = 2  # per point
_MIN_STARTS, _MIN_START_SHARE = 3, 0.5  # phrases at the left edge of a column; the same for each line
_MIN_WORD_GAP = 0.15  # em

# Rows.
_RULE_TOLERANCE = 3.0  # points
_MIN_LEADING_RATIO = 1.22  # between the leading of rows and that inside a cell
_MAX_CELL_LEADING = 1.35  # em: a line with less may continue the cell above
_MIN_FIGURES = 2  # columns with figures: a single number may be the end of a wrapped cell
_MIN_TEXT_COLUMNS, _MIN_TEXT_WORDS = 2, 3  # words of a line, on average
_ONE_SIZE = 1.15  # of the smallest type
_MIN_BLANK_LINE = 0.8  # em
_MIN_BAND_LINES = 4
_MIN_BAND_SHARE = 0.6  # of the lines
_MIN_BAND_FILLED = 0.75  # of the columns


def infer_columns(words: Sequence[Word], box: Box) -> list[float]:
    """Return the column borders from left to right, including the edges of the box.

    A border is the middle of a gap in the projection profile of the phrases.
    """
    phrases, rows = cell_phrases(words), len(group_into_rows(words))
    edges, ends = _left_edges(phrases, rows), _right_edges(phrases, rows)
    profile = _projection_profile([part for phrase in phrases for part in split_at_edges(phrase, edges)], box)
    max_crossings = _MAX_CROSSING_SHARE * rows
    min_gap = max(_MIN_GAP_POINTS, _MIN_GAP * median(word.size for word in words)) if words else 0.0
    borders = [box.x0]
    start, is_after_text = 0, False
    while start < len(profile):
        if profile[start] > max_crossings:
            is_after_text = True
            start += 1
            continue
        end = start
        while end < len(profile) and profile[end] <= max_crossings:
            end += 1
        left, right = round(box.x0 + start / _SAMPLES), round(box.x0 + end / _SAMPLES)
        is_wide = (end - start) / _SAMPLES >= min_gap or left in ends or right in edges
        if is_after_text and end < len(profile) and is_wide:
            borders.append(box.x0 + (start + end) / (2 * _SAMPLES))
        start = end
    return [*borders, box.x1]


def cell_phrases(words: Sequence[Word]) -> list[list[Word]]:
    """Return the parts that may stand in one cell: phrases, and each number of a sequence of numbers."""
    phrases = group_into_phrases(words, PHRASE_GAP)
    return [part for phrase in phrases for part in ([[word] for word in phrase] if are_numbers(phrase) else [phrase])]


def _projection_profile(phrases: Sequence[Sequence[Word]], box: Box) -> list[int]:
    """Return the number of phrases over each half point of the table's width."""
    middles = [(phrase[0].y0 + phrase[0].y1) / 2 for phrase in phrases]
    width = box.x1 - box.x0
    profile = [0] * (int(width * _SAMPLES) + 6)
    for phrase, middle in zip(phrases, middles, strict=True):
        left, right = phrase[0].x0, phrase[-1].x1
        if right - left > _WIDE_PHRASE * width and sum(abs(middle - other) < 2 for other in middles) == 1:
            continue
        for sample in range(
            max(0, int((left - box.x0) * _SAMPLES)), min(len(profile), int((right - box.x0) * _SAMPLES) + 1)
        ):
            profile[sample] += 1
    return profile


def _left_edges(phrases: Sequence[Sequence[Word]], rows: int) -> set[int]:
    """Return the left edges of columns as `near_edges` does. The cell on the left may end close to them.

    A phrase starts there. So do words in other rows that follow the cell on the left closely.
    """
    starts = Counter(round(word.x0) for phrase in phrases for word in phrase)
    phrase_starts = {round(phrase[0].x0) for phrase in phrases}
    return near_edges(x for x in phrase_starts if _has_many(starts, x, rows))


def _right_edges(phrases: Sequence[Sequence[Word]], rows: int) -> set[int]:
    """Return the right edges of columns of figures as `near_edges` does. A name may start close to them."""
    ends = Counter(round(phrase[-1].x1) for phrase in phrases if len(phrase) == 1 and is_figure(phrase[0].text))
    return near_edges(x for x in ends if _has_many(ends, x, rows))


def _has_many(edges: Counter[int], x: int, rows: int) -> bool:
    return edges[x - 1] + edges[x] + edges[x + 1] >= max(_MIN_STARTS, _MIN_START_SHARE * rows)


def near_edges(edges: Iterable[float]) -> set[int]:
    """Return the edges in whole points, with their neighbours."""
    return {round(x) + offset for x in edges for offset in (-1, 0, 1)}


def split_at_edges(phrase: Sequence[Word], edges: Container[int]) -> list[list[Word]]:
    """Split a phrase before the words that start at an edge."""
    parts = [[phrase[0]]]
    for word in phrase[1:]:
        if round(word.x0) in edges and word.x0 - parts[-1][-1].x1 >= _MIN_WORD_GAP * word.size:
            parts.append([word])
        else:
            parts[-1].append(word)
    return parts


def infer_rows(words: Sequence[Word], box: Box, columns: Sequence[float], rules: Sequence[float] = ()) -> list[float]:
    """Return the row borders from top to bottom, including the edges of the box.

    `rules` are the heights of horizontal rules. Without a rule, the leading shows whether a line continues a cell.
    """
    rows = group_into_rows(words)
    if len(rows) < 2:
        return [box.y0, box.y1]
    lines = _TextLines(rows, columns)
    threshold = _leading_threshold(lines.leadings, lines.size)
    has_text = threshold is None and _columns_of_text(rows, columns) >= _MIN_TEXT_COLUMNS
    starts = CellColumns(columns, rows, lines.size).row_borders(rows) if has_text else []
    borders = [box.y0]
    for number in range(len(rows) - 1):
        bottom, top = lines.bottoms[number], lines.tops[number + 1]
        has_rule = any(bottom - _RULE_TOLERANCE <= rule <= top + _RULE_TOLERANCE for rule in rules)
        is_start = any(bottom < y < top for y in starts) if has_text else not lines.continues(number, threshold)
        if has_rule or is_start:
            borders.append((bottom + top) / 2)
    return [*borders, box.y1]


def _columns_of_text(rows: Sequence[Sequence[Word]], columns: Sequence[float]) -> int:
    """Return the number of columns whose lines have several words on average: their cells are wrapped.

    There is none if the lines are not of one size: these are headings above texts.
    """
    sizes = [row[0].size for row in rows]
    if max(sizes) > _ONE_SIZE * min(sizes):
        return 0
    places = [interval_index(columns, word.middle_x) for row in rows for word in row]
    lines = [column for row in rows for column in {interval_index(columns, word.middle_x) for word in row}]
    return sum(places.count(column) >= _MIN_TEXT_WORDS * lines.count(column) for column in set(lines))


class _TextLines:
    """The text lines of a table, to decide whether a line continues the cells of the line above."""

    def __init__(self, rows: Sequence[Sequence[Word]], columns: Sequence[float]) -> None:
        self.size = median(word.size for row in rows for word in row)
        self.tops = [min(word.y0 for word in row) for row in rows]
        self.bottoms = [max(word.y1 for word in row) for row in rows]
        middles = [fmean(word.middle_y for word in row) for row in rows]
        self.leadings = [after - before for before, after in pairwise(middles)]
        self._rows = rows
        self._columns = columns
        self._occupied = [{interval_index(columns, word.middle_x) for word in row} for row in rows]
        self._figures = [_columns_of_figures(row, columns) for row in rows]

    def continues(self, number: int, threshold: float | None) -> bool:
        """Check whether the line after line `number` belongs to the same row of the table."""
        if self.starts_row(number + 1):
            return False
        if threshold is not None:
            return self.leadings[number] < threshold
        occupied, count = self._occupied[number + 1], len(self._columns) - 1
        has_few_cells = 0 not in occupied and len(occupied) <= max(1, 0.5 * count)
        return has_few_cells and self.leadings[number] < _MAX_CELL_LEADING * self.size

    def starts_row(self, number: int) -> bool:
        """Check for a line that is a row whatever its leading: figures are not wrapped as words are.

        It has a label in the first column and figures in two others, or figures below figures in two columns.
        """
        figures = self._figures[number] - {0}
        has_label = 0 in self._occupied[number] - self._figures[number]
        is_below_figures = number > 0 and len(figures & self._figures[number - 1]) >= _MIN_FIGURES
        return is_below_figures or (has_label and len(figures) >= _MIN_FIGURES)

    def are_parted(self) -> bool:
        """Check for lines that blank lines part into rows: most of these start with a label and another cell.

        If all gaps are as wide, the cells may have lines with double spacing.
        """
        gaps = [top - bottom for bottom, top in zip(self.bottoms, self.tops[1:], strict=False)]
        starts = [0, *(number for number, gap in enumerate(gaps, 1) if gap > _MIN_BLANK_LINE * self.size)]
        if len(starts) > len(gaps):
            return False
        labelled = sum(len(self._occupied[number]) > 1 and 0 in self._occupied[number] for number in starts)
        return labelled > 1 and labelled > 0.5 * len(starts)


def _columns_of_figures(row: Sequence[Word], columns: Sequence[float]) -> set[int]:
    """Return the columns in which a line has only figures."""
    texts: dict[int, list[str]] = {}
    for word in row:
        texts.setdefault(interval_index(columns, word.middle_x), []).append(word.text)
    return {column for column, words in texts.items() if all(map(is_figure, words))}


def _leading_threshold(leadings: Sequence[float], size: float) -> float | None:
    """Return the leading between that inside cells and that of rows, if the leadings fall into two groups."""
    ordered = sorted(leadings)
    if len(ordered) < 3:
        return None
    ratio, at = max((after / max(before, 1.0), number) for number, (before, after) in enumerate(pairwise(ordered)))
    if ratio > _MIN_LEADING_RATIO and ordered[at] < 1.45 * size:
        return (ordered[at] + ordered[at + 1]) / 2
    return None


def split_bands(
    words: Sequence[Word], box: Box, columns: Sequence[float], borders: Sequence[float]
) -> tuple[list[float], list[Box]]:
    """Split bands between rules that contain several rows.

    Return all row borders, and a rule for each border that was added.
    """
    split = [borders[0]]
    added_rules: list[Box] = []
    for top, bottom in pairwise(borders):
        inside = [word for word in words if top <= word.middle_y < bottom]
        if inside and _has_several_rows(inside, columns):
            inner = infer_rows(inside, Box(box.x0, top, box.x1, bottom), columns)[1:-1]
            split += inner
            added_rules += [Box(box.x0, height, box.x1, height) for height in inner]
        split.append(bottom)
    return split, added_rules


def _has_several_rows(words: Sequence[Word], columns: Sequence[float]) -> bool:
    """Check for many lines that fill most columns and start in the first. Other bands are one row of wrapped cells."""
    rows = group_into_rows(words)
    lines = _TextLines(rows, columns)
    if len(rows) > 1 and all(lines.starts_row(number) for number in range(1, len(rows))):
        return True
    if lines.are_parted():
        return True
    if len(rows) < _MIN_BAND_LINES:
        return False
    occupied = [{interval_index(columns, word.middle_x) for word in row} for row in rows]
    full = sum(len(columns_of_row) >= _MIN_BAND_FILLED * (len(columns) - 1) for columns_of_row in occupied)
    with_first = sum(0 in columns_of_row for columns_of_row in occupied)
    return min(full, with_first) >= _MIN_BAND_SHARE * len(rows)


def wrapped_cell_rows(words: Sequence[Word], box: Box, columns: Sequence[float]) -> list[float]:
    """Return the row borders of a table with wrapped cells: a row starts where blocks of text start in two columns."""
    starts = sorted(start for column in range(len(columns) - 1) for start in _block_starts(words, columns, column))
    size = median(word.size for word in words)
    groups: list[tuple[float, set[int]]] = []
    for height, column in starts:
        if groups and height - groups[-1][0] < 0.9 * size:
            groups[-1][1].add(column)
        else:
            groups.append((height, {column}))
    tops = [height for height, started in groups if len(started) >= 2]
    if len(tops) < 2:
        return infer_rows(words, box, columns)
    return [box.y0, *(top - 1 for top in tops[1:]), box.y1]


def _block_starts(words: Sequence[Word], columns: Sequence[float], column: int) -> list[tuple[float, int]]:
    """Return the heights at which blocks start in a column: after a leading larger than the usual one."""
    inside = [word for word in words if columns[column] <= word.middle_x < columns[column + 1]]
    # In a column with many words, single characters are stray marks.
    rows = group_into_rows(word for word in inside if len(word.text) > 1 or len(inside) < 12)
    if not rows:
        return []
    tops = [min(word.y0 for word in row) for row in rows]
    size = median(word.size for row in rows for word in row)
    leadings = [after - before for before, after in pairwise(tops)]
    usual = min((leading for leading in leadings if 0.8 * size < leading < 2.1 * size), default=0.0)
    later = [(top, column) for top, leading in zip(tops[1:], leadings, strict=True) if leading > 1.12 * usual]
    return [(tops[0], column), *later]
