"""What can be asked about corpora, the documents in them, and what was said about those."""

from typing import Any

import graphene

from core.access.actors import Actor
from core.api.graphql.connections import Slice, connection_field, page
from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_key
from core.api.graphql.keyset import Window
from core.errors import Invalid
from core.models import ListScope, VisibleQuerySet
from corpuses import models
from corpuses.annotations.models import Annotation as AnnotationRow
from corpuses.api.annotations import ANNOTATION_ORDER, AnnotationConnection, AnnotationSource
from corpuses.api.selectors import (
    get_corpus_by_id,
    get_folder_by_id,
    search_corpora,
    visible_annotations,
    visible_corpora,
)
from corpuses.api.types import CORPUS_ORDER, Corpus, CorpusConnection
from corpuses.services.places import places_in
from documents.api.inside import found_inside_argument
from documents.api.selectors import filter_documents, get_visible_document, visible_documents
from documents.api.types import DOCUMENT_ORDER, DocumentConnection, DocumentState
from documents.models import Document as DocumentRow
from users.api.graphql.shares import scope_argument


def _documents(
    _root: object,
    info: Info,
    *,
    window: Window,
    search: str | None = None,
    state: str | None = None,
    scope: ListScope | None = None,
    found_inside: bool | None = None,
    order_by: Any = None,
    **within: str | None,
) -> Slice[DocumentRow]:
    person = info.context.reader
    seen = visible_documents(person, ListScope(scope or ListScope.ALL))
    rows = filter_documents(seen, search=search, state=state, found_inside=found_inside)
    rows = _narrowed_to(person, rows, **within)
    return page(rows, DOCUMENT_ORDER.resolve(order_by), window)


def _narrowed_to(
    person: Actor, rows: VisibleQuerySet[DocumentRow], corpus_id: str | None = None, folder_id: str | None = None
) -> VisibleQuerySet[DocumentRow]:
    if corpus_id is None:
        if folder_id is not None:
            raise Invalid("Say of which corpus this is a folder.", field="corpusId")
        return rows
    corpus = get_corpus_by_id(person, corpus_id)
    folder = get_folder_by_id(corpus, folder_id) if folder_id is not None else None
    return rows.filter(memberships__in=places_in(corpus, folder))


def _corpuses(
    _root: object,
    info: Info,
    *,
    window: Window,
    search: str | None = None,
    scope: ListScope | None = None,
    order_by: Any = None,
) -> Slice[models.Corpus]:
    seen = visible_corpora(info.context.reader, ListScope(scope or ListScope.ALL))
    return page(search_corpora(seen, search), CORPUS_ORDER.resolve(order_by), window)


def _corpus(_root: object, info: Info, *, id: str) -> models.Corpus:  # noqa: A002  # GraphQL's word
    return get_corpus_by_id(info.context.actor, id)


def _annotations(
    _root: object, info: Info, *, window: Window, order_by: Any = None, **wanted: Any
) -> Slice[AnnotationRow]:
    person = info.context.reader
    filters: dict[str, Any] = {}
    if wanted.get("corpus_id") is not None:
        filters["corpus"] = get_corpus_by_id(person, wanted["corpus_id"])
    if wanted.get("document_id") is not None:
        filters["document"] = get_visible_document(person, parse_key(wanted["document_id"], "Document"))
    if wanted.get("label_id") is not None:
        filters["label"] = parse_key(wanted["label_id"], "Label")
    if wanted.get("by") is not None:
        filters["source"] = wanted["by"].value
    if wanted.get("page_number") is not None:
        filters["page"] = wanted["page_number"]
    return page(visible_annotations(person).filter(**filters), ANNOTATION_ORDER.resolve(order_by), window)


class CorpusQueries(graphene.ObjectType):
    """Fields of the root."""

    documents = connection_field(
        DocumentConnection,
        _documents,
        search=graphene.String(),
        scope=scope_argument(),
        state=graphene.Argument(DocumentState),
        corpus_id=graphene.ID(),
        folder_id=graphene.ID(description="of that corpus: only what stands in this folder, or in one below it"),
        found_inside=found_inside_argument(),
        order_by=DOCUMENT_ORDER.argument(),
        description="the documents you see",
    )
    corpuses = connection_field(
        CorpusConnection,
        _corpuses,
        search=graphene.String(),
        scope=scope_argument(),
        order_by=CORPUS_ORDER.argument(),
        description="the corpora you see",
    )
    corpus = graphene.Field(Corpus, resolver=_corpus, id=graphene.ID(required=True))
    annotations = connection_field(
        AnnotationConnection,
        _annotations,
        corpus_id=graphene.ID(),
        document_id=graphene.ID(),
        page_number=graphene.Argument(graphene.Int, name="page"),
        label_id=graphene.ID(),
        by=graphene.Argument(AnnotationSource, name="source"),
        order_by=ANNOTATION_ORDER.argument(),
        description="what was said about documents",
    )
