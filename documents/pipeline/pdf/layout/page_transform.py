"""Transform all boxes of an analysed page: undo the rotation and deskewing of the analysis, change the unit."""

import math
from collections.abc import Callable
from dataclasses import replace

from documents.pipeline.pdf.geometry import PageFrame
from documents.pipeline.pdf.layout.model import DraftItem, PageLayout
from documents.types import Box, ParsedPage

BoxTransform = Callable[[Box], Box]


def scale_to_points(page: ParsedPage, layout: PageLayout, *, unit: float) -> tuple[ParsedPage, PageLayout]:
    """Convert boxes and sizes in user space units to points. `unit` is the size of a unit in points."""
    if unit == 1:
        return page, layout
    width, height = page.width * unit, page.height * unit
    return _transform(page, layout, lambda box: scale_box(box, unit), width=width, height=height)


def scale_box(box: Box, factor: float) -> Box:
    return Box(box.x0 * factor, box.y0 * factor, box.x1 * factor, box.y1 * factor)


def restore_skew(page: ParsedPage, layout: PageLayout, degrees: float) -> tuple[ParsedPage, PageLayout]:
    """Rotate all boxes clockwise around the centre of the page. Each becomes the bounding box of its rotated self."""
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    x, y = page.width / 2, page.height / 2

    def rotate(box: Box) -> Box:
        corners = [(left - x, top - y) for left in (box.x0, box.x1) for top in (box.y0, box.y1)]
        xs = [x + cosine * dx - sine * dy for dx, dy in corners]
        ys = [y + sine * dx + cosine * dy for dx, dy in corners]
        return Box(min(xs), min(ys), max(xs), max(ys))

    return _transform(page, layout, rotate, width=page.width, height=page.height)


def restore_rotation(
    page: ParsedPage, layout: PageLayout, *, analysed: PageFrame, displayed: PageFrame
) -> tuple[ParsedPage, PageLayout]:
    """Move all boxes from the frame of the analysis to the frame in which the page is displayed."""

    def rotate(box: Box) -> Box:
        return displayed.to_page(*analysed.to_user_space(box))

    return _transform(page, layout, rotate, width=displayed.width, height=displayed.height)


def _transform(
    page: ParsedPage, layout: PageLayout, transform: BoxTransform, *, width: float, height: float
) -> tuple[ParsedPage, PageLayout]:
    """Return the page in its new size, with all boxes transformed."""
    tokens = [token._replace(box=transform(token.box)) for token in page.tokens]
    drafts = tuple(_transform_draft(draft, transform) for draft in layout.drafts)
    page = replace(page, tokens=tokens, width=width, height=height)
    return page, replace(layout, drafts=drafts, width=width, height=height)


def _transform_draft(draft: DraftItem, transform: BoxTransform) -> DraftItem:
    table = draft.table
    if table is not None:
        cells = tuple(replace(c, box=None if c.box is None else transform(c.box)) for c in table.cells)
        table = replace(table, cells=cells)
    return replace(draft, box=transform(draft.box), table=table)
