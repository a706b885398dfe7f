"""A document as PDF with its annotations in a corpus."""

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import IO, Final
from uuid import UUID

from django.http.response import HttpResponseBase
from rest_framework import serializers
from rest_framework.request import Request

from core.api.costs import metered
from core.api.files import CHUNK
from core.api.openapi.operations import operation
from core.api.rest.serializers import Media
from core.api.rest.validation import django_request, validate_query
from core.errors import Overloaded, UserFault
from corpuses.corpora.api.selectors import get_visible_corpus
from corpuses.exports.annotated_pdf import pdf_annotations
from corpuses.exports.annotations import Link
from corpuses.exports.api.files import file_response
from corpuses.exports.api.rest.annotations import (
    AnnotationExportQuery,
    SelectedAnnotations,
    link_to,
    select_annotations,
)
from documents.api import reads
from documents.api.rest.content import ContentView, NoPdf, pdf_filename, rendition_of
from documents.api.selectors import get_visible_document
from documents.api.urls_of import PDF
from documents.errors import (
    BlobMissing,
    CorruptDocument,
    Infected,
    ParserCrashed,
    ParserInterrupted,
    ParserOutOfMemory,
    ParserTimeout,
    ScanPending,
)
from documents.models import Document
from documents.services.annotated_pdf import annotated_pdf
from users.api.rest.base import site_of

MOST: Final = 20_000


class TooManyAnnotations(UserFault):
    """The document has too many annotations to be downloaded as PDF."""

    code = "too_many_annotations"
    http_status = 413
    what_to_do = "Export the annotations as a table; `limit` is the limit."


class AnnotatedPdfQuery(AnnotationExportQuery):
    """The corpus whose annotations are written, and filters as in their list."""

    corpus = serializers.UUIDField()  # type: ignore[assignment]  # required, unlike in the list
    document = None  # type: ignore[assignment]  # in the path
    format = None  # type: ignore[assignment]  # always PDF


class AnnotatedPdfView(ContentView):
    """`/documents/{id}/annotated-pdf`."""

    @operation(
        "getDocumentAnnotatedPdf",
        "Download a document as PDF with its annotations",
        query=AnnotatedPdfQuery,
        response={200: Media((PDF,))},
        errors=[
            *(NoPdf, Infected, ScanPending, TooManyAnnotations, BlobMissing, Overloaded, CorruptDocument),
            *(ParserCrashed, ParserInterrupted, ParserOutOfMemory, ParserTimeout),
        ],
    )
    def get(self, request: Request, document_id: UUID) -> HttpResponseBase:
        """Every reader of PDFs shows the annotations of the corpus: highlights, and squares for boxes.

        Their comments are the notes, quotes and addresses, with labels as subjects. For members of the corpus, replies
        are the comments on them, and notes on the first page those on the document. What else is in the PDF stays as it
        is.
        """
        document = get_visible_document(request.user, document_id)
        given = validate_query(request, AnnotatedPdfQuery).arguments()
        corpus = get_visible_corpus(request.user, given.pop("corpus"))
        selected = select_annotations(request.user, corpus, {**given, "document": [document.pk]})
        with metered(django_request(request), "export", user=request.user):
            chunks = annotated_chunks(document, selected, link_to(site_of(request).url("")))
        name = f"{PurePosixPath(pdf_filename(document)).stem} (annotated).pdf"
        response = file_response(request, chunks, media_type=PDF, filename=name)
        reads.record_exported(document, request.user, "annotated_pdf")
        return response


def annotated_chunks(document: Document, selected: SelectedAnnotations, link: Link) -> Iterator[bytes]:
    """Write the PDF of a visible document with those of the annotations that are in it, and return it in pieces."""
    pdf, _ = rendition_of(document)
    if document.revision is None:
        raise NoPdf
    annotations = selected.annotations.filter(document=document)
    if annotations.count() > MOST:
        raise TooManyAnnotations(limit=MOST)
    written = pdf_annotations(annotations, document, selected.about, link)
    return _chunks(annotated_pdf(document, pdf, written))


def _chunks(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        while chunk := file.read(CHUNK):
            yield chunk
