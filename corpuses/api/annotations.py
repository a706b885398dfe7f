"""Annotations and search hits in GraphQL: passages of text with the tokens that they cover."""

import graphene
from graphene import relay

from core.api.graphql.connections import connection_of
from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_uuid
from core.api.graphql.keyset import Order
from core.api.graphql.loaders import related_object
from core.api.graphql.ordering import Ordering
from corpuses import models as corpora
from corpuses.annotations import models
from corpuses.annotations.anchoring import Span
from corpuses.annotations.editing import version_of
from corpuses.api.labels import Label
from corpuses.api.selectors import get_visible_annotation, visible_corpora
from corpuses.api.types import Corpus
from documents import models as documents
from documents.api.selectors import visible_documents
from documents.api.types import Document
from users import models as users
from users.api.graphql.users import User

BY_PLACE = Order(("page", "start", "id"))
ANNOTATION_ORDER = Ordering("AnnotationOrder", place=BY_PLACE, newest=Order(("-id",)), oldest=Order(("id",)))

AnnotationSource = graphene.Enum.from_enum(
    models.Annotation.Source, name="AnnotationSource", description="Who said it: a person or a program."
)


class TokenSpan(graphene.ObjectType):
    """Tokens of a page, from `first` to `last`, both included, counted from 0."""

    page = graphene.Int(required=True)
    first = graphene.Int(required=True)
    last = graphene.Int(required=True)

    @staticmethod
    def of(span: Span) -> "TokenSpan":
        """Describe a span."""
        page, first, last = span
        return TokenSpan(page=page, first=first, last=last)


def spans_field(resolver: object) -> graphene.List:
    """A field of token spans."""
    return graphene.List(graphene.NonNull(TokenSpan), required=True, resolver=resolver)


def _corpus(annotation: models.Annotation, info: Info) -> corpora.Corpus:
    return related_object(annotation, "corpus_id", visible_corpora(info.context.actor))


def _document(annotation: models.Annotation, info: Info) -> documents.Document:
    return related_object(annotation, "document_id", visible_documents(info.context.actor))


def _label(annotation: models.Annotation, _: Info) -> models.Label:
    return related_object(annotation, "label_id", models.Label.objects.all())


def _creator(annotation: models.Annotation, _: Info) -> users.User | None:
    return related_object(annotation, "creator_id", users.User.objects.all()) if annotation.creator_id else None


class Annotation(graphene.ObjectType):
    """A labelled passage of a document, in a corpus."""

    class Meta:
        interfaces = (relay.Node,)
        possible_types = (models.Annotation,)

    uuid = graphene.UUID(required=True, resolver=lambda annotation, _: annotation.pk)
    corpus = graphene.Field(Corpus, required=True, resolver=_corpus)
    document = graphene.Field(Document, required=True, resolver=_document)
    label = graphene.Field(Label, required=True, resolver=_label)
    creator = graphene.Field(User, resolver=_creator)
    source = graphene.Field(AnnotationSource, required=True)
    page = graphene.Int(required=True, description="where it begins")
    start = graphene.Int(required=True, description="code points, in the document's text")
    end = graphene.Int(required=True)
    quote = graphene.String(required=True)
    spans = spans_field(lambda annotation, _: [TokenSpan.of(span) for span in annotation.spans])
    note = graphene.String(required=True)
    version = graphene.String(
        required=True, resolver=lambda annotation, _: version_of(annotation), description="of what can be edited"
    )
    created = graphene.DateTime(required=True)

    @classmethod
    def get_node(cls, info: Info, key: str) -> models.Annotation:
        """Find an annotation in sight."""
        return get_visible_annotation(info.context.actor, parse_uuid(key))


AnnotationConnection = connection_of(Annotation)
