"""Rules, filled rectangles and pictures of a page as shown: what tables and figures are made of."""

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

import pypdfium2.raw as pdfium

from documents.pipeline.pdf.file import Handle
from documents.pipeline.pdf.frame import PageFrame
from documents.types import Box

_MAX_OBJECTS = 8000  # a page of more is a drawing
_MAX_SEGMENTS = 400
_MAX_DEPTH = 12
_RULE_THICKNESS = 3.0
_STROKE_THICKNESS = 1.5
_MIN_HORIZONTAL, _MIN_VERTICAL = 6.0, 4.0
_MIN_FILL_WIDTH, _MIN_FILL_HEIGHT = 8.0, 5.0
_WHITE = 250
_TRANSPARENT = 8
_PAGE_BORDER = 0.97  # of the page's width


class Matrix(NamedTuple):
    """A PDF transformation."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def then(self, outer: "Matrix") -> "Matrix":
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
    """What is drawn on a page, sorted by what it may mean."""

    horizontal: list[Box] = field(default_factory=list)
    vertical: list[Box] = field(default_factory=list)
    fills: list[Box] = field(default_factory=list)
    images: list[Box] = field(default_factory=list)


class _Paint(NamedTuple):
    fills: bool
    strokes: bool
    white: bool


_Points = list[tuple[float, float]]


def read_graphics(page: Handle, frame: PageFrame) -> Graphics:
    reader = _GraphicsReader(frame)
    for index in range(min(int(pdfium.FPDFPage_CountObjects(page)), _MAX_OBJECTS)):
        reader.visit(pdfium.FPDFPage_GetObject(page, index), Matrix(), 0)
    return reader.found


class _GraphicsReader:
    """Walks through the page's objects and those of the forms on it; holds the buffers for pdfium's answers."""

    def __init__(self, frame: PageFrame) -> None:
        self.found = Graphics()
        self._frame = frame
        self._seen = 0
        self._matrix = pdfium.FS_MATRIX()
        self._bounds = [ctypes.c_float() for _ in range(4)]
        self._channels = [ctypes.c_uint() for _ in range(4)]

    def visit(self, item: Handle, outer: Matrix, depth: int) -> None:
        self._seen += 1
        if self._seen > _MAX_OBJECTS or depth > _MAX_DEPTH:
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
        left, bottom, right, top = self._bounds
        if pdfium.FPDFPageObj_GetBounds(item, left, bottom, right, top):
            corners = [outer.apply(left.value, bottom.value), outer.apply(right.value, top.value)]
            self.found.images.append(self._shown(corners))

    def _path(self, item: Handle, outer: Matrix) -> None:
        count = int(pdfium.FPDFPath_CountSegments(item))
        if not 2 <= count <= _MAX_SEGMENTS:  # a line has two points
            return
        paint = self._paint(item)
        if not (paint.fills or paint.strokes):
            return
        for points in self._straight_parts(item, count, self._matrix_of(item).then(outer)):
            self._sort(points, paint)

    def _paint(self, item: Handle) -> _Paint:
        fill, stroke = ctypes.c_int(), ctypes.c_int()
        pdfium.FPDFPath_GetDrawMode(item, fill, stroke)
        white = False
        red, green, blue, alpha = self._channels
        if fill.value and pdfium.FPDFPageObj_GetFillColor(item, red, green, blue, alpha):
            white = min(red.value, green.value, blue.value) >= _WHITE or alpha.value < _TRANSPARENT
        return _Paint(bool(fill.value), bool(stroke.value), white)

    def _straight_parts(self, item: Handle, count: int, matrix: Matrix) -> Iterator[_Points]:
        """The sub-paths, unless there is a curve in any of them: tables are made of straight lines."""
        parts: list[_Points] = []
        x, y = ctypes.c_float(), ctypes.c_float()
        for index in range(count):
            segment = pdfium.FPDFPath_GetPathSegment(item, index)
            kind = pdfium.FPDFPathSegment_GetType(segment)
            if kind == pdfium.FPDF_SEGMENT_BEZIERTO:
                return
            pdfium.FPDFPathSegment_GetPoint(segment, x, y)
            if kind == pdfium.FPDF_SEGMENT_MOVETO or not parts:
                parts.append([])
            parts[-1].append(matrix.apply(x.value, y.value))
            if pdfium.FPDFPathSegment_GetClose(segment):
                parts[-1].append(parts[-1][0])
        yield from parts

    def _sort(self, points: _Points, paint: _Paint) -> None:
        if paint.fills and paint.white and not paint.strokes:
            return
        box = self._shown(points)
        width, height = box.x1 - box.x0, box.y1 - box.y0
        if height <= _RULE_THICKNESS and width > _MIN_HORIZONTAL:
            self.found.horizontal.append(box)
        elif width <= _RULE_THICKNESS and height > _MIN_VERTICAL:
            self.found.vertical.append(box)
        else:
            if paint.fills and not paint.white and width > _MIN_FILL_WIDTH and height > _MIN_FILL_HEIGHT:
                self.found.fills.append(box)
            if paint.strokes and width < _PAGE_BORDER * self._frame.width:
                self._edges(points)

    def _edges(self, points: _Points) -> None:
        """The stroked sides of a shape are rules."""
        for start, end in pairwise(points):
            edge = self._shown([start, end])
            width, height = edge.x1 - edge.x0, edge.y1 - edge.y0
            if height <= _STROKE_THICKNESS and width > _MIN_HORIZONTAL:
                self.found.horizontal.append(edge)
            elif width <= _STROKE_THICKNESS and height > _MIN_VERTICAL:
                self.found.vertical.append(edge)

    def _shown(self, points: _Points) -> Box:
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return self._frame.shown(min(xs), min(ys), max(xs), max(ys))
