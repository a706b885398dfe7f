"""Show a revision to analyzers."""

from corpuses.analyzers.protocol import DocumentText, Item
from documents.models import DocumentRevision
from documents.types import StructureKind


def document_text(revision: DocumentRevision) -> DocumentText:
    """Return the text of a revision, with its pages and its structure."""
    pages = revision.pages.order_by("number").values_list("text_start", "text_end")
    items = revision.items.order_by("order").values_list("kind", "level", "start", "end")
    return DocumentText(
        text=revision.text,
        title=revision.document.title,
        language=revision.language or revision.document.language,
        pages=tuple(pages),
        structure=tuple(Item(StructureKind(kind), level, start, end) for kind, level, start, end in items),
    )
