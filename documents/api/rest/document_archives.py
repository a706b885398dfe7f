"""`/document-archives`: download several documents as one ZIP file."""

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import PurePosixPath
from uuid import UUID

from django.http.response import HttpResponseBase
from rest_framework import serializers
from rest_framework.request import Request

from core.api.files import CHUNK
from core.api.openapi.operations import operation
from core.api.rest.serializers import Media, StrictSerializer
from core.api.rest.validation import validate_query
from core.api.streaming import streamed
from core.errors import Invalid, NotFound
from documents.api import reads
from documents.api.rest.content import ContentView, NoText, rendition_of
from documents.api.selectors import get_visible_document, visible_documents
from documents.errors import TooMuchAtOnce
from documents.models import Blob, Document
from documents.services import exports, scanning
from documents.services.zip_stream import Entry, stream_zip
from documents.storage.blobs import open_blob

ZIP = "application/zip"
MAX_DOCUMENTS = 100
MAX_BYTES = 2 * 1024**3
_EXAMPLE = "01990c6e-0a11-7c22-8d33-1f2e3d4c5b6a"
_COMPRESSIBLE = ("text/", "application/xml", "application/json", "application/rtf")


class ArchiveQuery(StrictSerializer):
    """The documents, and the files of each."""

    documents = serializers.CharField(
        max_length=40 * MAX_DOCUMENTS, help_text=f"Ids separated by commas, at most {MAX_DOCUMENTS}, like {_EXAMPLE}."
    )
    include = serializers.ChoiceField(
        ["originals", "pdf", "markdown", "all"],
        default="originals",
        help_text="The files of each document; `all`: in separate folders.",
    )


class DocumentArchivesView(ContentView):
    """`/document-archives`: a ZIP file that is created while it is sent; unavailable files are listed in it."""

    @operation(
        "getDocumentArchive",
        "Download several documents as one ZIP file",
        query=ArchiveQuery,
        response={200: Media((ZIP,))},
        errors=[NotFound, TooMuchAtOnce],
    )
    def get(self, request: Request) -> HttpResponseBase:
        query = validate_query(request, ArchiveQuery).arguments()
        documents = _requested(request, query["documents"])
        if sum(document.blob.size for document in documents) > MAX_BYTES:
            raise TooMuchAtOnce(limit=MAX_BYTES)
        archive = stream_zip(_entries(documents, query["include"]))
        response = streamed(request, archive, media_type=ZIP)
        for document in documents:
            reads.record_downloaded(document, request.user, query["include"])
        response["Content-Disposition"] = f'attachment; filename="documents-{query["include"]}.zip"'
        response["Cache-Control"] = "private, no-store"
        return response


def _requested(request: Request, ids: str) -> list[Document]:
    """Return the documents in the requested order; raise `NotFound` if one is not visible."""
    try:
        keys = dict.fromkeys(UUID(text) for text in ids.split(",") if text)
    except ValueError:
        raise Invalid("`documents` must be ids separated by commas.", field="documents") from None
    if not 0 < len(keys) <= MAX_DOCUMENTS:
        raise Invalid(f"Request 1 to {MAX_DOCUMENTS} documents.", field="documents")
    visible = visible_documents(request.user).select_related("blob", "revision__rendition")
    documents = {document.pk: document for document in visible.filter(pk__in=keys)}
    return [documents[key] if key in documents else get_visible_document(request.user, key) for key in keys]


def _entries(documents: Iterable[Document], include: str) -> Iterator[Entry]:
    for document in documents:
        if include != "all":
            yield _entry(document, include)
            continue
        for folder in ("originals", "pdf", "markdown"):
            yield _entry(document, folder, prefix=f"{folder}/")


def _entry(document: Document, include: str, *, prefix: str = "") -> Entry:
    name, stem = document.filename, PurePosixPath(document.filename).stem
    match include:
        case "pdf":
            name = name if name.lower().endswith(".pdf") else f"{name}.pdf"
            open_file, is_compressed = partial(_pdf, document), True
        case "markdown":
            name = f"{stem or name}.md"
            open_file, is_compressed = partial(_markdown, document), False
        case _:
            open_file, is_compressed = partial(_original, document), not document.mime_type.startswith(_COMPRESSIBLE)
    return Entry(name=prefix + name, changed=document.created, open=open_file, is_compact=is_compressed)


def _original(document: Document) -> Iterable[bytes]:
    scanning.require_harmless(document)
    return _chunks(document.blob)


def _pdf(document: Document) -> Iterable[bytes]:
    return _chunks(rendition_of(document)[0])


def _markdown(document: Document) -> Iterable[bytes]:
    if document.revision is None:
        raise NoText
    return [exports.markdown(document.revision).encode()]


def _chunks(blob: Blob) -> Iterator[bytes]:
    source = open_blob(blob)  # before the entry is written, so that a missing file is left out

    def read() -> Iterator[bytes]:
        with source:
            while chunk := source.read(CHUNK):
                yield chunk

    return read()
