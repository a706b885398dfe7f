"""Detect tables between horizontal rules of the same width, as LaTeX's booktabs package prints them."""

from collections.abc import Sequence

from documents.pipeline.pdf.geometry import union
from documents.pipeline.pdf.tables.build_grid import grid_from_spacing
from documents.pipeline.pdf.tables.grid import DetectedTable, TablePage, drop_empty_rows_and_columns
from documents.pipeline.pdf.tables.plausibility import count_prose_lines, has_words, is_plausible_table
from documents.pipeline.pdf.text.lines import group_into_phrases
from documents.types import Box

_MIN_RULE = 0.12  # of the page's width
_SAME_EDGE = 8.0  # points
_MAX_GAP = 0.5  # of the page's height, between two rules
_MAX_RULES = 300
_MAX_HEADING_GAP, _MIN_HEADING = 1.6, 1.12  # body sizes between a heading and its rule, and of its type
_MIN_WORDS = 6
_MAX_PROSE_LINES = 2


def find_booktabs(page: TablePage) -> None:
    """Add the tables between horizontal rules of the same width, as LaTeX prints them, from the top of the page."""
    rules = _join_pieces([rule for rule in page.graphics.horizontal if _is_free_rule(rule, page)])[:_MAX_RULES]
    used: set[int] = set()
    for first in range(len(rules)):
        group = [] if first in used else _stack(rules, first, page.height)
        if len(group) < 2:
            continue
        table = _table_between([rules[number] for number in group], page)
        if table is not None and not _are_below_headings([rules[number] for number in group], page):
            page.tables.append(table)
            used.update(group)


def _is_free_rule(rule: Box, page: TablePage) -> bool:
    return rule.x1 - rule.x0 > _MIN_RULE * page.width and page.is_free(Box(rule.x0, rule.y0 - 1, rule.x1, rule.y1 + 1))


def _join_pieces(rules: Sequence[Box]) -> list[Box]:
    """Join the pieces of rules that were drawn cell by cell."""
    joined: list[Box] = []
    for rule in sorted(rules, key=lambda rule: (round(rule.y0 / 2), rule.x0)):
        if joined and abs(joined[-1].y0 - rule.y0) < 2.5 and rule.x0 <= joined[-1].x1 + 6:  # points
            joined[-1] = union([joined[-1], rule])
        else:
            joined.append(rule)
    return sorted(joined, key=lambda rule: rule.y0)


def _stack(rules: Sequence[Box], first: int, page_height: float) -> list[int]:
    """Return the indexes of a rule and the rules below it with the same left and right edges."""
    top = rules[first]
    group = [first]
    for number in range(first + 1, len(rules)):
        rule = rules[number]
        same_ends = abs(rule.x0 - top.x0) < _SAME_EDGE and abs(rule.x1 - top.x1) < _SAME_EDGE
        if same_ends and rule.y0 - rules[group[-1]].y1 < _MAX_GAP * page_height:
            group.append(number)
    return group


def _are_below_headings(rules: Sequence[Box], page: TablePage) -> bool:
    """Check for headings above the rules: they underline these. The first rule of a table may be below its title."""
    return 2 * sum(_is_below_heading(rule, page) for rule in rules[1:]) >= len(rules[1:])


def _is_below_heading(rule: Box, page: TablePage) -> bool:
    """Check for large type at the left end of the rule right above it, and no other text there."""
    words = page.inside(Box(rule.x0, rule.y0 - _MAX_HEADING_GAP * page.body, rule.x1, rule.y0))
    lines = group_into_phrases(words, 1.0)
    if len(lines) != 1 or lines[0][0].x0 > rule.x0 + page.body:
        return False
    return min(word.size for word in lines[0]) > _MIN_HEADING * page.body


def _table_between(rules: Sequence[Box], page: TablePage) -> DetectedTable | None:
    box = Box(min(rule.x0 for rule in rules), rules[0].y0, max(rule.x1 for rule in rules), rules[-1].y1)
    words = page.inside(box)
    if len(words) < _MIN_WORDS or not page.is_free(box) or count_prose_lines(words, box) > _MAX_PROSE_LINES:
        return None
    grid = grid_from_spacing(words, box, page.rules_in(box))
    if grid is None:
        return None
    grid = drop_empty_rows_and_columns(grid)
    strict = len(rules) < 3  # such a table has usually three: above and below the header, and at the end
    return DetectedTable(box, grid) if is_plausible_table(grid, strict=strict) and has_words(grid) else None
