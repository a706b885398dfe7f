"""The figures and formulas of documents as pictures."""

from typing import Final
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from rest_framework.request import Request

from core.api.openapi.operations import operation
from core.api.rest.serializers import Media
from core.errors import NotFound, Overloaded
from documents.api.rest.content import ContentView, NoPdf, TokensQuery, rendition_of, requested_revision
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
from documents.models import Document, StructureItem
from documents.services.figures import PICTURED, figure_picture

WEBP: Final = "image/webp"


class FigureView(ContentView):
    """`/documents/{id}/figures/{order}`."""

    @operation(
        "getDocumentFigure",
        "Get a figure or a formula as a picture: its region of the page",
        query=TokensQuery,
        response={200: Media((WEBP,)), 304: None},
        errors=[
            *(NoPdf, Infected, ScanPending, BlobMissing, Overloaded, CorruptDocument),
            *(ParserCrashed, ParserInterrupted, ParserOutOfMemory, ParserTimeout),
        ],
    )
    def get(self, request: Request, document_id: UUID, order: int) -> HttpResponseBase:
        """`order` is that of the structure item. The picture has 150 pixels per inch, and at most 2000 at a side."""
        return self.respond_to(request, document_id, TokensQuery, order=order)

    def send(self, request: HttpRequest, document: Document, **keys: int) -> HttpResponseBase:
        revision, caching = requested_revision(request, document)
        figures = StructureItem.objects.filter(revision=revision, kind__in=PICTURED, order=keys["order"])
        figure = figures.first()
        if revision is None or figure is None:
            raise NotFound("This figure does not exist, or has not been read yet.")
        pdf, _ = rendition_of(document, version=revision.rendition_id or "")
        etag = f'"{revision.pk.hex}-figure-{figure.order}"'
        response = get_conditional_response(request, etag=etag)
        if response is None:
            response = HttpResponse(figure_picture(document, pdf, figure), content_type=WEBP)
        response["ETag"] = etag
        response["Cache-Control"] = caching
        return response
