"""Addresses for a short time (S3-9), what was found in a document (S3-10), the bytes behind addresses of our own."""

from datetime import UTC, datetime
from functools import partial
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.conf import settings
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.api.body_limit import HANDLES_OVERSIZED, is_oversized
from core.api.files import StoredFile, send_file
from core.api.openapi.operations import operation
from core.api.rest.parsers import UnreadBodyParser
from core.api.rest.permissions import IsAuthenticatedOrReadOnly
from core.api.rest.serializers import ReasonSerializer, StrictSerializer
from core.api.rest.validation import django_request
from core.errors import NotFound
from documents import signed_urls
from documents.api.content import AnythingGoes, bytes_of, rendition_of
from documents.api.selectors import get_visible_document
from documents.api.urls_of import ViewerUrls, file_url
from documents.errors import FileTooLarge, Infected, ScanPending, UploadConflict, UploadGone
from documents.models import Blob, Document, Upload
from documents.services import parsers, resumable, scanning
from documents.storage import BlobWriter, open_blob

_CHUNK = 1 << 18
_EXAMPLE = "https://cartulary.example/api/v1/blobs/9f86d081…?expires=1795000000&name=lease.pdf&signature=…"


class NoResult(NotFound):
    """Nothing has been found in this document yet."""

    code = "no_result"


class SignedUrlQuery(StrictSerializer):
    """What the address shall give."""

    what = serializers.ChoiceField(
        choices=["file", "pdf"], default="file", help_text="What was sent, or what is shown."
    )
    inline = serializers.BooleanField(default=False, help_text="To look at rather than to save.")


class SignedUrlShape(StrictSerializer):
    """An address that works without signing in, until it expires; then it answers 403."""

    url = serializers.CharField()
    expires = serializers.DateTimeField()
    example = {"url": _EXAMPLE, "expires": "2026-11-20T08:35:00Z"}


class OutlineEntryShape(StrictSerializer):
    """A line of the outline that the file carries."""

    title = serializers.CharField()
    level = serializers.IntegerField(help_text="From 1.")
    page = serializers.IntegerField(allow_null=True, help_text="Null when it leads nowhere.")


class PageLinkShape(StrictSerializer):
    """A link on a page."""

    page = serializers.IntegerField()
    box = serializers.ListField(child=serializers.FloatField(), help_text="Points, origin top left: x0, y0, x1, y1.")
    target = serializers.CharField(help_text='An address, or "#12" for page 12 of the same document.')


class DocumentResultShape(StrictSerializer):
    """What was found in a document last, and where the parts of it are."""

    document = serializers.UUIDField()
    state = serializers.ChoiceField(choices=Document.State.choices)
    revision = serializers.IntegerField()
    parser = serializers.CharField()
    parser_version = serializers.CharField()
    options_hash = serializers.CharField(help_text="Of the options that shape the result.")
    outdated = serializers.BooleanField(help_text="Whether the parser has another version by now.")
    page_count = serializers.IntegerField()
    language = serializers.CharField(allow_blank=True)
    published = serializers.DateTimeField()
    warnings = ReasonSerializer(many=True)
    facts = serializers.DictField(child=serializers.CharField(), help_text="What the file says of itself.")
    outline = OutlineEntryShape(many=True)
    links = PageLinkShape(many=True)
    read_pages = serializers.IntegerField(help_text="How many have text that was read off a picture.")
    read_by = serializers.CharField(
        allow_blank=True, help_text="The engines that read text off pictures: `ppocr, tesseract (rus)`."
    )
    confidence = serializers.FloatField(
        allow_null=True, help_text="Mean, of the words read off pictures; 0 to 1; null where there is none."
    )
    text_url = serializers.CharField()
    markdown_url = serializers.CharField()
    pawls_url = serializers.CharField()
    docling_url = serializers.CharField(allow_null=True)
    file_url = serializers.CharField()
    pdf_url = serializers.CharField(allow_null=True)
    thumbnail_url = serializers.CharField(allow_null=True)
    tokens_url = serializers.CharField(help_text="With `{page}` for the number of a page.")
    example = {
        "document": "01990c6e-0a11-7c22-8d33-1f2e3d4c5b6a", "state": "ready", "revision": 1, "parser": "pdfium",
        "parser_version": "5.15.2", "options_hash": "4cdd9f2b1c7e", "outdated": False, "page_count": 12,
        "language": "en", "published": "2026-11-20T08:30:04Z", "warnings": [],
        "facts": {"author": "Harbour Street Ltd."}, "outline": [{"title": "1. Rent", "level": 1, "page": 2}],
        "links": [{"page": 3, "box": [72.0, 90.5, 210.0, 102.0], "target": "https://harbour.example/"}],
        "read_pages": 0, "read_by": "", "confidence": None,
        "text_url": "/api/v1/documents/01990c6e-0a11-7c22-8d33-1f2e3d4c5b6a/text",
        "markdown_url": "/api/v1/documents/01990c6e-0a11-7c22-8d33-1f2e3d4c5b6a/markdown",
        "pawls_url": "/api/v1/documents/01990c6e-0a11-7c22-8d33-1f2e3d4c5b6a/pawls",
        "docling_url": "/api/v1/documents/01990c6e-0a11-7c22-8d33-1f2e3d4c5b6a/docling",
        "file_url": "/api/v1/documents/01990c6e-0a11-7c22-8d33-1f2e3d4c5b6a/file",
        "pdf_url": "/api/v1/documents/01990c6e-0a11-7c22-8d33-1f2e3d4c5b6a/pdf?v=9f86d081884c",
        "thumbnail_url": None,
        "tokens_url": "/api/v1/documents/01990c6e-0a11-7c22-8d33-1f2e3d4c5b6a/pages/{page}/tokens?revision=1",
    }  # fmt: skip


@method_decorator(never_cache, name="dispatch")
class DownloadUrlView(APIView):
    """`/documents/{id}/download-url`."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @operation(
        "getDownloadUrl",
        "Get an address for a short time",
        query=SignedUrlQuery,
        response=SignedUrlShape,
        errors=[Infected, ScanPending],
    )
    def get(self, request: Request, document_id: UUID) -> Response:
        document = get_visible_document(request.user, document_id)
        fields = SignedUrlQuery(data=request.query_params)
        fields.is_valid(raise_exception=True)
        scanning.require_harmless(document)
        wanted = fields.validated_data
        blob, target = _target(document, wanted["what"], is_inline=wanted["inline"])
        expires = signed_urls.expiry()
        url = signed_urls.store_url(target, blob) or request.build_absolute_uri(
            f"{reverse('blob', args=[blob.pk])}?{urlencode(signed_urls.query_of(target, expires=expires))}"
        )
        return Response({"url": url, "expires": datetime.fromtimestamp(expires, UTC)})


class ResultView(APIView):
    """`/documents/{id}/result`."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @operation("getResult", "See what was found in a document last", response=DocumentResultShape, errors=[NoResult])
    def get(self, request: Request, document_id: UUID) -> Response:
        document = get_visible_document(request.user, document_id)
        revision = document.revision
        if revision is None:
            raise NoResult
        tokens = reverse("document-tokens", args=[document.pk, 0]).replace("/pages/0/", "/pages/{page}/")
        urls = ViewerUrls.of(django_request(request))
        body: dict[str, Any] = {
            "document": document.pk,
            "state": document.state,
            "revision": revision.number,
            "parser": revision.parser,
            "parser_version": revision.parser_version,
            "options_hash": revision.options_hash,
            "outdated": parsers.is_outdated(revision),
            "page_count": revision.page_count,
            "language": revision.language,
            "published": revision.published,
            "warnings": revision.warnings,
            "facts": revision.facts,
            "outline": [{"title": title, "level": level, "page": at or None} for title, level, at in revision.outline],
            "links": [{"page": at, "box": box, "target": target} for at, box, target in revision.links],
            "read_pages": revision.read_pages,
            "read_by": revision.read_by,
            "confidence": revision.confidence,
            "text_url": reverse("document-text", args=[document.pk]),
            "markdown_url": reverse("document-markdown", args=[document.pk]),
            "pawls_url": reverse("document-pawls", args=[document.pk]),
            "docling_url": reverse("document-docling", args=[document.pk]) if revision.docling_id else None,
            "file_url": file_url(document),
            "pdf_url": urls.pdf(document),
            "thumbnail_url": urls.thumbnail(document),
            "tokens_url": f"{tokens}?revision={revision.number}",
        }
        return Response(body)


class BlobView(APIView):
    """`/blobs/{sha256}`: whoever has the address may look, until it expires."""

    authentication_classes: tuple[type[Any], ...] = ()
    permission_classes = [AllowAny]
    content_negotiation_class = AnythingGoes

    @operation(
        "getSignedFile",
        "Fetch a file by an address for a short time",
        response=bytes_of("application/pdf", "image/png", "image/jpeg", "text/plain"),
        errors=[signed_urls.LinkExpired, signed_urls.BadSignature],
    )
    def get(self, request: Request, sha256: str) -> HttpResponseBase:
        """The query is what `download-url` gave."""
        target = signed_urls.target_of(sha256, request.query_params)
        blob = Blob.objects.filter(pk=sha256).first()
        if blob is None:
            raise NotFound
        file = StoredFile(
            open=partial(open_blob, blob),
            size=blob.size,
            etag=blob.pk,
            media_type=target.media_type,
            filename=target.filename,
            as_attachment=not target.is_inline,
            cache_control="private, no-store",
        )
        return send_file(django_request(request), file)


class SignedUploadView(APIView):
    """`/blobs/uploads/{id}`: what `uploads/direct` gave, where files lie in a folder."""

    authentication_classes: tuple[type[Any], ...] = ()
    permission_classes = [AllowAny]
    parser_classes = [UnreadBodyParser]

    @operation(
        "putSignedFile",
        "Send the bytes of an upload to an address for a short time",
        errors=[signed_urls.LinkExpired, signed_urls.BadSignature, FileTooLarge, UploadConflict, UploadGone],
    )
    def put(self, request: Request, upload_id: UUID) -> Response:
        """The query is what `uploads/direct` gave; the body is the file. Then ask for `uploads/{id}/complete`."""
        signed_urls.require_upload_query(upload_id, request.query_params)
        upload = Upload.objects.filter(pk=upload_id).first()
        if upload is None:
            raise UploadGone
        source = django_request(request)
        if is_oversized(source):
            raise FileTooLarge(limit=settings.MAX_FILE_SIZE_LIMIT)
        with BlobWriter() as writer:
            while chunk := source.read(_CHUNK):
                writer.write(chunk)
            if writer.size != upload.length:
                raise UploadConflict("Another number of bytes was announced.", expected=upload.length)
            resumable.append(upload, writer.finish(), offset=0)
        return Response(status=204)


def _target(document: Document, what: str, *, is_inline: bool) -> tuple[Blob, signed_urls.Target]:
    if what == "pdf":
        blob, filename = rendition_of(document)
        return blob, signed_urls.Target(
            blob=blob.pk, media_type="application/pdf", filename=filename, is_inline=is_inline
        )
    blob = document.blob
    return blob, signed_urls.Target(
        blob=blob.pk, media_type=document.mime_type, filename=document.filename, is_inline=is_inline
    )


signed_upload_view = SignedUploadView.as_view()
setattr(signed_upload_view, HANDLES_OVERSIZED, True)
