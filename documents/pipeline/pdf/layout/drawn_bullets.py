"""Bullets that are drawn as shapes: browsers and layout programs draw discs, rings and squares before list items."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from documents.pipeline.pdf.text.lines import Line
from documents.types import Box

_MAX_BULLETS = 300  # of a page: with more, they are parts of a drawing
_MAX_SIZE, _MAX_DISTANCE, _MAX_OFFSET = 0.6, 2.5, 0.35  # em


def mark_bullets(lines: Sequence[Line], shapes: Sequence[Box]) -> list[Line]:
    """Return the lines, where those with a shape of the size of a bullet before them have a bullet."""
    if not shapes or len(shapes) > _MAX_BULLETS:
        return list(lines)
    marked = {id(line) for shape in shapes if (line := _line_after(shape, lines)) is not None}
    return [replace(line, has_bullet=True) if id(line) in marked else line for line in lines]


def _line_after(shape: Box, lines: Iterable[Line]) -> Line | None:
    """Return the nearest line on the right of the shape, at its height."""
    after = [line for line in lines if _is_before(shape, line)]
    return min(after, key=lambda line: line.x0, default=None)


def _is_before(shape: Box, line: Line) -> bool:
    size = line.size
    is_level = abs((shape.y0 + shape.y1) - (line.y0 + line.y1)) < 2 * _MAX_OFFSET * size
    return is_level and shape.y1 - shape.y0 < _MAX_SIZE * size and 0 < line.x0 - shape.x1 < _MAX_DISTANCE * size
