"""Flattening of form fields and written notes: they become page content, which is extracted like any other text.

Only the copy in memory changes. pdfium creates the appearance of a field that has a value, but no appearance of its
own.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from documents.pipeline.pdf.file import Handle
from documents.pipeline.pdfium import raw as pdfium

_FLATTENED_SUBTYPES = frozenset({pdfium.FPDF_ANNOT_WIDGET, pdfium.FPDF_ANNOT_FREETEXT, pdfium.FPDF_ANNOT_STAMP})
_MAX_ANNOTATIONS = 20_000  # of one page; no form has more


def has_fields(page: Handle) -> bool:
    """Check whether the page has form fields, or notes or stamps written onto it."""
    return any(pdfium.FPDFAnnot_GetSubtype(annotation) in _FLATTENED_SUBTYPES for annotation in _annotations(page))


def is_xfa(document: Handle) -> bool:
    """Check whether the document is a dynamic XFA form, whose content is not in its pages."""
    return bool(pdfium.FPDF_GetFormType(document) == pdfium.FORMTYPE_XFA_FULL)


def flatten(document: Handle, page: Handle) -> bool:
    """Merge the fields into the page's content. Return whether that was done and the page has to be loaded again."""
    if not _lacks_appearance(page):
        return bool(pdfium.FPDFPage_Flatten(page, pdfium.FLAT_NORMALDISPLAY) == pdfium.FLATTEN_SUCCESS)
    with _form_environment(document) as form:
        pdfium.FORM_OnAfterLoadPage(page, form)
        flattened = pdfium.FPDFPage_Flatten(page, pdfium.FLAT_NORMALDISPLAY) == pdfium.FLATTEN_SUCCESS
        pdfium.FORM_OnBeforeClosePage(page, form)
    return bool(flattened)


@contextmanager
def _form_environment(document: Handle) -> Iterator[Handle]:
    """Open pdfium's form environment without callbacks: no scripts, timers or user interface."""
    info = pdfium.FPDF_FORMFILLINFO(version=2)
    form = pdfium.FPDFDOC_InitFormFillEnvironment(document, info)
    try:
        yield form
    finally:
        pdfium.FPDFDOC_ExitFormFillEnvironment(form)


def _lacks_appearance(page: Handle) -> bool:
    """Check whether any form field has no appearance stream (`/AP`)."""
    return any(
        pdfium.FPDFAnnot_GetSubtype(annotation) == pdfium.FPDF_ANNOT_WIDGET
        and not pdfium.FPDFAnnot_HasKey(annotation, b"AP")
        for annotation in _annotations(page)
    )


def _annotations(page: Handle) -> Iterator[Handle]:
    for index in range(min(_MAX_ANNOTATIONS, pdfium.FPDFPage_GetAnnotCount(page))):
        annotation = pdfium.FPDFPage_GetAnnot(page, index)
        if annotation:
            try:
                yield annotation
            finally:
                pdfium.FPDFPage_CloseAnnot(annotation)
