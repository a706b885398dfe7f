"""Find tables inside the cells of another table: small grids that stand in one of its columns."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from statistics import median
from typing import NamedTuple

from documents.pipeline.pdf.geometry import center_inside, overlap
from documents.pipeline.pdf.graphics import Graphics
from documents.pipeline.pdf.tables.ruled_regions import Region, ruled_regions
from documents.pipeline.pdf.tables.stand_ins import StandIns, stand_in
from documents.pipeline.pdf.text.lines import group_into_rows
from documents.pipeline.pdf.text.words import Word
from documents.types import Box

_MIN_GRIDS = 2  # in one column of a table
_MIN_BORDERS = 2  # vertical ones of a grid
_SAME_EDGE, _TOUCH = 3.0, 0.6  # points
_MAX_WIDTH = 0.6  # of the page
_LEVEL = 0.5  # of a word's height
_INSIDE = 1.0  # point


class NestedTables(NamedTuple):
    """The words and graphics of a page where a word stands for each table inside a cell."""

    stand_ins: StandIns
    words: Sequence[Word]
    graphics: Graphics


def nested_tables(words: Sequence[Word], graphics: Graphics, page_width: float) -> NestedTables | None:
    """Return the page with a word for each grid inside a cell, or `None` if there are no such grids.

    Such grids stand below one another in a column, with words beside each of them that are in no grid of this kind. The
    stand-in is level with these words.
    """
    if len(graphics.vertical) < _MIN_BORDERS * _MIN_GRIDS:
        return None
    grids = [region.box for region in ruled_regions(graphics, _TOUCH) if _is_grid(region, page_width)]
    in_columns = [box for box in grids if sum(abs(box.x0 - other.x0) < _SAME_EDGE for other in grids) >= _MIN_GRIDS]
    outside = [word for word in words if not any(center_inside(word, box, slack=0.0) for box in in_columns)]
    stand_ins = dict(pair for box in in_columns for pair in _stand_ins(box, words, outside))
    if not stand_ins or len(stand_ins) < len(in_columns):
        return None
    return NestedTables(stand_ins, [*outside, *stand_ins], _without_rules_inside(graphics, in_columns))


def _stand_ins(box: Box, words: Sequence[Word], outside: Sequence[Word]) -> Iterator[tuple[Word, Sequence[Word]]]:
    """Yield a word that stands for a grid, with the words in it, if other words stand beside it."""
    rows = group_into_rows(word for word in words if center_inside(word, box, slack=0.0))
    beside = [w for w in outside if overlap(w.y0, w.y1, box.y0, box.y1) > _LEVEL * w.height]
    if rows and beside:
        level = max(rows, key=lambda row: sum(_is_level(row, word) for word in beside))
        parts = [word for row in rows for word in row]
        yield stand_in(parts, min(w.y0 for w in level), max(w.y1 for w in level)), parts


def _without_rules_inside(graphics: Graphics, boxes: Sequence[Box]) -> Graphics:
    """Return the graphics without the rules of some grids."""

    def outside(rules: Sequence[Box]) -> list[Box]:
        return [rule for rule in rules if not any(_contains(box, rule) for box in boxes)]

    return replace(graphics, horizontal=outside(graphics.horizontal), vertical=outside(graphics.vertical))


def _contains(box: Box, rule: Box) -> bool:
    is_inside_x = box.x0 - _INSIDE <= rule.x0 and rule.x1 <= box.x1 + _INSIDE
    return is_inside_x and box.y0 - _INSIDE <= rule.y0 and rule.y1 <= box.y1 + _INSIDE


def _is_level(row: Sequence[Word], word: Word) -> bool:
    return abs(median(w.middle_y for w in row) - word.middle_y) < _LEVEL * word.height


def _is_grid(region: Region, page_width: float) -> bool:
    """Check for a narrow grid whose outer borders are drawn, with two cells at least."""
    box = region.box
    return box.x1 - box.x0 < _MAX_WIDTH * page_width and all(
        sum(abs(edge - at) < _SAME_EDGE for edge in edges) >= 1
        for edges, at in (
            ([rule.x0 for rule in region.vertical], box.x0),
            ([rule.x1 for rule in region.vertical], box.x1),
            ([rule.y0 for rule in region.horizontal], box.y0),
            ([rule.y1 for rule in region.horizontal], box.y1),
        )
    )
