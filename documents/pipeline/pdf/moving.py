"""A page and its sketch with every box somewhere else: turned back, or measured in other units."""

from collections.abc import Callable
from dataclasses import replace

from documents.pipeline.pdf.layout import Draft, PageSketch
from documents.types import Box, ParsedPage, Table

Move = Callable[[Box], Box]


def moved(
    page: ParsedPage, sketch: PageSketch, move: Move, *, width: float, height: float
) -> tuple[ParsedPage, PageSketch]:
    """The same page of another size, with all its boxes where `move` puts them."""
    tokens = [token._replace(box=move(token.box)) for token in page.tokens]
    drafts = tuple(_draft(draft, move) for draft in sketch.drafts)
    page = replace(page, tokens=tokens, width=width, height=height)
    return page, replace(sketch, drafts=drafts, width=width, height=height)


def in_points(page: ParsedPage, sketch: PageSketch, *, unit: float) -> tuple[ParsedPage, PageSketch]:
    """`unit`: how many points what was a point so far is (UserUnit)."""
    if unit == 1:
        return page, sketch
    width, height = page.width * unit, page.height * unit
    return moved(page, sketch, lambda box: scaled(box, unit), width=width, height=height)


def scaled(box: Box, unit: float) -> Box:
    return Box(box.x0 * unit, box.y0 * unit, box.x1 * unit, box.y1 * unit)


def _draft(draft: Draft, move: Move) -> Draft:
    table = None if draft.table is None else _table(draft.table, move)
    return replace(draft, box=move(draft.box), table=table)


def _table(table: Table, move: Move) -> Table:
    cells = tuple(replace(c, box=None if c.box is None else move(c.box)) for c in table.cells)
    return replace(table, cells=cells)
