"""What can be asked about corpora, the documents in them, and what was said about those."""

import graphene

from core.api.graphql.connections import Slice, connection_field, page
from core.api.graphql.context import Info
from core.api.graphql.keys import key_of
from core.api.graphql.keyset import Window
from corpuses import models
from corpuses.annotations.models import Annotation as AnnotationRow
from corpuses.api.annotations import BY_PLACE, AnnotationConnection
from corpuses.api.reading import annotations_seen_by, corpora_seen_by, corpus_named, titled
from corpuses.api.types import PERSONAL_FIRST, Corpus, CorpusConnection
from documents.api.reading import document_seen_by, documents_seen_by, narrowed
from documents.api.types import NEWEST_FIRST, DocumentConnection, DocumentState
from documents.models import Document as DocumentRow


def _documents(
    _root: object,
    info: Info,
    *,
    window: Window,
    search: str | None = None,
    state: str | None = None,
    corpus_id: str | None = None,
) -> Slice[DocumentRow]:
    person = info.context.person
    rows = narrowed(documents_seen_by(person), search=search, state=state)
    if corpus_id is not None:
        rows = rows.filter(memberships__corpus=corpus_named(person, corpus_id))
    return page(rows, NEWEST_FIRST, window)


def _corpuses(_root: object, info: Info, *, window: Window, search: str | None = None) -> Slice[models.Corpus]:
    return page(titled(corpora_seen_by(info.context.person), search), PERSONAL_FIRST, window)


def _corpus(_root: object, info: Info, *, id: str) -> models.Corpus:  # noqa: A002  # GraphQL's word
    return corpus_named(info.context.person, id)


def _annotations(
    _root: object,
    info: Info,
    *,
    window: Window,
    corpus_id: str | None = None,
    document_id: str | None = None,
    page_number: int | None = None,
) -> Slice[AnnotationRow]:
    person = info.context.person
    rows = annotations_seen_by(person)
    if corpus_id is not None:
        rows = rows.filter(corpus=corpus_named(person, corpus_id))
    if document_id is not None:
        rows = rows.filter(document=document_seen_by(person, key_of(document_id, "Document")))
    if page_number is not None:
        rows = rows.filter(page=page_number)
    return page(rows, BY_PLACE, window)


class CorpusQueries(graphene.ObjectType):
    """Fields of the root."""

    documents = connection_field(
        DocumentConnection,
        _documents,
        search=graphene.String(),
        state=graphene.Argument(DocumentState),
        corpus_id=graphene.ID(),
        description="the documents you see, newest first",
    )
    corpuses = connection_field(
        CorpusConnection, _corpuses, search=graphene.String(), description="the corpora you see, your own one first"
    )
    corpus = graphene.Field(Corpus, resolver=_corpus, id=graphene.ID(required=True))
    annotations = connection_field(
        AnnotationConnection,
        _annotations,
        corpus_id=graphene.ID(),
        document_id=graphene.ID(),
        page_number=graphene.Argument(graphene.Int, name="page"),
        description="in the order of the text",
    )
