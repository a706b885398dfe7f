"""Annotations in GraphQL."""

from typing import Any, Final

import graphene

from core.api.graphql.connections import Slice, connection_field, connection_of, page
from core.api.graphql.context import Info
from core.api.graphql.keyset import Window
from core.api.graphql.loaders import batch_of, related_object
from core.api.graphql.resource_types import ResourceType
from core.api.graphql.root import RootQueries
from core.api.ordering import Order
from corpuses import models as corpora
from corpuses.annotations import models
from corpuses.annotations.api.graphql.labels import Label
from corpuses.annotations.api.rest.annotations import (
    AnnotationQuery,
    AnnotationSerializer,
    AnnotationsView,
    AnnotationView,
)
from corpuses.annotations.api.rest.selections import (
    AnnotationDeletionsView,
    AnnotationRelabellingsView,
    AnnotationReviewsView,
)
from corpuses.annotations.api.selectors import list_annotations, list_annotators
from corpuses.corpora.api.graphql.corpora import Corpus
from corpuses.corpora.api.selectors import get_corpus_by_id, visible_corpora
from documents import models as documents
from documents.api.graphql.boxes import AnnotationBox
from documents.api.graphql.documents import Document
from documents.api.graphql.spans import spans_field
from documents.api.selectors import visible_documents
from users import models as users
from users.api.graphql.users import User

# Each counts 15 objects (with its label, creator, reviewer, box and spans), so that this fits into GRAPHQL_MAX_COST.
MAXIMUM_PAGE: Final = 1_000


def _corpus(annotation: models.Annotation, info: Info) -> corpora.Corpus:
    return related_object(annotation, "corpus_id", lambda: visible_corpora(info.context.actor))


def _document(annotation: models.Annotation, info: Info) -> documents.Document:
    return related_object(annotation, "document_id", lambda: visible_documents(info.context.actor))


def _label(annotation: models.Annotation, _: Info) -> models.Label:
    loaded = (row.label for row in batch_of(annotation) if models.Annotation.label.is_cached(row))
    return related_object(annotation, "label_id", models.Label.objects.all, known=loaded)


def _creator(annotation: models.Annotation, info: Info) -> users.User | None:
    if annotation.creator_id is None:
        return None
    return related_object(annotation, "creator_id", users.User.objects.all, known=[info.context.actor])


def _reviewer(annotation: models.Annotation, info: Info) -> users.User | None:
    if annotation.reviewer_id is None:
        return None
    return related_object(annotation, "reviewer_id", users.User.objects.all, known=[info.context.actor])


class Annotation(ResourceType):
    """A labelled passage of a document, or a box on a page."""

    class Meta:
        resource = AnnotationSerializer
        model = models.Annotation
        exclude = ("corpus", "document", "label", "label_name", "creator", "reviewer")
        views = (
            AnnotationsView,
            AnnotationView,
            AnnotationReviewsView,
            AnnotationDeletionsView,
            AnnotationRelabellingsView,
        )

    corpus = graphene.Field(Corpus, required=True, resolver=_corpus)
    document = graphene.Field(Document, required=True, resolver=_document)
    label = graphene.Field(Label, required=True, resolver=_label)
    creator = graphene.Field(User, resolver=_creator)
    reviewer = graphene.Field(User, resolver=_reviewer, description="The user who accepted the suggestion.")
    spans = spans_field(lambda annotation, _: AnnotationSerializer.read_spans(annotation))

    box = graphene.Field(
        AnnotationBox,
        resolver=lambda annotation, _: AnnotationSerializer.read_box(annotation),
        description="Null for a passage, and if its page is missing. `spans` and `quote` are of the words inside it.",
    )


AnnotationConnection = connection_of(Annotation)


def _annotations(
    _root: object, info: Info, *, window: Window, order: Order, **filters: Any
) -> Slice[models.Annotation]:
    return page(list_annotations(info.context.actor, **filters), order, window)


class AnnotationQueries(RootQueries):
    """Fields of the root."""

    annotations = connection_field(
        AnnotationConnection,
        _annotations,
        query=AnnotationQuery,
        maximum=MAXIMUM_PAGE,
        description="Of a corpus or a document: all that are visible; else those of your own and shared ones.",
    )
    annotators = graphene.Field(
        graphene.List(graphene.NonNull(User)),
        required=True,
        corpus_id=graphene.ID(required=True),
        description="The users who made annotations of a corpus, by user name; at most 500.",
    )

    @staticmethod
    def resolve_annotators(_root: object, info: Info, *, corpus_id: str) -> list[users.User]:
        actor = info.context.actor
        return list_annotators(actor, get_corpus_by_id(actor, corpus_id))
