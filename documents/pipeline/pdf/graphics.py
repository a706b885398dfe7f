"""Ruling lines, filled rectangles and images of a page: the input for the detection of tables and figures."""

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from itertools import pairwise
from typing import NamedTuple

from documents.pipeline.pdf.file import Handle
from documents.pipeline.pdf.geometry import PageFrame, center_inside
from documents.pipeline.pdfium import raw as pdfium
from documents.types import Box

_MAX_OBJECTS = 8000  # a page with more is a drawing
_MAX_SEGMENTS = 400
_MIN_CURVE = 8  # points of a shape that may be a character
_MAX_DEPTH = 12
_RULE_THICKNESS = 3.0  # points, as the following
_STROKE_THICKNESS = 1.5
_MIN_HORIZONTAL, _MIN_VERTICAL = 6.0, 4.0
_MIN_FILL_WIDTH, _MIN_FILL_HEIGHT = 8.0, 5.0
_MIN_BULLET, _MAX_BULLET = 1.2, 7.0
_MAX_BULLET_STRETCH = 1.3  # of the longer to the shorter side
_MIN_FRAME_WIDTH, _MIN_FRAME_HEIGHT = 8.0, 8.0
_MIN_SLANT = 0.1  # of the longer to the shorter side of a line
_MAX_CORNERS = 0.2  # of the outline: the sides of a border have slanted ends
_MAX_ROUND_CORNERS = 24  # segments of a frame with round corners, inside and outside
_MAX_OUTLINES = 2  # of a frame: outside and inside
_MIN_STRAIGHT = 0.55  # of the outline of a frame with round corners
_WHITE = 250  # of 255, for each channel
_TRANSPARENT = 8  # of 255, for the alpha channel
_PAGE_BORDER = 0.97  # of the page's width: wider rectangles are a border or background of the page


_Points = list[tuple[float, float]]


class Matrix(NamedTuple):
    """A PDF transformation matrix (ISO 32000-1, 8.3.4)."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def then(self, outer: "Matrix") -> "Matrix":
        """Return the transformation that applies this matrix first, and `outer` after it."""
        return Matrix(
            self.a * outer.a + self.b * outer.c,
            self.a * outer.b + self.b * outer.d,
            self.c * outer.a + self.d * outer.c,
            self.c * outer.b + self.d * outer.d,
            self.e * outer.a + self.f * outer.c + outer.e,
            self.e * outer.b + self.f * outer.d + outer.f,
        )

    def apply(self, x: float, y: float) -> tuple[float, float]:
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f


@dataclass(slots=True)
class Graphics:
    """Drawn objects of a page, by kind: horizontal and vertical ruling lines, filled rectangles, images.

    `bullets` are shapes of the size of a bullet, whether they are one or not; `curves` are filled shapes with curves or
    many points, as outlines of characters are. `slanted` are shapes with curves or slanted lines, `frames` are stroked
    rectangles and those with round corners.
    """

    horizontal: list[Box] = field(default_factory=list)
    vertical: list[Box] = field(default_factory=list)
    fills: list[Box] = field(default_factory=list)
    images: list[Box] = field(default_factory=list)
    bullets: list[Box] = field(default_factory=list)
    curves: list[Box] = field(default_factory=list)
    slanted: list[Box] = field(default_factory=list)
    frames: list[Box] = field(default_factory=list)

    def outside(self, regions: Sequence[Box]) -> "Graphics":
        """Return the objects that are in none of the regions."""

        def kept(boxes: list[Box]) -> list[Box]:
            return [box for box in boxes if not any(center_inside(box, region) for region in regions)]

        return Graphics(*(kept(getattr(self, each.name)) for each in fields(self)))


class _Paint(NamedTuple):
    fills: bool
    strokes: bool
    white: bool

    @property
    def is_visible(self) -> bool:
        return self.strokes or (self.fills and not self.white)


def read_graphics(page: Handle, frame: PageFrame) -> Graphics:
    """Return the drawn objects of a page, with boxes in its frame."""
    reader, identity = _GraphicsReader(frame), Matrix()
    for index in range(min(int(pdfium.FPDFPage_CountObjects(page)), _MAX_OBJECTS)):
        reader.visit(pdfium.FPDFPage_GetObject(page, index), identity, 0)
    return reader.graphics


class _GraphicsReader:
    """Reader of the page's objects and those of its form XObjects. Holds the buffers for pdfium's results."""

    def __init__(self, frame: PageFrame) -> None:
        self.graphics = Graphics()
        self._frame = frame
        self._visited = 0
        self._matrix = pdfium.FS_MATRIX()
        self._bounds = [ctypes.c_float() for _ in range(4)]
        self._channels = [ctypes.c_uint() for _ in range(4)]

    def visit(self, item: Handle, outer: Matrix, depth: int) -> None:
        """Add an object, or all objects of a form XObject, to `graphics`. `outer` is the matrix of its container."""
        self._visited += 1
        if self._visited > _MAX_OBJECTS or depth > _MAX_DEPTH:
            return
        kind = pdfium.FPDFPageObj_GetType(item)
        if kind == pdfium.FPDF_PAGEOBJ_FORM:
            inner = self._matrix_of(item).then(outer)
            for index in range(int(pdfium.FPDFFormObj_CountObjects(item))):
                self.visit(pdfium.FPDFFormObj_GetObject(item, index), inner, depth + 1)
        elif kind == pdfium.FPDF_PAGEOBJ_IMAGE:
            self._image(item, outer)
        elif kind == pdfium.FPDF_PAGEOBJ_PATH:
            self._path(item, outer)

    def _matrix_of(self, item: Handle) -> Matrix:
        if not pdfium.FPDFPageObj_GetMatrix(item, self._matrix):
            return Matrix()
        m = self._matrix
        return Matrix(m.a, m.b, m.c, m.d, m.e, m.f)

    def _image(self, item: Handle, outer: Matrix) -> None:
        bounds = self._bounds_of(item, outer)
        if bounds is not None:
            self._add(self.graphics.images, bounds)

    def _bounds_of(self, item: Handle, outer: Matrix) -> Box | None:
        left, bottom, right, top = self._bounds
        if not pdfium.FPDFPageObj_GetBounds(item, left, bottom, right, top):
            return None
        return self._box([outer.apply(left.value, bottom.value), outer.apply(right.value, top.value)])

    def _path(self, item: Handle, outer: Matrix) -> None:
        count = int(pdfium.FPDFPath_CountSegments(item))
        paint = self._paint(item)
        if count < 2 or not paint.is_visible:  # a line has two points
            return
        bounds = self._bounds_of(item, outer)
        if bounds is not None and not paint.white:
            self._shape(bounds, count, paint)
        if bounds is None or (paint.white and not paint.strokes):
            return
        if count > _MAX_SEGMENTS:
            self._add(self.graphics.slanted, bounds)
            return
        self._outline(_Outline(item, count, self._matrix_of(item).then(outer)), bounds, paint)

    def _outline(self, outline: "_Outline", bounds: Box, paint: _Paint) -> None:
        """Add a shape by what it is drawn with: straight lines, which may be rules, or curves."""
        if outline.is_frame and (paint.strokes or outline.has_curves) and _is_frame(bounds):
            self._add(self.graphics.frames, bounds)
        elif outline.is_slanted:
            self._add(self.graphics.slanted, bounds)
        if not outline.has_curves:  # tables are made of straight lines
            for points in outline.subpaths:
                self._classify(points, paint)

    def _shape(self, bounds: Box, count: int, paint: _Paint) -> None:
        """Add a shape as a bullet, or as a curve: a circle has five points, the outline of a character mostly more."""
        if count <= _MAX_SEGMENTS and _is_bullet(bounds):
            self._add(self.graphics.bullets, bounds)
        if paint.fills and count >= _MIN_CURVE:
            self._add(self.graphics.curves, bounds)

    def _paint(self, item: Handle) -> _Paint:
        fill, stroke = ctypes.c_int(), ctypes.c_int()
        pdfium.FPDFPath_GetDrawMode(item, fill, stroke)
        white = False
        red, green, blue, alpha = self._channels
        if fill.value and pdfium.FPDFPageObj_GetFillColor(item, red, green, blue, alpha):
            white = min(red.value, green.value, blue.value) >= _WHITE or alpha.value < _TRANSPARENT
        return _Paint(bool(fill.value), bool(stroke.value), white)

    def _classify(self, points: _Points, paint: _Paint) -> None:
        box = self._box(points)
        width, height = box.x1 - box.x0, box.y1 - box.y0
        if height <= _RULE_THICKNESS and width > _MIN_HORIZONTAL:
            self._add(self.graphics.horizontal, box)
        elif width <= _RULE_THICKNESS and height > _MIN_VERTICAL:
            self._add(self.graphics.vertical, box)
        else:
            if paint.fills and not paint.white and width > _MIN_FILL_WIDTH and height > _MIN_FILL_HEIGHT:
                self._add(self.graphics.fills, box)
            if paint.strokes and width < _PAGE_BORDER * self._frame.width:
                self._add_stroked_edges(points)

    def _add_stroked_edges(self, points: _Points) -> None:
        """Add the horizontal and vertical sides of a stroked shape as ruling lines."""
        for start, end in pairwise(points):
            edge = self._box([start, end])
            width, height = edge.x1 - edge.x0, edge.y1 - edge.y0
            if height <= _STROKE_THICKNESS and width > _MIN_HORIZONTAL:
                self._add(self.graphics.horizontal, edge)
            elif width <= _STROKE_THICKNESS and height > _MIN_VERTICAL:
                self._add(self.graphics.vertical, edge)

    def _box(self, points: _Points) -> Box:
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return self._frame.to_page(min(xs), min(ys), max(xs), max(ys))

    def _add(self, boxes: list[Box], box: Box) -> None:
        """Add the part of a box that is on the page: a rule may be drawn for kilometres beyond its edge."""
        clipped = self._frame.clip(box)
        if clipped is not None:
            boxes.append(clipped)


class _Outline:
    """The lines of a path. The points of one with many curves are not read: it has no straight lines worth knowing."""

    def __init__(self, item: Handle, count: int, matrix: Matrix) -> None:
        self.subpaths: list[_Points] = []
        self.has_curves = False
        self._straight = self._slanted = 0.0  # lengths of lines along the page's edges, and of others
        x, y = ctypes.c_float(), ctypes.c_float()
        for index in range(count):
            segment = pdfium.FPDFPath_GetPathSegment(item, index)
            kind = pdfium.FPDFPathSegment_GetType(segment)
            self.has_curves |= kind == pdfium.FPDF_SEGMENT_BEZIERTO
            if self.has_curves and count > _MAX_ROUND_CORNERS:
                self.subpaths.clear()
                return
            pdfium.FPDFPathSegment_GetPoint(segment, x, y)
            self._add_point(kind, matrix.apply(x.value, y.value), closes=bool(pdfium.FPDFPathSegment_GetClose(segment)))

    def _add_point(self, kind: int, point: tuple[float, float], *, closes: bool) -> None:
        if kind == pdfium.FPDF_SEGMENT_MOVETO or not self.subpaths:
            self.subpaths.append([])
        points = self.subpaths[-1]
        if kind == pdfium.FPDF_SEGMENT_LINETO and points:
            self._measure(points[-1], point)
        points.append(point)
        if closes:
            self._measure(point, points[0])
            points.append(points[0])

    def _measure(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        short, long = sorted((abs(end[0] - start[0]), abs(end[1] - start[1])))
        if short > _MIN_SLANT * long:
            self._slanted += short + long
        else:
            self._straight += short + long

    @property
    def is_slanted(self) -> bool:
        return self.has_curves or self._slanted > _MAX_CORNERS * (self._straight + self._slanted)

    @property
    def is_frame(self) -> bool:
        """Check for a rectangle, whose corners may be round: most of its outline runs along the page's edges."""
        if self._slanted > _MAX_CORNERS * self._straight or not 0 < len(self.subpaths) <= _MAX_OUTLINES:
            return False
        xs, ys = ([point[axis] for points in self.subpaths for point in points] for axis in (0, 1))
        around = 2 * (max(xs) - min(xs) + max(ys) - min(ys))
        return self._straight >= _MIN_STRAIGHT * around


def _is_frame(box: Box) -> bool:
    return box.x1 - box.x0 >= _MIN_FRAME_WIDTH and box.y1 - box.y0 >= _MIN_FRAME_HEIGHT


def _is_bullet(box: Box) -> bool:
    short, long = sorted((box.x1 - box.x0, box.y1 - box.y0))
    return short >= _MIN_BULLET and long <= min(_MAX_BULLET, _MAX_BULLET_STRETCH * short)
