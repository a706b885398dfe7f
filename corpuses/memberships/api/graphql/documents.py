"""Documents of corpora in GraphQL: their lists and counts, and removing them."""

from functools import partial
from typing import Any
from uuid import UUID

import graphene

from core.api.graphql.connections import (
    Children,
    Slice,
    connection_field,
    related_page,
)
from core.api.graphql.context import Info
from core.api.graphql.extend_type import extend
from core.api.graphql.global_ids import parse_key_for
from core.api.graphql.keyset import Window
from core.api.graphql.loaders import load_for_batch
from core.api.graphql.mutations import ID, Payload, mutation
from core.api.graphql.root import RootQueries
from core.api.graphql.view_queries import list_of
from core.api.ordering import Order
from core.errors import NotFound
from corpuses import models
from corpuses.corpora import services as corpora
from corpuses.corpora.api.edit_groups import Group
from corpuses.corpora.api.graphql.corpora import Corpus
from corpuses.corpora.api.selectors import get_corpus_by_id
from corpuses.fields.api.selectors import split_arguments, visible_field, with_fields
from corpuses.memberships.api.counts import counts_of
from corpuses.memberships.api.rest.documents import CorpusDocumentQuery, DocumentsView
from corpuses.memberships.api.rest.memberships import ANNOTATION_COUNT_HELP, LABEL_COUNT_HELP
from corpuses.memberships.api.selectors import with_document_label, with_label
from corpuses.memberships.services import memberships_in
from documents.api.graphql.documents import Document, DocumentConnection
from documents.api.selectors import filter_documents, get_documents_by_id, visible_newest_versions
from documents.models import Document as DocumentRow


def _documents_of_corpus(
    corpus: models.Corpus,
    info: Info,
    *,
    window: Window,
    order: Order,
    folder: UUID | None = None,
    subfolders: bool = True,
    label: UUID | None = None,
    document_label: UUID | None = None,
    **filters: Any,
) -> Slice[DocumentRow]:
    actor = info.context.actor
    key = ("documents", *sorted(filters.items()), folder, subfolders, label, document_label, order)
    fields = split_arguments(filters)
    rows = with_label(filter_documents(visible_newest_versions(actor), **filters), actor, label)
    rows = with_fields(with_document_label(rows, actor, document_label), fields, visible_field(actor))
    if folder is not None:
        rows = rows.filter(memberships__in=memberships_in(corpus, _folder_of(corpus, folder), subfolders=subfolders))
    elif not subfolders:
        rows = rows.filter(memberships__in=models.CorpusDocument.objects.filter(folder=None))
    return related_page(corpus, key, Children(rows, "memberships__corpus_id", order), window)


def _folder_of(corpus: models.Corpus, key: UUID) -> models.Folder:
    """Return a folder of this corpus, loaded once for all corpora of a list; raise `NotFound` for other corpora."""
    rows = models.Folder.objects.filter(pk=key)
    folder = load_for_batch(corpus, ("folder", key), lambda _: {each.corpus_id: each for each in rows}, None)
    if folder is None:
        raise NotFound(field="folderId")
    return folder


def _count(name: str, document: DocumentRow, info: Info, *, corpus_id: str) -> int:
    actor = info.context.actor
    count: int = getattr(counts_of(document, actor, parse_key_for(actor, corpus_id, "Corpus")), name)
    return count


for _name, _about in (("annotations", ANNOTATION_COUNT_HELP), ("labels", LABEL_COUNT_HELP)):
    extend(
        Document,
        f"{_name.removesuffix('s')}_count",
        graphene.Field(
            graphene.Int,
            required=True,
            resolver=partial(_count, _name),
            corpus_id=graphene.ID(required=True),
            description=f"{_about} 0 if the document is not in it, or it is not visible.",
        ),
    )
extend(
    Corpus,
    "documents",
    connection_field(DocumentConnection, _documents_of_corpus, query=CorpusDocumentQuery),
)


class DocumentListQueries(RootQueries):
    """Fields of the root."""

    documents = list_of(Document, DocumentsView)


@mutation(corpus=Corpus, removed=graphene.Int(required=True), on_error={"removed": 0})
def remove_documents_from_corpus(info: Info, *, corpus_id: ID, document_ids: list[ID], group: Group = None) -> Payload:
    """Remove documents from a corpus; they are not deleted."""
    actor = info.context.user
    corpus = get_corpus_by_id(actor, corpus_id)
    documents = get_documents_by_id(actor, document_ids)
    removed = corpora.remove_documents(corpus, documents, actor=actor, group=group)
    return {"corpus": corpus, "removed": removed}
