"""Opening PDFs with pdfium, and the typed reasons why one cannot be opened.

pdfium is not thread-safe, and a text page or an object handle dies with its page: everything here is a context manager.
"""

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pypdfium2.raw as pdfium

from documents.errors import CorruptDocument, EmptyFile, EncryptedDocument, NoPages, TooManyPages, TruncatedDocument
from documents.pipeline.pdf.frame import PageFrame
from documents.pipeline.pdf.truncation import ends_inside_an_object, lacks_an_ending

Handle = Any  # an opaque pdfium pointer


class PageUnreadable(Exception):
    """pdfium cannot load this page."""


@contextmanager
def open_pdf(path: Path, *, passwords: tuple[str, ...] = (), max_pages: int | None = None) -> Iterator[Handle]:
    """The document's handle. Raises the typed failures of `documents.errors`."""
    if path.stat().st_size == 0:
        raise EmptyFile
    handle = _load(path, passwords)
    try:
        _check_pages(handle, path, max_pages)
        yield handle
    finally:
        pdfium.FPDF_CloseDocument(handle)


def page_count(document: Handle) -> int:
    return int(pdfium.FPDF_GetPageCount(document))


@contextmanager
def open_page(document: Handle, number: int) -> Iterator[Handle]:
    """The page's handle; pages are numbered from 1."""
    page = pdfium.FPDF_LoadPage(document, number - 1)
    if not page:
        raise PageUnreadable(number)
    try:
        yield page
    finally:
        pdfium.FPDF_ClosePage(page)


@contextmanager
def open_text(page: Handle) -> Iterator[Handle]:
    text_page = pdfium.FPDFText_LoadPage(page)
    if not text_page:
        raise PageUnreadable
    try:
        yield text_page
    finally:
        pdfium.FPDFText_ClosePage(text_page)


def frame_of(page: Handle) -> PageFrame:
    box = pdfium.FS_RECTF()
    pdfium.FPDF_GetPageBoundingBox(page, ctypes.byref(box))
    return PageFrame(box.left, box.bottom, box.right, box.top, int(pdfium.FPDFPage_GetRotation(page)) % 4)


def _load(path: Path, passwords: tuple[str, ...]) -> Handle:
    name = str(path).encode()
    error = 0
    for password in (None, "", *passwords):
        handle = pdfium.FPDF_LoadDocument(name, None if password is None else password.encode())
        if handle:
            return handle
        error = int(pdfium.FPDF_GetLastError())
        if error != pdfium.FPDF_ERR_PASSWORD:
            break
    if error in {pdfium.FPDF_ERR_PASSWORD, pdfium.FPDF_ERR_SECURITY}:
        raise EncryptedDocument
    if lacks_an_ending(path) or ends_inside_an_object(path):
        raise TruncatedDocument
    raise CorruptDocument


def _check_pages(handle: Handle, path: Path, max_pages: int | None) -> None:
    pages = page_count(handle)
    if ends_inside_an_object(path):
        raise TruncatedDocument
    if pages < 1:
        raise NoPages
    if max_pages is not None and pages > max_pages:
        raise TooManyPages(pages=pages, limit=max_pages)
