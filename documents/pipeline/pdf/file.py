"""Opening PDFs with pdfium, and the typed reasons why one cannot be opened.

pdfium is not thread-safe, and a text page or an object handle dies with its page: everything here is a context manager.
"""

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pypdfium2.raw as pdfium

from documents.errors import CorruptDocument, EmptyFile, EncryptedDocument, NoPages, TooManyPages, TruncatedDocument
from documents.pipeline.pdf.frame import PageFrame
from documents.pipeline.pdf.truncation import ends_inside_an_object, lacks_an_ending

Handle = Any  # an opaque pdfium pointer


class PageUnreadable(Exception):
    """pdfium cannot load this page."""


class Opened(NamedTuple):
    """A document's handle, and the password that opened it."""

    handle: Handle
    password: str | None


@contextmanager
def open_pdf(path: Path, *, passwords: tuple[str, ...] = (), max_pages: int | None = None) -> Iterator[Handle]:
    """The document's handle. Raises the typed failures of `documents.errors`."""
    with unlock_pdf(path, passwords=passwords, max_pages=max_pages) as opened:
        yield opened.handle


@contextmanager
def unlock_pdf(path: Path, *, passwords: tuple[str, ...] = (), max_pages: int | None = None) -> Iterator[Opened]:
    """The same, telling which password it was."""
    if path.stat().st_size == 0:
        raise EmptyFile
    opened = _load(path, passwords)
    try:
        _check_pages(opened.handle, path, max_pages)
        yield opened
    finally:
        pdfium.FPDF_CloseDocument(opened.handle)


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
def turned(page: Handle, quarter_turns: int) -> Iterator[None]:
    """The page as if it were shown so, for as long as this lasts."""
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


def _load(path: Path, passwords: tuple[str, ...]) -> Opened:
    name = str(path).encode()
    error = 0
    for password in (None, "", *passwords):
        handle = pdfium.FPDF_LoadDocument(name, None if password is None else password.encode())
        if handle:
            return Opened(handle, password)
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
