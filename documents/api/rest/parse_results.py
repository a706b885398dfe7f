"""The result of the last parse of a document, in REST."""

from operator import itemgetter
from uuid import UUID

from django.urls import reverse
from rest_framework import serializers

from core.access import Actor
from core.api.rest.serializers import EnumField, ReasonSerializer, Resource
from core.api.rest.views import ObjectView, retrieve
from core.errors import NotFound
from documents.api.selectors import get_visible_document
from documents.api.urls_of import ViewerUrls, file_url
from documents.models import Document, DocumentRevision
from documents.services import parser_selection

_URL = "/api/v1/documents/01990c6e-0a11-7c22-8d33-1f2e3d4c5b6a"


class NoResult(NotFound):
    """This document has not been parsed yet."""

    code = "no_result"
    what_to_do = "Wait until the document has been processed."


class ProvenanceSerializer(Resource):
    """The parser of a revision and its options: a reason to parse the document again."""

    parser = serializers.CharField()
    parser_version = serializers.CharField()
    options_hash = serializers.CharField(help_text="The hash of the options that affect the result.")
    is_outdated = serializers.BooleanField(help_text="Whether another version of the parser is installed now.")
    published = serializers.DateTimeField(allow_null=True)

    @staticmethod
    def read_is_outdated(revision: DocumentRevision) -> bool:
        return parser_selection.is_outdated(revision)


class OutlineEntrySerializer(Resource):
    """A bookmark of the file."""

    title = serializers.CharField()
    level = serializers.IntegerField(help_text="From 1.")
    page = serializers.IntegerField(allow_null=True, help_text="Null if it has no target.")

    read_title = staticmethod(itemgetter(0))
    read_level = staticmethod(itemgetter(1))

    @staticmethod
    def read_page(entry: list[int]) -> int | None:
        return entry[2] or None


class PageLinkSerializer(Resource):
    """A link on a page."""

    page = serializers.IntegerField()
    box = serializers.ListField(child=serializers.FloatField(), help_text="Points, origin top left: x0, y0, x1, y1.")
    target = serializers.CharField(help_text='A URL, or "#12" for page 12 of the same document.')

    read_page = staticmethod(itemgetter(0))
    read_box = staticmethod(itemgetter(1))
    read_target = staticmethod(itemgetter(2))


class ParseResultSerializer(ProvenanceSerializer):
    """The published revision of a document, and the URLs of its parts."""

    document = serializers.UUIDField(source="document_id")
    state = EnumField(Document.State, source="document.state")
    revision = serializers.IntegerField(source="number")
    page_count = serializers.IntegerField()
    language = serializers.CharField(allow_blank=True)
    warnings = ReasonSerializer(many=True)
    properties = serializers.DictField(child=serializers.CharField(), help_text="The metadata in the file.")
    outline = OutlineEntrySerializer(many=True)
    links = PageLinkSerializer(many=True)
    ocr_page_count = serializers.IntegerField(help_text="The number of pages with text that OCR has recognized.")
    ocr_engines = serializers.CharField(allow_blank=True, help_text="Like `ppocr, tesseract (rus)`; empty without OCR.")
    confidence = serializers.FloatField(
        allow_null=True, help_text="The mean of the words that OCR has recognized; 0 to 1; null without OCR."
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
        "parser": "pdfium", "parser_version": "5.15.2", "options_hash": "4cdd9f2b1c7e", "is_outdated": False,
        "published": "2026-11-20T08:30:04Z", "document": "01990c6e-0a11-7c22-8d33-1f2e3d4c5b6a", "state": "ready",
        "revision": 1, "page_count": 12, "language": "en", "warnings": [],
        "properties": {"author": "Harbour Street Ltd."}, "outline": [{"title": "1. Rent", "level": 1, "page": 2}],
        "links": [{"page": 3, "box": [72.0, 90.5, 210.0, 102.0], "target": "https://harbour.example/"}],
        "ocr_page_count": 0, "ocr_engines": "", "confidence": None,
        "text_url": f"{_URL}/text", "markdown_url": f"{_URL}/markdown", "pawls_url": f"{_URL}/pawls",
        "docling_url": f"{_URL}/docling", "file_url": f"{_URL}/file", "pdf_url": f"{_URL}/pdf?v=9f86d081884c",
        "thumbnail_url": None, "tokens_url": f"{_URL}/pages/{{page}}/tokens?revision=1",
    }  # fmt: skip

    @staticmethod
    def read_text_url(row: DocumentRevision) -> str:
        return _part(row, "text")

    @staticmethod
    def read_markdown_url(row: DocumentRevision) -> str:
        return _part(row, "markdown")

    @staticmethod
    def read_pawls_url(row: DocumentRevision) -> str:
        return _part(row, "pawls")

    @staticmethod
    def read_docling_url(row: DocumentRevision) -> str | None:
        return _part(row, "docling") if row.docling_id else None

    @staticmethod
    def read_file_url(row: DocumentRevision) -> str:
        return file_url(row.document)

    @staticmethod
    def read_pdf_url(row: DocumentRevision) -> str | None:
        return ViewerUrls(None).pdf(row.document)

    @staticmethod
    def read_thumbnail_url(row: DocumentRevision) -> str | None:
        return ViewerUrls(None).thumbnail(row.document)

    @staticmethod
    def read_tokens_url(row: DocumentRevision) -> str:
        path = reverse("document-tokens", args=[row.document_id, 0]).replace("/pages/0/", "/pages/{page}/")
        return f"{path}?revision={row.number}"


def _part(revision: DocumentRevision, name: str) -> str:
    return reverse(f"document-{name}", args=[revision.document_id])


class ResultView(ObjectView):
    """`/documents/{id}/result`."""

    get = retrieve("getResult", "Get the result of the last parse", ParseResultSerializer, errors=[NoResult])

    def get_object(self, actor: Actor, **keys: UUID) -> DocumentRevision:
        document = get_visible_document(actor, keys["document_id"])
        if document.revision is None:
            raise NoResult
        document.revision.document = document
        document.revision.refresh_from_db(fields=["properties", "outline", "links"])  # deferred by lists
        return document.revision
