"""Pages that were scanned a little askew: they are analysed level, and leant again afterwards."""

import math

from documents.pipeline.pdf.layout import PageSketch
from documents.pipeline.pdf.moving import moved
from documents.types import Box, ParsedPage


def leant_again(page: ParsedPage, sketch: PageSketch, degrees: float) -> tuple[ParsedPage, PageSketch]:
    """The same page turned clockwise around its middle; every box is as large as what stands in it needs."""
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    x, y = page.width / 2, page.height / 2

    def leant(box: Box) -> Box:
        corners = [(left - x, top - y) for left in (box.x0, box.x1) for top in (box.y0, box.y1)]
        across = [x + cosine * dx - sine * dy for dx, dy in corners]
        down = [y + sine * dx + cosine * dy for dx, dy in corners]
        return Box(min(across), min(down), max(across), max(down))

    return moved(page, sketch, leant, width=page.width, height=page.height)
