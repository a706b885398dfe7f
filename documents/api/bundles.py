"""Several documents as one ZIP file."""

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from functools import partial
from pathlib import PurePosixPath
from uuid import UUID

from django.http.response import HttpResponseBase
from rest_framework import serializers
from rest_framework.request import Request

from core.access.permissions import get_visible
from core.api.files import CHUNK
from core.api.openapi.operations import operation
from core.api.rest.serializers import Media, StrictSerializer
from core.api.rest.validation import django_request, validate_query
from core.api.streaming import streamed
from core.errors import Invalid, NotFound
from documents.api.content import ContentView, NoText, rendition_of
from documents.api.selectors import visible_documents
from documents.errors import TooMuchAtOnce
from documents.models import Blob, Document
from documents.services import outputs, scanning
from documents.services.zipping import Entry, zipped
from documents.storage import open_blob

ZIP = "application/zip"
MANY = 100
MOST_BYTES = 2 * 1024**3
_EXAMPLE = "01990c6e-0a11-7c22-8d33-1f2e3d4c5b6a"
_PACKS_WELL = ("text/", "application/xml", "application/json", "application/rtf")


class What(StrEnum):
    """What of each document."""

    ORIGINALS = "originals"
    PDF = "pdf"
    MARKDOWN = "markdown"
    ALL = "all"


class ZipQuery(StrictSerializer):
    """Which documents, and what of them."""

    documents = serializers.CharField(
        max_length=40 * MANY, help_text=f"Ids with commas between them, {MANY} at most, like {_EXAMPLE}."
    )
    what = serializers.ChoiceField(
        [what.value for what in What], default="originals", help_text="With `all`, each in a folder of its own."
    )


class ZipView(ContentView):
    """`/documents/zip`: made while it is sent. What cannot be had of a document is told in `LEFT OUT.txt`."""

    @operation(
        "getDocumentsZip",
        "Fetch several documents as one ZIP file",
        query=ZipQuery,
        response={200: Media((ZIP,))},
        errors=[NotFound, TooMuchAtOnce],
    )
    def get(self, request: Request) -> HttpResponseBase:
        wanted = validate_query(request, ZipQuery).validated_data
        documents = _seen(request, wanted["documents"])
        what = What(wanted["what"])
        _require_bounded(documents)
        response = streamed(django_request(request), zipped(_entries(documents, what)), media_type=ZIP)
        response["Content-Disposition"] = f'attachment; filename="documents-{what}.zip"'
        response["Cache-Control"] = "private, no-store"
        return response


def _seen(request: Request, ids: str) -> list[Document]:
    """All of them in the order asked for, or `NotFound`."""
    keys = dict.fromkeys(_keys(ids))
    if not 0 < len(keys) <= MANY:
        raise Invalid(f"1 to {MANY} documents at once.", field="documents")
    seen = visible_documents(request.user).select_related("blob", "revision__rendition")
    found = {document.pk: document for document in seen.filter(pk__in=keys)}
    return [found[key] if key in found else get_visible(seen, request.user, key) for key in keys]


def _keys(ids: str) -> Iterator[UUID]:
    for each in filter(None, ids.split(",")):
        try:
            yield UUID(each)
        except ValueError:
            raise Invalid("`documents` holds ids with commas between them.", field="documents") from None


def _require_bounded(documents: Iterable[Document]) -> None:
    total = sum(document.blob.size for document in documents)
    if total > MOST_BYTES:
        raise TooMuchAtOnce(limit=MOST_BYTES)


def _entries(documents: Iterable[Document], what: What) -> Iterator[Entry]:
    makers: dict[What, Callable[[Document], Entry]] = {
        What.ORIGINALS: _original,
        What.PDF: _pdf,
        What.MARKDOWN: _markdown,
    }
    for document in documents:
        if what is not What.ALL:
            yield makers[what](document)
            continue
        for folder, make in makers.items():
            entry = make(document)
            yield Entry(
                name=f"{folder}/{entry.name}", changed=entry.changed, open=entry.open, is_compact=entry.is_compact
            )


def _original(document: Document) -> Entry:
    return _entry(
        document,
        document.filename,
        partial(_original_bytes, document),
        is_compact=not document.mime_type.startswith(_PACKS_WELL),
    )


def _pdf(document: Document) -> Entry:
    name = document.filename if document.filename.lower().endswith(".pdf") else f"{document.filename}.pdf"
    return _entry(document, name, partial(_pdf_bytes, document), is_compact=True)


def _markdown(document: Document) -> Entry:
    name = f"{PurePosixPath(document.filename).stem or document.filename}.md"
    return _entry(document, name, partial(_markdown_bytes, document))


def _entry(document: Document, name: str, opened: Callable[[], Iterable[bytes]], *, is_compact: bool = False) -> Entry:
    return Entry(name=name, changed=document.created, open=opened, is_compact=is_compact)


def _original_bytes(document: Document) -> Iterator[bytes]:
    scanning.require_harmless(document)
    return _pieces(document.blob)


def _pdf_bytes(document: Document) -> Iterator[bytes]:
    return _pieces(rendition_of(document)[0])


def _markdown_bytes(document: Document) -> list[bytes]:
    if document.revision is None:
        raise NoText
    return [outputs.markdown(document.revision).encode()]


def _pieces(blob: Blob) -> Iterator[bytes]:
    source = open_blob(blob)  # now, so that one that is missing is left out

    def read() -> Iterator[bytes]:
        with source:
            while piece := source.read(CHUNK):
                yield piece

    return read()
