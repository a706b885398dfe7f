"""Labels of whole documents in GraphQL."""

from typing import Any

import graphene

from core.api.graphql.connections import Children, Slice, connection_field, connection_of, related_page
from core.api.graphql.context import Info
from core.api.graphql.extend_type import extend
from core.api.graphql.global_ids import parse_key_for
from core.api.graphql.keyset import Window
from core.api.graphql.loaders import batch_of, load_for_batch, related_object, visible_related_object
from core.api.graphql.resource_types import ResourceType
from core.api.rest.pagination import NEWEST_FIRST
from corpuses import models as corpora
from corpuses.annotations import models
from corpuses.annotations.api.document_labels import labels_by_document, list_document_labels
from corpuses.annotations.api.graphql.labels import Label
from corpuses.annotations.api.rest.document_labels import DocumentLabelQuery, DocumentLabelSerializer
from corpuses.corpora.api.graphql.corpora import Corpus
from documents import models as documents
from documents.api.graphql.documents import Document
from documents.api.selectors import visible_documents
from users import models as users
from users.api.graphql.users import User


def _document(row: models.DocumentLabel, info: Info) -> documents.Document:
    return related_object(row, "document_id", lambda: visible_documents(info.context.actor))


def _label(row: models.DocumentLabel, _: Info) -> models.Label:
    known = (each.label for each in batch_of(row))
    return related_object(row, "label_id", models.Label.objects.all, known=known)


def _creator(row: models.DocumentLabel, info: Info) -> users.User | None:
    return visible_related_object(row, "creator_id", users.User.objects.all, known=[info.context.actor])


class DocumentLabel(ResourceType):
    """A label of a whole document in a corpus."""

    class Meta:
        resource = DocumentLabelSerializer
        exclude = ("corpus", "document", "label", "label_name", "creator")

    id = graphene.ID(required=True, resolver=lambda row, _: str(row.pk))
    document = graphene.Field(Document, required=True, resolver=_document)
    label = graphene.Field(Label, required=True, resolver=_label)
    creator = graphene.Field(User, resolver=_creator)


DocumentLabelConnection = connection_of(DocumentLabel)


def _document_labels(
    corpus: corpora.Corpus, info: Info, *, window: Window, **filters: Any
) -> Slice[models.DocumentLabel]:
    children = Children(list_document_labels(info.context.actor, None, **filters), "corpus_id", NEWEST_FIRST)
    return related_page(corpus, ("document_labels", *sorted(filters.items())), children, window)


def _labels(document: documents.Document, info: Info, *, corpus_id: str) -> list[models.DocumentLabel]:
    actor = info.context.actor
    corpus = parse_key_for(actor, corpus_id, "Corpus")
    return load_for_batch(document, ("labels", corpus), lambda rows: labels_by_document(actor, corpus, rows), [])


extend(
    Corpus,
    "document_labels",
    connection_field(
        DocumentLabelConnection,
        _document_labels,
        query=DocumentLabelQuery,
        description="Labels of whole documents, newest first.",
    ),
)
extend(
    Document,
    "labels",
    graphene.Field(
        graphene.List(graphene.NonNull(DocumentLabel)),
        required=True,
        resolver=_labels,
        corpus_id=graphene.ID(required=True),
        description="The labels that it has as a whole in a corpus, in their order; none if that is not visible.",
    ),
)
