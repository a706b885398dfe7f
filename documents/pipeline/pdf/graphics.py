"""Ruling lines, filled rectangles and images of a page: the input for the detection of tables and figures."""

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

import pypdfium2.raw as pdfium

from documents.pipeline.pdf.file import Handle
from documents.pipeline.pdf.geometry import PageFrame
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
    many points, as outlines of characters are.
    """

    horizontal: list[Box] = field(default_factory=list)
    vertical: list[Box] = field(default_factory=list)
    fills: list[Box] = field(default_factory=list)
    images: list[Box] = field(default_factory=list)
    bullets: list[Box] = field(default_factory=list)
    curves: list[Box] = field(default_factory=list)


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
        if count > _MAX_SEGMENTS:
            return
        for points in self._straight_subpaths(item, count, self._matrix_of(item).then(outer)):
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

    def _straight_subpaths(self, item: Handle, count: int, matrix: Matrix) -> Iterator[_Points]:
        """Yield the subpaths, but none if any of them has a curve: tables are made of straight lines."""
        subpaths: list[_Points] = []
        x, y = ctypes.c_float(), ctypes.c_float()
        for index in range(count):
            segment = pdfium.FPDFPath_GetPathSegment(item, index)
            kind = pdfium.FPDFPathSegment_GetType(segment)
            if kind == pdfium.FPDF_SEGMENT_BEZIERTO:
                return
            pdfium.FPDFPathSegment_GetPoint(segment, x, y)
            if kind == pdfium.FPDF_SEGMENT_MOVETO or not subpaths:
                subpaths.append([])
            subpaths[-1].append(matrix.apply(x.value, y.value))
            if pdfium.FPDFPathSegment_GetClose(segment):
                subpaths[-1].append(subpaths[-1][0])
        yield from subpaths

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


def _is_bullet(box: Box) -> bool:
    short, long = sorted((box.x1 - box.x0, box.y1 - box.y0))
    return short >= _MIN_BULLET and long <= min(_MAX_BULLET, _MAX_BULLET_STRETCH * short)
