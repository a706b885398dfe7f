"""Record in the audit log that documents were opened, downloaded or exported."""

from audit.actions import Action
from audit.log import record_read
from core.access import Actor
from documents.models import Document


def record_opened(document: Document, actor: Actor) -> Document:
    """Record that a document was opened, and return it."""
    record_read(Action.DOCUMENT_OPENED, document, actor=actor)
    return document


def record_exported(document: Document, actor: Actor, export: str) -> None:
    """Record that a document was exported in a format."""
    record_read(Action.DOCUMENT_EXPORTED, document, actor=actor, format=export)


def record_downloaded(document: Document, actor: Actor, file: str) -> None:
    """Record that a file of a document was downloaded: the original or the PDF."""
    record_read(Action.DOCUMENT_DOWNLOADED, document, actor=actor, file=file)
