"""Visible definitions and cross-references of a document, for REST and GraphQL."""

from uuid import UUID

from core.access import Actor
from corpuses.analyzers.definitions import DocumentDefinitions, definitions_of
from corpuses.annotations.models import Annotation
from corpuses.corpora.api.selectors import get_visible_corpus
from corpuses.visible_rows import visible_rows
from documents.api.selectors import get_visible_document


def get_definitions(actor: Actor, corpus_id: UUID, document_id: UUID) -> DocumentDefinitions:
    """Return what the visible annotations of a document in a corpus define and refer to."""
    corpus = get_visible_corpus(actor, corpus_id)
    document = get_visible_document(actor, document_id)
    return definitions_of(document, visible_rows(Annotation, actor, corpus=corpus, document=document))
