"""Titles of documents: requested, made from the file name, or found in the document when it is parsed."""

from typing import Final, TypedDict

from documents.models import Document, DocumentRevision
from documents.pipeline.filenames import without_invisible
from documents.pipeline.titles import OpeningItem, find_title
from documents.types import StructureKind

TITLE_LIMIT: Final = 300
_OPENING: Final = 40  # items of the first page


class TitleFields(TypedDict):
    """The fields of a document about its title."""

    title: str
    title_source: Document.TitleSource


def first_title(requested: str, filename: str) -> TitleFields:
    """Return the title of a new document: the requested one, else the file name without extension."""
    if title := without_invisible(requested)[:TITLE_LIMIT]:
        return {"title": title, "title_source": Document.TitleSource.USER}
    return {"title": _from_filename(filename), "title_source": Document.TitleSource.FILENAME}


def take_title(document: Document, revision: DocumentRevision) -> bool:
    """Set the title to the one found in the document, unless a user wrote it; return whether it has changed.

    The previous version of the code does not record that a user wrote a title, so that it is compared as well.
    """
    is_from_filename = document.title_source == Document.TitleSource.FILENAME
    if not is_from_filename or document.title != _from_filename(document.filename):
        return False
    title = find_title(document.mime_type, revision.properties, _opening(revision))
    if not title or title == document.title:
        return False
    document.title, document.title_source = title, Document.TitleSource.DOCUMENT
    return True


def _opening(revision: DocumentRevision) -> list[OpeningItem]:
    rows = revision.items.filter(page=1).order_by("order").values_list("kind", "level", "start", "end")[:_OPENING]
    return [OpeningItem(StructureKind(kind), level, revision.text[start:end]) for kind, level, start, end in rows]


def _from_filename(filename: str) -> str:
    return (filename.rpartition(".")[0] or filename)[:TITLE_LIMIT]
