"""The clauses of a document: its paragraphs and list items with enough words to be recognised elsewhere."""

from typing import Final

from documents.models import DocumentRevision
from documents.services.comparison import Paragraph, paragraphs_of
from documents.types import StructureKind

KINDS: Final = (StructureKind.PARAGRAPH, StructureKind.LIST_ITEM)


def clauses_of(revision: DocumentRevision) -> list[Paragraph]:
    """Return the paragraphs and list items of a revision, in their order."""
    return paragraphs_of(revision, kinds=KINDS)
