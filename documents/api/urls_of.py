"""URLs of the parts of a document."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpRequest
from django.urls import reverse

from documents.models import Document
from documents.storage.signed_urls import sign_for_session

PDF = "application/pdf"


@dataclass(frozen=True, slots=True)
class ViewerUrls:
    """URLs for the viewer. Each identifies its content, so that it can be cached, and is signed for the session."""

    session_key: str | None

    @classmethod
    def of(cls, request: HttpRequest | None) -> "ViewerUrls":
        """Return the URLs for a request; unsigned where it has no session."""
        session = getattr(request, "session", None)
        return cls(session.session_key if session is not None else None)

    def pdf(self, document: Document) -> str | None:
        """Return the URL of the PDF to show; a later rendition has another one."""
        sha256 = pdf_hash(document)
        if sha256 is None or not document.is_harmless:
            return _unsigned_pdf_url(document)
        return self._signed(reverse("document-pdf", args=[document.pk]), v=sha256)

    def thumbnail(self, document: Document) -> str | None:
        """Return the URL of the thumbnail, if there is one."""
        if document.thumbnail_id is None:
            return None
        return self._signed(reverse("document-thumbnail", args=[document.pk]), v=document.thumbnail_id)

    def tokens(self, document_id: UUID, page: int, revision: int) -> str:
        """Return the URL of the tokens of a page of a revision."""
        (url,) = self.tokens_of_pages(document_id, [page], revision)
        return url

    def tokens_of_pages(self, document_id: UUID, pages: Iterable[int], revision: int) -> list[str]:
        """Return the URLs of the tokens of several pages. `reverse` is called once: it takes longer than signing."""
        before, after = reverse("document-tokens", args=[document_id, 0]).rsplit("0", 1)
        return [self._signed(f"{before}{page}{after}", revision=str(revision)) for page in pages]

    def _signed(self, path: str, **params: str) -> str:
        return sign_for_session(path, params, session_key=self.session_key)


def file_url(document: Document) -> str:
    """Return the URL of the uploaded file."""
    return reverse("document-file", args=[document.pk])


def pdf_hash(document: Document) -> str | None:
    """Return the hash of the rendition made for the viewer, else that of the file itself if it is a PDF."""
    rendition = document.revision.rendition_id if document.revision is not None else None
    return rendition or (document.blob_id if document.mime_type == PDF else None)


class Download(StrEnum):
    """A format in which a document can be downloaded."""

    ORIGINAL = "original"
    PDF = "pdf"
    TEXT = "text"
    MARKDOWN = "markdown"
    DOCLING = "docling"
    PAWLS = "pawls"
    PAWLS_COMPACT = "pawls_compact"


def downloads(document: Document) -> dict[Download, str]:
    """Return the available formats and their URLs; each is sent as an attachment."""
    urls = {Download.ORIGINAL: f"{file_url(document)}?download=1"}
    if pdf := _unsigned_pdf_url(document):
        urls[Download.PDF] = f"{pdf}&download=1"
    if document.revision is None:
        return urls
    pawls = _part(document, "pawls")
    urls[Download.TEXT] = f"{_part(document, 'text')}?download=1"
    urls[Download.MARKDOWN] = _part(document, "markdown")
    if document.revision.docling_id:
        urls[Download.DOCLING] = _part(document, "docling")
    return urls | {Download.PAWLS: pawls, Download.PAWLS_COMPACT: f"{pawls}?version=2"}


def _unsigned_pdf_url(document: Document) -> str | None:
    sha256 = pdf_hash(document)
    return f"{reverse('document-pdf', args=[document.pk])}?{urlencode({'v': sha256})}" if sha256 else None


def _part(document: Document, name: str) -> str:
    return reverse(f"document-{name}", args=[document.pk])
