"""Detect tables whose horizontal rules or backgrounds are drawn cell by cell, as browsers and word processors do.

Such a rule is cut where two columns meet. So the borders of the columns are known, however near their words are.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from documents.pipeline.pdf.geometry import cluster, horizontal_overlap, union, vertical_overlap
from documents.pipeline.pdf.tables.build_grid import grid_from_rules
from documents.pipeline.pdf.tables.grid import DetectedTable, TablePage, drop_empty_rows_and_columns
from documents.pipeline.pdf.tables.headers import with_header_lines
from documents.pipeline.pdf.tables.plausibility import has_words, is_plausible_table
from documents.pipeline.pdf.tables.wrapped_cells import CellColumns
from documents.pipeline.pdf.text.lines import group_into_phrases, group_into_rows, split_row
from documents.pipeline.pdf.text.words import Word
from documents.types import Box

_SAME_HEIGHT, _TOUCH = 0.8, 1.0  # points
_SAME_EDGE = 2.0  # points
_MIN_PIECES = 2
_MIN_STRIPES = 2
_PHRASE_GAP = 0.4  # em: the cells of two columns may stand as near
_MAX_RULES, _MAX_TABLES = 600, 40  # a page with more is a drawing
_MAX_BAND = 0.5  # of the page's height
_MAX_TOP_GAP = 1.6  # body sizes between a rule and the text of the cells below it
_MAX_ROW_GAP = 1.3  # body sizes between rows without a rule
_MAX_LINE_GAP = 0.5  # body sizes between the lines of a cell
_WIDE_GAP = 1.0  # em: no gap between words of a cell
_MAX_BESIDE = 12.0  # body sizes between a table and other cells of its rows
_MAX_ROW = 3.0  # body sizes: higher backgrounds are those of several rows
_MAX_SPACER = 2.0  # body sizes
_MAX_CROSSING = 0.3  # of the phrases may span columns

_Row = Sequence[Word]


@dataclass(frozen=True)
class _Rule:
    """The pieces of a rule, from left to right."""

    pieces: tuple[Box, ...]

    @property
    def y(self) -> float:
        return (self.pieces[0].y0 + self.pieces[0].y1) / 2

    @property
    def x0(self) -> float:
        return self.pieces[0].x0

    @property
    def x1(self) -> float:
        return self.pieces[-1].x1

    @property
    def cuts(self) -> list[float]:
        return [piece.x1 for piece in self.pieces[:-1]]

    def is_like(self, other: "_Rule") -> bool:
        """Check for the same ends, or a part of the other rule that is cut at the same places."""
        short, long = sorted((self, other), key=lambda rule: rule.x1 - rule.x0)
        places = (long.x0, *long.cuts, long.x1)
        return all(any(abs(x - place) < _SAME_EDGE for place in places) for x in (short.x0, *short.cuts, short.x1))


def find_tables_with_cut_rules(page: TablePage) -> None:
    """Add the tables whose horizontal rules are drawn cell by cell, as browsers do.

    Those with vertical rules between the columns are grids of rules.
    """
    stripes = [row for row in _shaded_rows(page) if not _touches_another(row, page)]
    edges = _edges(stripes) if len(stripes) >= _MIN_STRIPES else []
    _find_tables(page, [*page.graphics.horizontal, *edges])


def find_tables_with_shaded_rows(page: TablePage) -> None:
    """Add the tables that have backgrounds of rows, drawn cell by cell."""
    edges = _edges(_shaded_rows(page))
    if edges:
        _find_tables(page, [*page.graphics.horizontal, *edges])


def _find_tables(page: TablePage, pieces: Sequence[Box]) -> None:
    for rules in _stacks(_rules(pieces), page)[:_MAX_TABLES]:
        for part in _parts(rules, page):
            table = _Table(part, page).detect()
            if table is not None:
                page.tables.append(table)


def _shaded_rows(page: TablePage) -> list[list[Box]]:
    """Return the rows of backgrounds: the cells of a shaded row of a table, or one cell as wide as such a row."""
    rows: dict[tuple[int, int], list[Box]] = {}
    for fill in page.graphics.fills[:_MAX_RULES]:
        if fill.y1 - fill.y0 < _MAX_ROW * page.body:
            rows.setdefault((round(fill.y0), round(fill.y1)), []).append(fill)
    ordered = [sorted(row) for row in rows.values()]
    closed = [row for row in ordered if all(abs(after.x0 - before.x1) <= _TOUCH for before, after in pairwise(row))]
    widths = {(round(row[0].x0), round(row[-1].x1)) for row in closed if len(row) > 1}
    return [row for row in closed if (round(row[0].x0), round(row[-1].x1)) in widths]


def _touches_another(row: Sequence[Box], page: TablePage) -> bool:
    """Check for a background right above or below the row: all cells are shaded, and not only those of some rows."""
    around = union(row)
    return any(
        horizontal_overlap(fill, around) > _SAME_EDGE and -_TOUCH < vertical_overlap(fill, around) < _TOUCH
        for fill in page.graphics.fills[:_MAX_RULES]
    )


def _edges(rows: Sequence[Sequence[Box]]) -> list[Box]:
    """Return the top and the bottom edges of all backgrounds."""
    return [Box(cell.x0, y, cell.x1, y) for row in rows for cell in row for y in (cell.y0, cell.y1)]


def _rules(pieces: Sequence[Box]) -> list[_Rule]:
    """Return the rules from top to bottom, each with the pieces at its height that touch."""
    rules: list[_Rule] = []
    for _, row in _at_heights(pieces[:_MAX_RULES]):
        run: list[Box] = []
        for piece in sorted(row):
            if run and piece.x1 <= run[-1].x1 + _TOUCH:  # drawn twice
                continue
            if run and piece.x0 - run[-1].x1 > _TOUCH:
                rules.append(_Rule(tuple(run)))
                run = []
            run.append(piece)
        rules.append(_Rule(tuple(run)))
    return rules


def _at_heights(pieces: Sequence[Box]) -> Iterator[tuple[int, Iterator[Box]]]:
    ordered = sorted(pieces, key=lambda piece: piece.y0 + piece.y1)
    number, last = 0, float("-inf")
    numbers: dict[int, int] = {}
    for piece in ordered:
        middle = (piece.y0 + piece.y1) / 2
        number += middle - last > _SAME_HEIGHT
        last = middle
        numbers[id(piece)] = number
    return groupby(ordered, key=lambda piece: numbers[id(piece)])


def _stacks(rules: Sequence[_Rule], page: TablePage) -> list[list[_Rule]]:
    """Return groups of rules that are cut at the same places."""
    stacks: list[list[_Rule]] = []
    for rule in rules:
        near = (stack for stack in reversed(stacks) if rule.y - stack[-1].y < _MAX_BAND * page.height)
        stack = next((stack for stack in near if _widest(stack).is_like(rule)), None)
        if stack is not None:
            stack.append(rule)
        elif len(rule.pieces) >= _MIN_PIECES:
            stacks.append([rule])
    return stacks


def _widest(rules: Sequence[_Rule]) -> _Rule:
    return max(rules, key=lambda rule: (round(rule.x1 - rule.x0), len(rule.pieces)))


def _parts(rules: Sequence[_Rule], page: TablePage) -> Iterator[list[_Rule]]:
    """Yield the rules of each table: tables of the same columns may follow one another, with text between them."""
    left, right = min(rule.x0 for rule in rules), max(rule.x1 for rule in rules)
    part = [rules[0]]
    for above, rule in pairwise(rules):
        if not _are_cells(page.inside(Box(left, above.y, right, rule.y)), above.y, page):
            yield part
            part = []
        part.append(rule)
    yield part


def _are_cells(words: Sequence[Word], top: float, page: TablePage) -> bool:
    return not words or min(word.y0 for word in words) - top < _MAX_TOP_GAP * page.body


def _without_spacers(borders: Sequence[float], words: Sequence[Word], body: float) -> list[float]:
    """Return the borders without narrow columns that have no words: white space between groups of columns."""
    kept = [borders[0]]
    for left, right in pairwise(borders):
        is_spacer = right - left < _MAX_SPACER * body and not any(
            left <= word.x0 and word.x1 <= right for word in words
        )
        if is_spacer and len(kept) > 1:
            kept.pop()
        kept.append(right)
    return kept


class _Table:
    """The rules of a table, and the rows between and beside them."""

    def __init__(self, rules: Sequence[_Rule], page: TablePage) -> None:
        self._rules, self._page = rules, page
        left, right = min(rule.x0 for rule in rules), max(rule.x1 for rule in rules)
        inner = cluster((cut for rule in rules for cut in (*rule.cuts, rule.x0, rule.x1)), _SAME_EDGE)
        self._box = Box(left, rules[0].y, right, rules[-1].y)
        borders = [left, *(x for x in inner if left + _SAME_EDGE < x < right - _SAME_EDGE), right]
        self._borders = _without_spacers(borders, page.inside(self._box), page.body)

    def detect(self) -> DetectedTable | None:
        if len(self._borders) <= _MIN_PIECES or self._has_vertical_rules():
            return None
        near = [w for w in self._page.words_outside_tables() if self._box.x0 - 1 <= w.middle_x <= self._box.x1 + 1]
        if not near:
            return None
        inside = [word for word in near if self._box.y0 < word.middle_y < self._box.y1]
        columns = CellColumns(self._borders, group_into_rows(inside), near[0].size)
        below = self._below([word for word in near if word.middle_y >= self._box.y1], columns)
        body = [*inside, *(word for line in below for word in line)]
        if not body or self._has_crossing_text(body) or self._has_inner_columns(body):
            return None
        if self._has_cells_beside(body):
            return None
        above = self._above([word for word in near if word.middle_y <= self._box.y0])
        return self._table(above, body, columns)

    def _table(self, above: Sequence[_Row], body: Sequence[Word], columns: CellColumns) -> DetectedTable | None:
        words = [*(word for line in above for word in line), *body]
        number = 0 if above else self._end_of_header(body)
        end = self._rules[number].y
        header = group_into_rows(word for word in words if word.middle_y < end)
        below = [word for word in words if word.middle_y >= end]
        table = None
        if len(header) > 1 and below:
            table = self._with_rows(self._rules[number:], below, columns)
            table = with_header_lines(table, header, self._borders, self._page.body)
        if table is None:
            table = self._with_rows(self._rules, words, columns)
        is_table = is_plausible_table(table.grid) and has_words(table.grid, is_boxed=True)
        return table if is_table else None

    def _end_of_header(self, words: Sequence[Word]) -> int:
        """Return the number of the first full rule with text above and below, or else of one over all columns but one.

        The name of the first column often stands beside two rows of other names, without a rule below the first.
        """
        last = max(word.middle_y for word in words)
        inner = [(number, rule) for number, rule in enumerate(self._rules) if number and rule.y < last]
        left, right = self._box.x0 + _SAME_EDGE, self._box.x1 - _SAME_EDGE
        full = [number for number, rule in inner if rule.x0 < left and rule.x1 > right]
        values = [number for number, rule in inner if rule.x0 < self._borders[1] + _SAME_EDGE and rule.x1 > right]
        return next(iter([*full, *values[::-1]]), 0)

    def _with_rows(self, rules: Sequence[_Rule], words: Sequence[Word], columns: CellColumns) -> DetectedTable:
        box = union([*(piece for rule in rules for piece in rule.pieces), *words])
        borders, added = self._row_borders(rules, words, box, columns)
        verticals = list(self._verticals(words, borders))
        missing = (piece for rule in rules for piece in self._missing_pieces(rule, words, borders))
        horizontals = [*(piece for rule in rules for piece in rule.pieces), *added, *missing]
        grid = grid_from_rules(words, self._borders, borders, horizontals, verticals)
        return DetectedTable(box, drop_empty_rows_and_columns(grid, keep_columns=True), has_drawn_columns=True)

    def _row_borders(
        self, rules: Sequence[_Rule], body: Sequence[Word], box: Box, columns: CellColumns
    ) -> tuple[list[float], list[Box]]:
        """Return the heights between the rows, and a rule for each of them that is not drawn."""
        heights = [rule.y for rule in rules]
        added: list[float] = []
        for top, bottom in pairwise([float("-inf"), *heights, float("inf")]):
            lines = group_into_rows(word for word in body if top <= word.middle_y < bottom)
            added += columns.row_borders(lines)
        inner = sorted(y for y in (*heights, *added) if box.y0 + 1 < y < box.y1 - 1)
        return [box.y0, *inner, box.y1], [Box(box.x0, y, box.x1, y) for y in added]

    def _missing_pieces(self, rule: _Rule, words: Sequence[Word], borders: Sequence[float]) -> Iterator[Box]:
        """Yield the pieces of a rule, as that above a sum, that are not drawn between two cells with text."""
        top = max((y for y in borders if y < rule.y - 1), default=rule.y)
        bottom = min((y for y in borders if y > rule.y + 1), default=rule.y)
        level = [word for word in words if top < word.middle_y < bottom]
        for left, right in pairwise(self._borders):
            cell = [word for word in level if left < word.middle_x < right]
            above = any(word.y1 < rule.y + 1 for word in cell)
            below = any(word.y0 > rule.y - 1 for word in cell)
            if above and below and not any(word.y0 + 1 < rule.y < word.y1 - 1 for word in cell):
                yield Box(left, rule.y, right, rule.y)

    def _verticals(self, words: Sequence[Word], borders: Sequence[float]) -> Iterator[Box]:
        """Yield a rule between two columns for each row in which no text crosses it."""
        rows: list[list[Word]] = [[] for _ in range(len(borders) + 1)]  # also above and below all borders
        for word in words:
            rows[bisect_right(borders, word.middle_y)].append(word)
        for (top, bottom), inside in zip(pairwise(borders), rows[1:-1], strict=True):
            yield from (Box(x, top, x, bottom) for x in self._uncrossed(inside))

    def _uncrossed(self, inside: Sequence[Word]) -> list[float]:
        """Return the borders of columns that no text of a row crosses, and no name on a background alone."""
        if inside and self._occupied(inside) == {0} and self._is_on_background(inside):
            return []
        crossed = {x for phrase in group_into_phrases(inside, _PHRASE_GAP) for x in self._crossed(phrase)}
        return [x for x in self._borders[1:-1] if x not in crossed]

    def _has_vertical_rules(self) -> bool:
        """Check for vertical rules between most columns; one of them may part the labels from the values."""
        left, top, right, bottom = self._box
        drawn = cluster(
            (
                rule.x0
                for rule in self._page.graphics.vertical
                if left + _SAME_EDGE < rule.x0 < right - _SAME_EDGE
                and rule.y1 - rule.y0 > 0.6 * self._page.body
                and top - self._page.body < (rule.y0 + rule.y1) / 2 < bottom + self._page.body
            ),
            _SAME_EDGE,
        )
        return 2 * len(drawn) > len(self._borders) - 2

    def _above(self, words: Sequence[Word]) -> list[_Row]:
        """Return the lines of a header row above the first rule."""
        lines: list[_Row] = []
        accepted = 0
        top, gap = self._box.y0, _MAX_ROW_GAP
        for row in reversed(group_into_rows(words)):
            is_near = top - max(word.y1 for word in row) <= gap * self._page.body
            if not is_near or self._crosses(row) or self._sticks_out(row):
                break
            lines.append(row)
            cells = self._occupied(row)
            if len(cells) > 1 or (accepted and 0 not in cells) or self._is_on_background(row):
                accepted = len(lines)
            top, gap = min(word.y0 for word in row), _MAX_LINE_GAP
        return lines[:accepted][::-1]

    def _is_on_background(self, row: _Row) -> bool:
        """Check for a background as wide as the table: the line is a name of a group or of the table."""
        _, top, _, bottom = union(row)
        return any(
            abs(fill.x0 - self._box.x0) < _SAME_EDGE and abs(fill.x1 - self._box.x1) < _SAME_EDGE
            for fill in self._page.graphics.fills
            if fill.y0 < top + 1 and bottom - 1 < fill.y1 and fill.y1 - fill.y0 < _MAX_ROW * self._page.body
        )

    def _below(self, words: Sequence[Word], columns: CellColumns) -> list[_Row]:
        """Return the lines below the last rule that are further rows, or lines of their cells."""
        lines: list[_Row] = []
        accepted = 0
        bottom, last, before = self._box.y1, None, set[int]()
        for row in group_into_rows(words):
            gap = (min(word.y0 for word in row) - bottom) / self._page.body
            if gap > _MAX_ROW_GAP or self._crosses(row) or self._sticks_out(row):
                break
            lines.append(row)
            is_line = last is not None and gap <= _MAX_LINE_GAP and columns.continues(last, row)
            occupied = self._occupied(row)
            # The lines of centred cells may stand between those of the others.
            if len(occupied | (before if gap < 0 else set())) > 1 or is_line:
                accepted = len(lines)
                last = row
            bottom, before = max(word.y1 for word in row), occupied
        return lines[:accepted]

    def _sticks_out(self, row: _Row) -> bool:
        """Check for words beside the table that belong to the words of the row."""
        level = row[0].middle_y
        beside = [word for word in self._page.words if word.y0 < level < word.y1 and word not in row]
        phrases = split_row(sorted([*row, *beside]), _PHRASE_GAP) if beside else ()
        return any(0 < sum(word in row for word in phrase) < len(phrase) for phrase in phrases)

    def _crosses(self, words: Sequence[Word]) -> bool:
        return any(self._crossed(phrase) for phrase in group_into_phrases(words, _PHRASE_GAP))

    def _crossed(self, phrase: _Row) -> list[float]:
        left, right = phrase[0].x0 + _SAME_EDGE, phrase[-1].x1 - _SAME_EDGE
        return [x for x in self._borders[1:-1] if left < x < right]

    def _has_inner_columns(self, words: Sequence[Word]) -> bool:
        """Check for a column in which most lines have a wide gap: not all columns have a rule of their own."""
        for left, right in pairwise(self._borders):
            rows = group_into_rows(word for word in words if left < word.middle_x < right)
            if rows and sum(len(split_row(row, _WIDE_GAP)) > 1 for row in rows) > 0.5 * len(rows):
                return True
        return False

    def _has_cells_beside(self, words: Sequence[Word]) -> bool:
        """Check for words next to most rows: the rules are those of some of the columns only."""
        left, right, reach = self._box.x0, self._box.x1, _MAX_BESIDE * self._page.body
        beside = [w for w in self._page.words if left - reach < w.x1 < left or right < w.x0 < right + reach]
        rows = group_into_rows(words)
        return sum(any(abs(w.middle_y - row[0].middle_y) < 2 for w in beside) for row in rows) > 0.5 * len(rows)

    def _occupied(self, row: _Row) -> set[int]:
        return {sum(x < word.middle_x for x in self._borders[1:-1]) for word in row}

    def _has_crossing_text(self, words: Sequence[Word]) -> bool:
        phrases = group_into_phrases(words, _PHRASE_GAP)
        return sum(bool(self._crossed(phrase)) for phrase in phrases) > _MAX_CROSSING * len(phrases)
