"""The contents of documents: tokens, text, stored files."""

import gzip
import re
from contextlib import suppress
from functools import partial
from io import SEEK_END
from typing import Any, Final
from uuid import UUID

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import content_disposition_header
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from core.api.files import StoredFile, send_file
from core.api.openapi.operations import operation
from core.api.ranges import RangeNotSatisfiable
from core.api.rest.negotiation import AnyMediaType
from core.api.rest.permissions import IsAuthenticatedOrReadOnly
from core.api.rest.serializers import Media, StrictSerializer
from core.api.rest.validation import django_request, validate_query
from core.db.compiled_lookup import CompiledLookup
from core.errors import DomainError, Invalid, NotFound
from documents.api import reads
from documents.api.selectors import get_visible_document
from documents.api.urls_of import PDF, pdf_hash
from documents.errors import Infected, ScanPending
from documents.models import Blob, Document, DocumentRevision, Page
from documents.pipeline.pawls import pawls_page
from documents.pipeline.tokens import MEDIA_TYPE
from documents.services import scanning
from documents.services.tokens import unpack
from documents.storage.blobs import open_blob
from documents.storage.signed_urls import is_signed_for_session
from documents.structure import readable_revision

REVALIDATE = "private, no-cache"
IMMUTABLE = "private, max-age=31536000, immutable"
_SMALL_NUMBER = re.compile(r"\d{1,9}", re.ASCII)
_REFUSES_GZIP = re.compile(r"gzip\s*;\s*q=0(\.0*)?\s*(,|$)")


class NoThumbnail(NotFound):
    """This document has no thumbnail."""

    code = "no_thumbnail"
    what_to_do = "Show a picture of your own."


class NoPdf(NotFound):
    """This document has no PDF yet."""

    code = "no_pdf"
    what_to_do = "Wait until the document has been processed, or download the original file."


class NoText(NotFound):
    """The text of this document has not been read yet."""

    code = "no_text"
    what_to_do = "Wait until the document has been processed."


class SessionQuery(StrictSerializer):
    """The signature of the URLs in GraphQL, which are valid in one session."""

    expires = serializers.CharField(required=False, help_text="Of a URL that is signed for a session.")
    signature = serializers.CharField(required=False, help_text="Of a URL that is signed for a session.")


class TokensQuery(SessionQuery):
    """The revision; a response for a given one can be cached forever."""

    revision = serializers.IntegerField(required=False, min_value=0, max_value=999_999_999)


class FileQuery(StrictSerializer):
    """The disposition of the file."""

    download = serializers.ChoiceField(["1"], required=False, help_text="Send it as an attachment, to be saved.")


class PdfQuery(FileQuery, SessionQuery):
    """The version of the PDF: it stays available while the document is processed again."""

    v = serializers.CharField(required=False)


class ThumbnailQuery(SessionQuery):
    """The version of the thumbnail; a response for a given one can be cached forever."""

    v = serializers.CharField(required=False)


_PAGE: Final = CompiledLookup(Page.objects.all, "revision", "number")
_PUBLISHED_PAGE: Final = CompiledLookup(  # drafts may be replaced under the same number
    lambda: Page.objects.exclude(revision__published=None), "revision__document", "revision__number", "number"
)
_TOKENS = {200: Media((MEDIA_TYPE, "application/json"), "Columns, or a PAWLs page; see docs/api.md."), 304: None}


def file_responses(*types: str) -> dict[int, Media | None]:
    """Return the responses of a stored file: all of it, a range, not modified."""
    return {200: Media(types), 206: Media(types, "The requested range."), 304: None}


class ContentView(APIView):
    """The base of views that send the contents of a document."""

    content_negotiation_class = AnyMediaType
    permission_classes = [IsAuthenticatedOrReadOnly]

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Serve URLs that are signed for the session without authentication and permission checks.

        If that fails, the request is handled like all others, which also builds the error response.
        """
        if is_signed_for_session(request):
            with suppress(DomainError):
                return self.send_signed(request, **kwargs)
        return super().dispatch(request, *args, **kwargs)

    def send_signed(self, request: HttpRequest, document_id: UUID, **keys: int) -> HttpResponseBase:
        """Send the content of a signed URL; raise `NotFound` if the URL alone does not identify it."""
        raise NotFound

    def respond_to(
        self, request: Request, document_id: UUID, query: type[StrictSerializer] = StrictSerializer, **keys: int
    ) -> HttpResponseBase:
        document = get_visible_document(request.user, document_id)
        validate_query(request, query)
        response = self.send(django_request(request), document, **keys)
        self.record_read(request, document)
        return response

    def record_read(self, request: Request, document: Document) -> None:
        """Record in the audit log what was read: by default, the document was opened."""
        reads.record_opened(document, request.user)

    def send(self, request: HttpRequest, document: Document, **keys: int) -> HttpResponseBase:
        raise NotImplementedError


class TokensView(ContentView):
    """`/documents/{id}/pages/{n}/tokens`: columns, or a PAWLs page."""

    def send_signed(self, request: HttpRequest, document_id: UUID, **keys: int) -> HttpResponseBase:
        page = _PUBLISHED_PAGE.get(document_id, int(request.GET["revision"]), keys["number"])
        return self.respond(request, page, IMMUTABLE)

    @operation("getPageTokens", "Get the words of a page and their boxes", query=TokensQuery, response=_TOKENS)
    def get(self, request: Request, document_id: UUID, number: int) -> HttpResponseBase:
        return self.respond_to(request, document_id, number=number)

    def send(self, request: HttpRequest, document: Document, **keys: int) -> HttpResponseBase:
        revision, caching = requested_revision(request, document)
        page = _PAGE.get(revision.pk, keys["number"]) if revision else None
        return self.respond(request, page, caching)

    def respond(self, request: HttpRequest, page: Page | None, caching: str) -> HttpResponseBase:
        if page is None:
            raise NotFound("This page does not exist, or has not been read yet.")
        variant = _variant(request)
        etag = f'"{page.revision_id.hex}-{page.number}-{variant}"'
        response = get_conditional_response(request, etag=etag) or _tokens(page, variant)
        response["ETag"] = etag
        response["Cache-Control"] = caching
        patch_vary_headers(response, ("Accept", "Accept-Encoding"))
        return response


def requested_revision(request: HttpRequest, document: Document) -> tuple[DocumentRevision | None, str]:
    """Return the revision in the URL, else the readable one, and how to cache the response."""
    number = request.GET.get("revision")
    if number is None:
        return readable_revision(document), REVALIDATE
    if not _SMALL_NUMBER.fullmatch(number):
        raise Invalid("`revision` must be a number.", field="revision")
    revision = document.revisions.defer("text").filter(number=int(number)).first()
    # Drafts may be replaced under the same number.
    return revision, IMMUTABLE if revision is not None and revision.published else REVALIDATE


def _variant(request: HttpRequest) -> str:
    if request.get_preferred_type([MEDIA_TYPE, "application/json"]) == "application/json":
        return "pawls"
    accepted = request.headers.get("Accept-Encoding", "")
    return "gzip" if "gzip" in accepted and not _REFUSES_GZIP.search(accepted) else "plain"


def _tokens(page: Page, variant: str) -> HttpResponse:
    match variant:
        case "pawls":
            tokens = unpack(page)
            return JsonResponse(pawls_page(tokens, number=page.number, width=page.width, height=page.height))
        case "gzip":
            return HttpResponse(page.tokens, content_type=MEDIA_TYPE, headers={"Content-Encoding": "gzip"})
        case _:
            return HttpResponse(gzip.decompress(page.tokens), content_type=MEDIA_TYPE)


class TextView(ContentView):
    """`/documents/{id}/text`: the text that all offsets refer to."""

    @operation(
        "getDocumentText",
        "Get the text that all offsets refer to",
        query=FileQuery,
        response={200: Media(("text/plain",)), 304: None},
        errors=[NoText],
    )
    def get(self, request: Request, document_id: UUID) -> HttpResponseBase:
        return self.respond_to(request, document_id, FileQuery)

    def send(self, request: HttpRequest, document: Document, **keys: int) -> HttpResponseBase:
        revision = document.revision
        if revision is None:
            raise NoText
        etag = f'"{revision.pk.hex}-text"'
        response = get_conditional_response(request, etag=etag)
        if response is None:
            response = HttpResponse(revision.text, content_type="text/plain; charset=utf-8")
            response["Content-Security-Policy"] = "sandbox; default-src 'none'"
            if request.GET.get("download"):
                name = f"{document.filename}.text.txt"
                response["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name) or ""
        response["ETag"] = etag
        response["Cache-Control"] = REVALIDATE
        return response

    def record_read(self, request: Request, document: Document) -> None:
        reads.record_exported(document, request.user, "text")


class FileView(ContentView):
    """`/documents/{id}/file`: the uploaded file."""

    @operation(
        "getDocumentFile",
        "Download the uploaded file",
        query=FileQuery,
        response=file_responses("*/*"),
        errors=[Infected, ScanPending, RangeNotSatisfiable],
    )
    def get(self, request: Request, document_id: UUID) -> HttpResponseBase:
        return self.respond_to(request, document_id, FileQuery)

    def send(self, request: HttpRequest, document: Document, **keys: int) -> HttpResponseBase:
        scanning.require_harmless(document)
        return send_blob(request, document.blob, media_type=document.mime_type, filename=document.filename)

    def record_read(self, request: Request, document: Document) -> None:
        reads.record_downloaded(document, request.user, "original")


class PdfView(ContentView):
    """`/documents/{id}/pdf`: the PDF of the viewer."""

    def send_signed(self, request: HttpRequest, document_id: UUID, **keys: int) -> HttpResponseBase:
        return send_blob(request, named_blob(request), media_type=PDF, filename=f"{document_id}.pdf")

    @operation(
        "getDocumentPdf",
        "Download the PDF of the viewer",
        query=PdfQuery,
        response=file_responses("application/pdf"),
        errors=[NoPdf, Infected, ScanPending, RangeNotSatisfiable],
    )
    def get(self, request: Request, document_id: UUID) -> HttpResponseBase:
        return self.respond_to(request, document_id, PdfQuery)

    def send(self, request: HttpRequest, document: Document, **keys: int) -> HttpResponseBase:
        blob, filename = rendition_of(document, version=request.GET.get("v", ""))
        return send_blob(request, blob, media_type=PDF, filename=filename)

    def record_read(self, request: Request, document: Document) -> None:
        if request.query_params.get("download"):
            reads.record_downloaded(document, request.user, "pdf")
        else:
            reads.record_opened(document, request.user)


def rendition_of(document: Document, *, version: str = "") -> tuple[Blob, str]:
    """Return the PDF of the viewer and its file name; raise `NoPdf` if there is none yet.

    `version` is the beginning of the hash of an earlier one; if that is gone, the current one is returned.
    """
    scanning.require_harmless(document)
    sha256 = (_earlier(document, version) if version else None) or pdf_hash(document)
    if sha256 is None:
        raise NoPdf
    return document.blob if sha256 == document.blob_id else Blob.objects.get(pk=sha256), pdf_filename(document)


def pdf_filename(document: Document) -> str:
    """Return the file name of the PDF of the viewer."""
    return document.filename if document.mime_type == PDF else f"{document.filename}.pdf"


def _earlier(document: Document, version: str) -> str | None:
    if document.mime_type == PDF and document.blob_id.startswith(version):
        return document.blob_id
    revisions = document.revisions.filter(rendition__sha256__startswith=version).order_by("number")
    return revisions.values_list("rendition_id", flat=True).last()


class ThumbnailView(ContentView):
    """`/documents/{id}/thumbnail`."""

    def send_signed(self, request: HttpRequest, document_id: UUID, **keys: int) -> HttpResponseBase:
        return _send_thumbnail(request, named_blob(request), IMMUTABLE)

    @operation(
        "getDocumentThumbnail",
        "Download the thumbnail",
        query=ThumbnailQuery,
        response=file_responses("image/webp"),
        errors=[NoThumbnail, RangeNotSatisfiable],
    )
    def get(self, request: Request, document_id: UUID) -> HttpResponseBase:
        return self.respond_to(request, document_id, ThumbnailQuery)

    def send(self, request: HttpRequest, document: Document, **keys: int) -> HttpResponseBase:
        if document.thumbnail is None:
            raise NoThumbnail
        is_version_given = document.thumbnail.sha256.startswith(request.GET.get("v") or "-")
        return _send_thumbnail(request, document.thumbnail, IMMUTABLE if is_version_given else REVALIDATE)

    def record_read(self, request: Request, document: Document) -> None:
        """Record nothing: lists show thumbnails."""


def _send_thumbnail(request: HttpRequest, blob: Blob, caching: str) -> HttpResponseBase:
    return send_blob(request, blob, media_type="image/webp", filename="thumbnail.webp", cache_control=caching)


def named_blob(request: HttpRequest) -> Blob:
    """Return the blob in a signed URL, with its size in the store; raise `BlobMissing`."""
    blob = Blob(sha256=request.GET["v"])
    with open_blob(blob) as stored:
        blob.size = stored.seek(0, SEEK_END)
    return blob


def send_blob(
    request: HttpRequest, blob: Blob, *, media_type: str, filename: str, cache_control: str = REVALIDATE
) -> HttpResponseBase:
    """Send a stored file, or the requested range of it."""
    file = StoredFile(
        open=partial(open_blob, blob),
        size=blob.size,
        etag=blob.sha256,
        media_type=media_type,
        filename=filename,
        as_attachment=bool(request.GET.get("download")),
        cache_control=cache_control,
    )
    return send_file(request, file)
