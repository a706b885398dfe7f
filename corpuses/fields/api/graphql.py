"""Fields of documents and their values in GraphQL."""

from typing import Any

import graphene

from core.api.graphql.connections import Children, Slice, connection_field, connection_of, related_list, related_page
from core.api.graphql.context import Info
from core.api.graphql.extend_type import extend
from core.api.graphql.global_ids import parse_key_for
from core.api.graphql.keyset import Window
from core.api.graphql.loaders import batch_of, load_for_batch, related_object, visible_related_object
from core.api.graphql.resource_types import ResourceType
from core.api.rest.pagination import NEWEST_FIRST
from corpuses import models as corpora
from corpuses.corpora.api.graphql.corpora import Corpus
from corpuses.fields import models
from corpuses.fields.api.rest import (
    DocumentFieldSerializer,
    FieldsView,
    FieldValueQuery,
    FieldValueSerializer,
    FieldView,
    ValuesOfFieldView,
)
from corpuses.fields.api.selectors import FIELD_ORDER, list_field_values, values_by_document
from documents import models as documents
from documents.api.graphql.documents import Document
from documents.api.selectors import visible_documents
from users import models as users
from users.api.graphql.users import User


class DocumentField(ResourceType):
    """A field that each document of a corpus can have a value for."""

    class Meta:
        resource = DocumentFieldSerializer
        model = models.DocumentField
        exclude = ("corpus",)
        views = (FieldsView, FieldView, ValuesOfFieldView)


def _document(row: models.FieldValue, info: Info) -> documents.Document:
    return related_object(row, "document_id", lambda: visible_documents(info.context.actor))


def _field(row: models.FieldValue, _: Info) -> models.DocumentField:
    known = (each.field for each in batch_of(row))
    return related_object(row, "field_id", models.DocumentField.objects.all, known=known)


def _modified_by(row: models.FieldValue, info: Info) -> users.User | None:
    return visible_related_object(row, "modified_by_id", users.User.objects.all, known=[info.context.actor])


class FieldValue(ResourceType):
    """The value of a document for a field."""

    class Meta:
        resource = FieldValueSerializer
        exclude = ("corpus", "document", "field", "field_name", "modified_by")

    id = graphene.ID(required=True, resolver=lambda row, _: str(row.pk))
    document = graphene.Field(Document, required=True, resolver=_document)
    field = graphene.Field(DocumentField, required=True, resolver=_field)
    modified_by = graphene.Field(User, resolver=_modified_by)


FieldValueConnection = connection_of(FieldValue)


def _fields(corpus: corpora.Corpus, _: Info) -> list[models.DocumentField]:
    return related_list(corpus, "fields", Children(models.DocumentField.objects.all(), "corpus_id", FIELD_ORDER))


def _field_values(corpus: corpora.Corpus, info: Info, *, window: Window, **filters: Any) -> Slice[models.FieldValue]:
    children = Children(list_field_values(info.context.actor, None, **filters), "corpus_id", NEWEST_FIRST)
    return related_page(corpus, ("field_values", *sorted(filters.items())), children, window)


def _values(document: documents.Document, info: Info, *, corpus_id: str) -> list[models.FieldValue]:
    actor = info.context.actor
    corpus = parse_key_for(actor, corpus_id, "Corpus")
    return load_for_batch(document, ("fields", corpus), lambda rows: values_by_document(actor, corpus, rows), [])


extend(
    Corpus,
    "fields",
    graphene.Field(
        graphene.List(graphene.NonNull(DocumentField)),
        required=True,
        resolver=_fields,
        description="The fields of its documents, in their order.",
    ),
)
extend(
    Corpus,
    "field_values",
    connection_field(
        FieldValueConnection,
        _field_values,
        query=FieldValueQuery,
        description="The values that its documents have for its fields, newest first.",
    ),
)
extend(
    Document,
    "field_values",
    graphene.Field(
        graphene.List(graphene.NonNull(FieldValue)),
        required=True,
        resolver=_values,
        corpus_id=graphene.ID(required=True),
        description="The values that it has for the fields of a corpus, in their order; none if that is not visible.",
    ),
)
