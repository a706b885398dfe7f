"""What was filled into a form becomes a part of its page, so that it is read, drawn and marked like any other text.

Only the copy in memory changes. pdfium makes the look of a field that has a value and no look of its own.
"""

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pypdfium2.raw as pdfium

from documents.pipeline.pdf.file import Handle

_SHOWN = frozenset({pdfium.FPDF_ANNOT_WIDGET, pdfium.FPDF_ANNOT_FREETEXT, pdfium.FPDF_ANNOT_STAMP})
_MOST_ANNOTATIONS = 20_000  # of one page; no form has more
_WRITE_BLOCK = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(pdfium.FPDF_FILEWRITE), ctypes.c_void_p, ctypes.c_ulong)


def has_fields(page: Handle) -> bool:
    """Whether the page carries fields, or notes that are written onto it."""
    return any(pdfium.FPDFAnnot_GetSubtype(annotation) in _SHOWN for annotation in _annotations(page))


def is_xfa(document: Handle) -> bool:
    """Whether the form is drawn by a program inside the file; what it shows is not in its pages."""
    return bool(pdfium.FPDF_GetFormType(document) == pdfium.FORMTYPE_XFA_FULL)


def flatten(document: Handle, page: Handle) -> bool:
    """Write the fields into the page, which has to be loaded again afterwards. Whether that was done."""
    if not _lacks_a_look(page):
        return bool(pdfium.FPDFPage_Flatten(page, pdfium.FLAT_NORMALDISPLAY) == pdfium.FLATTEN_SUCCESS)
    with _form_environment(document) as form:
        pdfium.FORM_OnAfterLoadPage(page, form)
        flattened = pdfium.FPDFPage_Flatten(page, pdfium.FLAT_NORMALDISPLAY) == pdfium.FLATTEN_SUCCESS
        pdfium.FORM_OnBeforeClosePage(page, form)
    return bool(flattened)


def save_copy(document: Handle, path: Path) -> None:
    """Write the document as it is in memory."""
    with path.open("wb") as target:

        def write(_: object, data: int, size: int) -> int:
            target.write(ctypes.string_at(data, size))
            return 1

        writer = pdfium.FPDF_FILEWRITE(version=1, WriteBlock=_WRITE_BLOCK(write))
        pdfium.FPDF_SaveAsCopy(document, writer, pdfium.FPDF_REMOVE_SECURITY)


@contextmanager
def _form_environment(document: Handle) -> Iterator[Handle]:
    """Without scripts, time or a person at the other end."""
    info = pdfium.FPDF_FORMFILLINFO(version=2)
    form = pdfium.FPDFDOC_InitFormFillEnvironment(document, info)
    try:
        yield form
    finally:
        pdfium.FPDFDOC_ExitFormFillEnvironment(form)


def _lacks_a_look(page: Handle) -> bool:
    return any(
        pdfium.FPDFAnnot_GetSubtype(annotation) == pdfium.FPDF_ANNOT_WIDGET
        and not pdfium.FPDFAnnot_HasKey(annotation, b"AP")
        for annotation in _annotations(page)
    )


def _annotations(page: Handle) -> Iterator[Handle]:
    for index in range(min(_MOST_ANNOTATIONS, pdfium.FPDFPage_GetAnnotCount(page))):
        annotation = pdfium.FPDFPage_GetAnnot(page, index)
        if annotation:
            try:
                yield annotation
            finally:
                pdfium.FPDFPage_CloseAnnot(annotation)
