"""Downloads of a parsed document in standard formats: Markdown, PAWLs, DoclingDocument."""

from functools import partial
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.http import content_disposition_header
from rest_framework import serializers
from rest_framework.request import Request

from core.api.costs import metered
from core.api.openapi.operations import operation
from core.api.ranges import RangeNotSatisfiable
from core.api.rest.serializers import Media, StrictSerializer
from core.api.rest.validation import django_request, validate_query
from core.api.streaming import streamed
from core.errors import NotFound
from documents.api import reads
from documents.api.rest.content import REVALIDATE, ContentView, NoText, file_responses, send_blob
from documents.api.selectors import get_visible_document
from documents.api.urls_of import pdf_hash
from documents.models import Document, DocumentRevision, StructureItem
from documents.pipeline.markdown import TableStyle
from documents.services import exports
from users.accounts.emails import Site
from users.api.rest.base import site_of

JSON = "application/json"
MARKDOWN = "text/markdown"
_PAWLS = [
    {
        "page": {"width": 612.0, "height": 792.0, "index": 0},
        "tokens": [{"x": 72.0, "y": 72.0, "width": 30.5, "height": 10.0, "text": "Lease"}],
    }
]
_PAWLS_SCHEMA = {
    "anyOf": [
        {"type": "array", "items": {"type": "object", "additionalProperties": {}}, "description": "Version 1: pages."},
        {"type": "object", "additionalProperties": {}, "description": "Version 2, the compact form."},
    ]
}
_DOCLING = {"schema_name": "DoclingDocument", "version": "1.9.0", "name": "lease.pdf", "texts": [], "pages": {}}
_FORMAT_VERSION = "2"  # part of the ETags: increase it when the same revision is exported differently


class NoDocling(NotFound):
    """There is no DoclingDocument of this document: its parser does not support it, or the document is too long."""

    code = "no_docling"
    what_to_do = "Use `markdown` or `pawls`."


class PicturesField(serializers.ChoiceField):
    """`link`, or a truth value in any spelling that `BooleanField` accepts: Python clients send `False`."""

    def to_internal_value(self, data: Any) -> str:
        text = str(data).lower()
        if text in serializers.BooleanField.FALSE_VALUES:
            return "false"
        return "true" if text in serializers.BooleanField.TRUE_VALUES else str(super().to_internal_value(data))


class MarkdownQuery(StrictSerializer):
    """Options of the Markdown text."""

    tables = serializers.ChoiceField(
        [style.value for style in TableStyle],
        default="auto",
        help_text="`auto`: HTML for tables that Markdown cannot represent; `plain`: never HTML.",
    )
    running = serializers.BooleanField(default=False, help_text="Include running heads and feet.")
    pictures = PicturesField(
        ["true", "false", "1", "0", "link"],
        default="true",
        help_text="`true`: a comment in the place of each picture, with its alternative text; `link`: "
        "the picture itself, by the URL of `getDocumentFigure`, if the document has a PDF; formulas have one, too.",
    )


class PawlsQuery(StrictSerializer):
    """The version of the format."""

    version = serializers.ChoiceField([1, 2], default=1, help_text="2 is the compact form.")


class ExportView(ContentView):
    """The base of exports: the published revision, an ETag, a file name."""

    extension = ""

    def revision_of(self, document: Document) -> DocumentRevision:
        """Return the published revision; raise `NoText` if there is none yet."""
        if document.revision is None:
            raise NoText
        return document.revision

    def conditional(
        self, request: Request, revision: DocumentRevision, options: str
    ) -> tuple[str, HttpResponse | None]:
        """Return the ETag, and the response if the client has the current version."""
        etag = f'"{revision.pk.hex}-{self.extension}{_FORMAT_VERSION}-{options}"'
        return etag, get_conditional_response(django_request(request), etag=etag)

    def with_headers(self, response: HttpResponseBase, document: Document, etag: str) -> HttpResponseBase:
        """Add the headers that all exports have."""
        response["ETag"] = etag
        response["Cache-Control"] = REVALIDATE
        response["Content-Security-Policy"] = "sandbox; default-src 'none'"
        name = f"{document.filename}.{self.extension}"
        response["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name) or "attachment"
        return response


class MarkdownView(ExportView):
    """`/documents/{id}/markdown`."""

    extension = "md"

    @operation(
        "getDocumentMarkdown",
        "Download a document as Markdown",
        query=MarkdownQuery,
        response={200: Media((MARKDOWN,)), 304: None},
        errors=[NoText],
    )
    def get(self, request: Request, document_id: UUID) -> HttpResponseBase:
        document = get_visible_document(request.user, document_id)
        revision = self.revision_of(document)
        query = validate_query(request, MarkdownQuery).arguments()
        etag, response = self.conditional(request, revision, "-".join(map(str, query.values())))
        if response is None:
            links = query["pictures"] == "link" and pdf_hash(document) is not None
            site = site_of(request)
            with metered(django_request(request), "export", user=request.user):
                text = exports.markdown(
                    revision,
                    tables=TableStyle(query["tables"]),
                    running=query["running"],
                    pictures=query["pictures"] != "false",
                    link_of=partial(_figure_url, site, document, revision) if links else None,
                )
            response = HttpResponse(text, content_type=f"{MARKDOWN}; charset=utf-8")
        reads.record_exported(document, request.user, "markdown")
        return self.with_headers(response, document, etag)


def _figure_url(site: Site, document: Document, revision: DocumentRevision, figure: StructureItem) -> str:
    path = reverse("document-figure", args=[document.pk, figure.order])
    return site.url(f"{path}?revision={revision.number}")


class PawlsView(ExportView):
    """`/documents/{id}/pawls`."""

    extension = "pawls.json"

    @operation(
        "getDocumentPawls",
        "Download the words of all pages and their boxes as PAWLs",
        query=PawlsQuery,
        response={200: Media((JSON,), example=_PAWLS, schema=_PAWLS_SCHEMA), 304: None},
        errors=[NoText],
    )
    def get(self, request: Request, document_id: UUID) -> HttpResponseBase:
        document = get_visible_document(request.user, document_id)
        revision = self.revision_of(document)
        version: int = validate_query(request, PawlsQuery).arguments()["version"]
        etag, unchanged = self.conditional(request, revision, f"v{version}")
        pages = exports.pawls(revision, version=version)
        response = unchanged or streamed(request, pages, media_type=JSON)
        reads.record_exported(document, request.user, "pawls")
        return self.with_headers(response, document, etag)


class DoclingView(ContentView):
    """`/documents/{id}/docling`."""

    @operation(
        "getDocumentDocling",
        "Download the structure as DoclingDocument JSON",
        response=file_responses(JSON) | {200: Media((JSON,), example=_DOCLING)},
        errors=[NoDocling, RangeNotSatisfiable],
    )
    def get(self, request: Request, document_id: UUID) -> HttpResponseBase:
        return self.respond_to(request, document_id)

    def send(self, request: HttpRequest, document: Document, **keys: int) -> HttpResponseBase:
        docling = document.revision.docling if document.revision else None
        if docling is None:
            raise NoDocling
        return send_blob(request, docling, media_type=JSON, filename=f"{document.filename}.docling.json")

    def record_read(self, request: Request, document: Document) -> None:
        reads.record_exported(document, request.user, "docling")
