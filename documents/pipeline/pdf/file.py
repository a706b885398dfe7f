"""Open PDFs with pdfium, and raise a typed error when that is not possible.

pdfium is not thread-safe, and text pages and object handles become invalid when their page is closed. Therefore
everything here is a context manager.
"""

import ctypes
import mmap
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from documents.errors import (
    CorruptDocument,
    EmptyFile,
    EncryptedDocument,
    NoPages,
    PageTooLarge,
    TooManyPages,
    TruncatedDocument,
)
from documents.pipeline.pdf.geometry import PageFrame
from documents.pipeline.pdfium import raw as pdfium
from documents.types import MAX_PAGE_SIDE

Handle = Any  # an opaque pdfium pointer

_OBJECT_START = re.compile(rb"(?:^|[\r\n\s])\d{1,10}\s+\d{1,5}\s+obj\b")
_HEADER_WINDOW = 1024  # bytes in which the PDF header may start
_US_LETTER = PageFrame(0.0, 0.0, 612.0, 792.0, 0)
_END_MARKERS = (b"%%EOF", b"startxref", b"endobj", b"trailer")  # the last one of most files first


class PageUnreadable(Exception):
    """pdfium cannot load this page."""


class OpenedPdf(NamedTuple):
    """A document's handle, and the password that opened it."""

    handle: Handle
    password: str | None


@contextmanager
def open_pdf(path: Path, *, passwords: tuple[str, ...] = (), max_pages: int | None = None) -> Iterator[Handle]:
    """Open a PDF and yield its handle. Raise the typed failures of `documents.errors`."""
    with unlock_pdf(path, passwords=passwords, max_pages=max_pages) as opened:
        yield opened.handle


@contextmanager
def unlock_pdf(path: Path, *, passwords: tuple[str, ...] = (), max_pages: int | None = None) -> Iterator[OpenedPdf]:
    """Open a PDF as `open_pdf` does, and yield its handle with the password that opened it."""
    if path.stat().st_size == 0:
        raise EmptyFile
    opened = _load(path, passwords)
    try:
        _check_pages(opened.handle, path, max_pages)
        yield opened
    finally:
        pdfium.FPDF_CloseDocument(opened.handle)


@contextmanager
def replaced_by(copy: Path | None, opened: OpenedPdf) -> Iterator[OpenedPdf]:
    """Yield a copy instead of the opened PDF, if there is one and pdfium finds all pages in it."""
    handle = None if copy is None else pdfium.FPDF_LoadDocument(str(copy).encode(), None)
    try:
        is_whole = handle and page_count(handle) == page_count(opened.handle)
        yield OpenedPdf(handle, opened.password) if is_whole else opened
    finally:
        if handle:
            pdfium.FPDF_CloseDocument(handle)


def page_count(document: Handle) -> int:
    return int(pdfium.FPDF_GetPageCount(document))


def page_frame(document: Handle, number: int) -> PageFrame:
    """Return the frame of a page as it is displayed, without loading its content. US letter if it is not known."""
    size = pdfium.FS_SIZEF()
    is_known = pdfium.FPDF_GetPageSizeByIndexF(document, number - 1, ctypes.byref(size))
    is_usable = is_known and min(size.width, size.height) > 0 and max(size.width, size.height) <= MAX_PAGE_SIDE
    return PageFrame(0.0, 0.0, size.width, size.height, 0) if is_usable else _US_LETTER


@contextmanager
def open_page(document: Handle, number: int) -> Iterator[Handle]:
    """Load a page (numbered from 1) and yield its handle. Raise `PageUnreadable` if pdfium cannot load it."""
    page = pdfium.FPDF_LoadPage(document, number - 1)
    if not page:
        raise PageUnreadable(number)
    try:
        yield page
    finally:
        pdfium.FPDF_ClosePage(page)


@contextmanager
def rotated(page: Handle, quarter_turns: int) -> Iterator[None]:
    """Set the rotation of the page inside the `with` block, and restore it afterwards."""
    before = int(pdfium.FPDFPage_GetRotation(page))
    if before == quarter_turns:
        yield
        return
    pdfium.FPDFPage_SetRotation(page, quarter_turns)
    try:
        yield
    finally:
        pdfium.FPDFPage_SetRotation(page, before)


@contextmanager
def open_text(page: Handle) -> Iterator[Handle]:
    """Load the text of a page and yield its handle."""
    text_page = pdfium.FPDFText_LoadPage(page)
    if not text_page:
        raise PageUnreadable
    try:
        yield text_page
    finally:
        pdfium.FPDFText_ClosePage(text_page)


def frame_of(page: Handle) -> PageFrame:
    """Return the visible rectangle and the rotation of a page; raise `PageTooLarge`."""
    box = pdfium.FS_RECTF()
    pdfium.FPDF_GetPageBoundingBox(page, ctypes.byref(box))
    if max(box.right - box.left, box.top - box.bottom) > MAX_PAGE_SIDE:
        raise PageTooLarge
    return PageFrame(box.left, box.bottom, box.right, box.top, int(pdfium.FPDFPage_GetRotation(page)) % 4)


def _load(path: Path, passwords: tuple[str, ...]) -> OpenedPdf:
    name = str(path).encode()
    error = 0
    for password in (None, "", *passwords):
        handle = pdfium.FPDF_LoadDocument(name, None if password is None else password.encode())
        if handle:
            return OpenedPdf(handle, password)
        error = int(pdfium.FPDF_GetLastError())
        if error != pdfium.FPDF_ERR_PASSWORD:
            break
    if error in {pdfium.FPDF_ERR_PASSWORD, pdfium.FPDF_ERR_SECURITY}:
        raise EncryptedDocument
    if _has_no_end_marker(path) or _ends_inside_object(path):
        raise TruncatedDocument
    raise CorruptDocument


def _check_pages(handle: Handle, path: Path, max_pages: int | None) -> None:
    # pdfium repairs truncated files and silently drops their last pages. Here truncation is an error.
    pages = page_count(handle)
    if _ends_inside_object(path):
        raise TruncatedDocument
    if pages < 1:
        raise NoPages
    if max_pages is not None and pages > max_pages:
        raise TooManyPages(pages=pages, limit=max_pages)


def _ends_inside_object(path: Path) -> bool:
    """Check whether an object starts after the last end marker of the file and is never closed.

    A complete PDF ends after an object, a cross-reference table or a trailer, even if junk follows. A file that was
    truncated after a complete object has lost no content.
    """
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        closed = 0
        for marker in _END_MARKERS:
            closed = max(closed, data.rfind(marker, closed))
        return _OBJECT_START.search(data, closed) is not None


def _has_no_end_marker(path: Path) -> bool:
    """Check whether the file starts as a PDF but contains no marker of its end."""
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        begins = data.find(b"%PDF-", 0, _HEADER_WINDOW) >= 0
        return begins and data.rfind(b"%%EOF") < 0 and data.rfind(b"startxref") < 0
