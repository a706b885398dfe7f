"""Tables between stacked horizontal rules of one width, as books print them."""

from collections.abc import Sequence

from documents.pipeline.pdf.geometry import union
from documents.pipeline.pdf.tables.grid import FoundTable, without_empty_lines
from documents.pipeline.pdf.tables.guards import counts_as_table, has_words, prose_lines
from documents.pipeline.pdf.tables.page_words import TablePage
from documents.pipeline.pdf.tables.spaced_grid import spaced_grid
from documents.types import Box

_MIN_RULE = 0.12  # of the page's width
_SAME_EDGE = 8.0
_MAX_GAP = 0.5  # of the page's height between two rules
_MAX_RULES = 300
_MIN_WORDS = 6
_PROSE = 3  # lines


def find_booktabs(page: TablePage) -> None:
    """Starts at each rule that no table has taken, from the top."""
    rules = _joined([rule for rule in page.graphics.horizontal if _is_free_rule(rule, page)])[:_MAX_RULES]
    used: set[int] = set()
    for first in range(len(rules)):
        group = [] if first in used else _stack(rules, first, page.height)
        if len(group) < 2:  # a table has a first and a last rule
            continue
        table = _table_between([rules[number] for number in group], page)
        if table is not None:
            page.tables.append(table)
            used.update(group)


def _is_free_rule(rule: Box, page: TablePage) -> bool:
    return rule.x1 - rule.x0 > _MIN_RULE * page.width and page.is_free(Box(rule.x0, rule.y0 - 1, rule.x1, rule.y1 + 1))


def _joined(rules: Sequence[Box]) -> list[Box]:
    """Pieces of one rule, drawn cell by cell, become one."""
    joined: list[Box] = []
    for rule in sorted(rules, key=lambda rule: (round(rule.y0 / 2), rule.x0)):
        if joined and abs(joined[-1].y0 - rule.y0) < 2.5 and rule.x0 <= joined[-1].x1 + 6:  # points
            joined[-1] = union([joined[-1], rule])
        else:
            joined.append(rule)
    return sorted(joined, key=lambda rule: rule.y0)


def _stack(rules: Sequence[Box], first: int, page_height: float) -> list[int]:
    """The rule and those below it with the same ends."""
    top = rules[first]
    group = [first]
    for number in range(first + 1, len(rules)):
        rule = rules[number]
        same_ends = abs(rule.x0 - top.x0) < _SAME_EDGE and abs(rule.x1 - top.x1) < _SAME_EDGE
        if same_ends and rule.y0 - rules[group[-1]].y1 < _MAX_GAP * page_height:
            group.append(number)
    return group


def _table_between(rules: Sequence[Box], page: TablePage) -> FoundTable | None:
    box = Box(min(rule.x0 for rule in rules), rules[0].y0, max(rule.x1 for rule in rules), rules[-1].y1)
    words = page.inside(box)
    if len(words) < _MIN_WORDS or not page.is_free(box) or prose_lines(words, box) >= _PROSE:
        return None
    grid = spaced_grid(words, box, page.rules_in(box))
    if grid is None:
        return None
    grid = without_empty_lines(grid)
    strict = len(rules) < 3  # head, body and foot are three
    return FoundTable(box, grid) if counts_as_table(grid, strict=strict) and has_words(grid) else None
