"""Relations between annotations in GraphQL."""

from typing import Any

import graphene

from core.api.graphql.connections import Children, Slice, connection_field, connection_of, related_page
from core.api.graphql.context import Info
from core.api.graphql.extend_type import extend
from core.api.graphql.keyset import Window
from core.api.graphql.loaders import batch_of, related_object, visible_related_object
from core.api.graphql.resource_types import ResourceType
from core.api.rest.pagination import NEWEST_FIRST
from corpuses import models as corpora
from corpuses.annotations import models
from corpuses.annotations.api.graphql.annotations import Annotation
from corpuses.annotations.api.graphql.labels import Label
from corpuses.annotations.api.relations import list_relations
from corpuses.annotations.api.rest.relations import RelationQuery, RelationSerializer, RelationsView, RelationView
from corpuses.corpora.api.graphql.corpora import Corpus
from documents import models as documents
from documents.api.graphql.documents import Document
from documents.api.selectors import visible_documents
from users import models as users
from users.api.graphql.users import User


def _document(relation: models.Relation, info: Info) -> documents.Document:
    return related_object(relation, "document_id", lambda: visible_documents(info.context.actor))


def _source(relation: models.Relation, _: Info) -> models.Annotation:
    known = (each.source for each in batch_of(relation))
    return related_object(relation, "source_id", models.Annotation.objects.all, known=known)


def _target(relation: models.Relation, _: Info) -> models.Annotation:
    known = (each.target for each in batch_of(relation))
    return related_object(relation, "target_id", models.Annotation.objects.all, known=known)


def _label(relation: models.Relation, _: Info) -> models.Label:
    known = (each.label for each in batch_of(relation))
    return related_object(relation, "label_id", models.Label.objects.all, known=known)


def _creator(relation: models.Relation, info: Info) -> users.User | None:
    return visible_related_object(relation, "creator_id", users.User.objects.all, known=[info.context.actor])


class Relation(ResourceType):
    """A labelled relation from an annotation to another one of the same document and corpus."""

    class Meta:
        resource = RelationSerializer
        model = models.Relation
        exclude = ("corpus", "document", "source", "target", "label", "label_name", "creator")
        views = (RelationsView, RelationView)

    document = graphene.Field(Document, required=True, resolver=_document)
    source = graphene.Field(Annotation, required=True, resolver=_source, description="The annotation where it begins.")
    target = graphene.Field(Annotation, required=True, resolver=_target, description="The annotation where it ends.")
    label = graphene.Field(Label, required=True, resolver=_label)
    creator = graphene.Field(User, resolver=_creator)


RelationConnection = connection_of(Relation)


def _relations(corpus: corpora.Corpus, info: Info, *, window: Window, **filters: Any) -> Slice[models.Relation]:
    children = Children(list_relations(info.context.actor, None, **filters), "corpus_id", NEWEST_FIRST)
    return related_page(corpus, ("relations", *sorted(filters.items())), children, window)


extend(
    Corpus,
    "relations",
    connection_field(
        RelationConnection,
        _relations,
        query=RelationQuery,
        description="Relations between annotations, newest first.",
    ),
)
