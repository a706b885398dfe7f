"""Texts that tagged PDFs have instead of pictures: `Alt` of the figures in the structure tree (ISO 32000-1, 14.9.3)."""

import ctypes
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, NamedTuple

from documents.pipeline.pdf.file import Handle
from documents.pipeline.pdf.geometry import PageFrame, overlap_share, union
from documents.pipeline.pdf.layout.model import DraftItem, PageLayout
from documents.pipeline.pdf.metadata import read_text
from documents.pipeline.pdfium import raw as pdfium
from documents.types import MAX_ALT, Box, StructureKind

_MAX_ELEMENTS: Final = 5_000  # of a page, as the following
_MAX_OBJECTS: Final = 8_000
_MAX_DEPTH: Final = 40
_MIN_SHARE: Final = 0.5  # of the smaller of both boxes


class AltText(NamedTuple):
    """A text instead of what is drawn in a box."""

    text: str
    box: Box


def read_alt_texts(page: Handle, frame: PageFrame) -> tuple[AltText, ...]:
    """Return the texts instead of the figures of a page, with the boxes of what they mark in this frame."""
    tree = pdfium.FPDF_StructTree_GetForPage(page)
    if not tree:
        return ()
    try:
        marked = [
            (text, marks) for element in _figures(tree) if (text := _alt_of(element)) and (marks := _marks(element))
        ]
    finally:
        pdfium.FPDF_StructTree_Close(tree)
    boxes = _boxes_of_marks(page, frame) if marked else {}
    found = ((text, [box for mark in sorted(marks) for box in boxes.get(mark, ())]) for text, marks in marked)
    return tuple(AltText(text, union(parts)) for text, parts in found if parts)


def describe_figures(layout: PageLayout, texts: Sequence[AltText]) -> PageLayout:
    """Return the layout with the texts of its figures."""
    if not texts:
        return layout
    return replace(layout, drafts=tuple(_described(draft, texts) for draft in layout.drafts))


def _described(draft: DraftItem, texts: Sequence[AltText]) -> DraftItem:
    if draft.kind is not StructureKind.FIGURE:
        return draft
    inside = [text.text for text in texts if overlap_share(draft.box, text.box) >= _MIN_SHARE]
    return replace(draft, alt=" ".join(dict.fromkeys(inside))[:MAX_ALT])


def _figures(tree: Handle) -> Iterator[Handle]:
    """Yield the figures of a structure tree. What is in a figure is described by it."""
    count = int(pdfium.FPDF_StructTree_CountChildren(tree))
    waiting = [(pdfium.FPDF_StructTree_GetChildAtIndex(tree, index), 0) for index in range(count)]
    for _ in range(_MAX_ELEMENTS):
        if not waiting:
            return
        element, depth = waiting.pop()
        if not element:
            continue
        if read_text(partial(pdfium.FPDF_StructElement_GetType, element)) == "Figure":
            yield element
        elif depth < _MAX_DEPTH:
            waiting += [(child, depth + 1) for child in _children(element)]


def _children(element: Handle) -> list[Handle]:
    count = min(int(pdfium.FPDF_StructElement_CountChildren(element)), _MAX_ELEMENTS)
    return [pdfium.FPDF_StructElement_GetChildAtIndex(element, index) for index in range(count)]


def _alt_of(element: Handle) -> str:
    return " ".join(read_text(partial(pdfium.FPDF_StructElement_GetAltText, element)).split())


def _marks(element: Handle) -> set[int]:
    """Return the marks of the content of an element, and of those in it."""
    marks: set[int] = set()
    waiting = [element]
    for _ in range(_MAX_ELEMENTS):
        if not waiting:
            break
        inner = waiting.pop()
        if inner:
            count = min(int(pdfium.FPDF_StructElement_GetMarkedContentIdCount(inner)), _MAX_OBJECTS)
            marks |= {int(pdfium.FPDF_StructElement_GetMarkedContentIdAtIndex(inner, index)) for index in range(count)}
            waiting += _children(inner)
    return marks - {-1}


def _boxes_of_marks(page: Handle, frame: PageFrame) -> dict[int, list[Box]]:
    """Return the boxes of the objects of a page by their marks."""
    boxes: dict[int, list[Box]] = {}
    bounds: list[Any] = [ctypes.c_float() for _ in range(4)]
    for index in range(min(int(pdfium.FPDFPage_CountObjects(page)), _MAX_OBJECTS)):
        item = pdfium.FPDFPage_GetObject(page, index)
        mark = int(pdfium.FPDFPageObj_GetMarkedContentID(item))
        if mark >= 0 and pdfium.FPDFPageObj_GetBounds(item, *bounds):
            box = frame.clip(frame.to_page(*(each.value for each in bounds)))
            if box is not None:
                boxes.setdefault(mark, []).append(box)
    return boxes
