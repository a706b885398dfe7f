"""Where the parts of a document are fetched from."""

from enum import StrEnum
from urllib.parse import urlencode
from uuid import UUID

from django.urls import reverse

from documents.models import Document

PDF = "application/pdf"


def file_url(document: Document) -> str:
    """The bytes that were uploaded."""
    return reverse("document-file", args=[document.pk])


def pdf_url(document: Document) -> str | None:
    """What the viewer shows. Named by its content: who reads it in parts must not get those of a later one."""
    shown = pdf_hash(document)
    return f"{reverse('document-pdf', args=[document.pk])}?{urlencode({'v': shown[:12]})}" if shown else None


def pdf_hash(document: Document) -> str | None:
    """The PDF that was made for the viewer; of a PDF of which none was made, the file itself."""
    made = document.revision.rendition_id if document.revision is not None else None
    return made or (document.blob_id if document.mime_type == PDF else None)


def thumbnail_url(document: Document) -> str | None:
    """Named by its content, so that it can be cached for good."""
    if document.thumbnail_id is None:
        return None
    return f"{reverse('document-thumbnail', args=[document.pk])}?{urlencode({'v': document.thumbnail_id[:12]})}"


def tokens_url(document_id: UUID, page: int, revision: int) -> str:
    """Named by its revision, so that it can be cached for good."""
    return f"{reverse('document-tokens', args=[document_id, page])}?{urlencode({'revision': revision})}"


class Download(StrEnum):
    """A form in which a document can be taken away."""

    ORIGINAL = "original"
    PDF = "pdf"
    TEXT = "text"
    MARKDOWN = "markdown"
    DOCLING = "docling"
    PAWLS = "pawls"
    PAWLS_COMPACT = "pawls_compact"


def downloads(document: Document) -> dict[Download, str]:
    """The forms that there are of it, with their addresses; each is sent as a file to save."""
    found = {Download.ORIGINAL: f"{file_url(document)}?download=1"}
    if pdf := pdf_url(document):
        found[Download.PDF] = f"{pdf}&download=1"
    if document.revision is None:
        return found
    pawls = _part(document, "pawls")
    found[Download.TEXT] = f"{_part(document, 'text')}?download=1"
    found[Download.MARKDOWN] = _part(document, "markdown")
    if document.revision.docling_id:
        found[Download.DOCLING] = _part(document, "docling")
    return found | {Download.PAWLS: pawls, Download.PAWLS_COMPACT: f"{pawls}?version=2"}


def _part(document: Document, name: str) -> str:
    return reverse(f"document-{name}", args=[document.pk])
