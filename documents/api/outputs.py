"""What was found in a document, to download in the formats of others."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.http import content_disposition_header
from rest_framework import serializers
from rest_framework.request import Request

from core.api.openapi.operations import operation
from core.api.ranges import RangeNotSatisfiable
from core.api.rest.serializers import Media, StrictSerializer
from core.api.rest.validation import django_request, validate_query
from core.api.streaming import streamed
from core.errors import NotFound
from documents.api.content import REVALIDATE, ContentView, NoText, bytes_of, send_blob
from documents.api.selectors import get_visible_document
from documents.models import Document, DocumentRevision
from documents.pipeline.markdown import TableStyle
from documents.services import outputs

JSON = "application/json"
MARKDOWN = "text/markdown"
_PAWLS = [
    {
        "page": {"width": 612.0, "height": 792.0, "index": 0},
        "tokens": [{"x": 72.0, "y": 72.0, "width": 30.5, "height": 10.0, "text": "Lease"}],
    }
]
_DOCLING = {"schema_name": "DoclingDocument", "version": "1.9.0", "name": "lease.pdf", "texts": [], "pages": {}}
_FORM = "1"  # part of the tags: another number when what is written of the same revision changes


class NoDocling(NotFound):
    """There is no DoclingDocument of this document: its parser makes none, or it is too long for one."""

    code = "no_docling"


class MarkdownQuery(StrictSerializer):
    """How to write it."""

    tables = serializers.ChoiceField(
        [style.value for style in TableStyle],
        default="auto",
        help_text="`auto`: HTML where Markdown's own do not do; `plain`: never.",
    )
    running = serializers.BooleanField(default=False, help_text="With running heads and feet.")


class PawlsQuery(StrictSerializer):
    """Which version."""

    version = serializers.ChoiceField([1, 2], default=1, help_text="2 is the compact form.")


class OutputView(ContentView):
    """The base of these routes: the published revision, a tag, a name to save it by."""

    ending = ""

    def revision_of(self, document: Document) -> DocumentRevision:
        """The published one; `NoText` until there is any."""
        if document.revision is None:
            raise NoText
        return document.revision

    def conditional(self, request: Request, revision: DocumentRevision, form: str) -> tuple[str, HttpResponse | None]:
        """The tag, and the answer when that is known already."""
        etag = f'"{revision.pk.hex}-{self.ending}{_FORM}-{form}"'
        return etag, get_conditional_response(django_request(request), etag=etag)

    def described(self, response: HttpResponseBase, document: Document, etag: str) -> HttpResponseBase:
        """Add what is the same for all."""
        response["ETag"] = etag
        response["Cache-Control"] = REVALIDATE
        response["Content-Security-Policy"] = "sandbox; default-src 'none'"
        name = f"{document.filename}.{self.ending}"
        response["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name) or "attachment"
        return response


class MarkdownView(OutputView):
    """`/documents/{id}/markdown`."""

    ending = "md"

    @operation(
        "getDocumentMarkdown",
        "Read a document as Markdown",
        query=MarkdownQuery,
        response={200: Media((MARKDOWN,)), 304: None},
        errors=[NoText],
    )
    def get(self, request: Request, document_id: UUID) -> HttpResponseBase:
        document = get_visible_document(request.user, document_id)
        revision = self.revision_of(document)
        wanted = validate_query(request, MarkdownQuery).validated_data
        etag, early = self.conditional(request, revision, f"{wanted['tables']}-{wanted['running']}")
        if early is None:
            text = outputs.markdown(revision, tables=TableStyle(wanted["tables"]), running=wanted["running"])
            early = HttpResponse(text, content_type=f"{MARKDOWN}; charset=utf-8")
        return self.described(early, document, etag)


class PawlsView(OutputView):
    """`/documents/{id}/pawls`: the words of all pages with their boxes."""

    ending = "pawls.json"

    @operation(
        "getDocumentPawls",
        "Read the words of all pages with their boxes, as PAWLs",
        query=PawlsQuery,
        response={200: Media((JSON,), example=_PAWLS), 304: None},
        errors=[NoText],
    )
    def get(self, request: Request, document_id: UUID) -> HttpResponseBase:
        document = get_visible_document(request.user, document_id)
        revision = self.revision_of(document)
        version: int = validate_query(request, PawlsQuery).validated_data["version"]
        etag, early = self.conditional(request, revision, f"v{version}")
        answer = early or streamed(django_request(request), outputs.pawls(revision, version=version), media_type=JSON)
        return self.described(answer, document, etag)


class DoclingView(ContentView):
    """`/documents/{id}/docling`: DoclingDocument JSON."""

    @operation(
        "getDocumentDocling",
        "Fetch the structure as DoclingDocument JSON",
        response=bytes_of(JSON) | {200: Media((JSON,), example=_DOCLING)},
        errors=[NoDocling, RangeNotSatisfiable],
    )
    def get(self, request: Request, document_id: UUID) -> HttpResponseBase:
        return self.answer(request, document_id)

    def send(self, request: HttpRequest, document: Document, **place: int) -> HttpResponseBase:
        docling = document.revision.docling if document.revision else None
        if docling is None:
            raise NoDocling
        return send_blob(request, docling, media_type=JSON, filename=f"{document.filename}.docling.json")
