"""Definitions and cross-references of documents in GraphQL."""

import graphene

from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_key_for
from core.api.graphql.resource_types import ResourceType
from core.api.graphql.root import RootQueries
from corpuses.analyzers import definitions as found
from corpuses.analyzers.api.definitions import get_definitions
from corpuses.analyzers.api.rest.definitions import (
    CrossReferenceSerializer,
    DefinitionSerializer,
    DocumentDefinitionsSerializer,
)


class Definition(ResourceType):
    """A term where it is defined, and the sentence that defines it."""

    class Meta:
        resource = DefinitionSerializer


class CrossReference(ResourceType):
    """A reference to a section, article or exhibit of the same document, and the heading that it leads to."""

    class Meta:
        resource = CrossReferenceSerializer


class DocumentDefinitions(ResourceType):
    """The definitions and cross-references of a document, in reading order."""

    class Meta:
        resource = DocumentDefinitionsSerializer
        exclude = ("definitions", "cross_references")

    definitions = graphene.List(graphene.NonNull(Definition), required=True)
    cross_references = graphene.List(graphene.NonNull(CrossReference), required=True)


def _definitions(_root: object, info: Info, *, corpus_id: str, document_id: str) -> found.DocumentDefinitions:
    actor = info.context.actor
    corpus = parse_key_for(actor, corpus_id, "Corpus")
    return get_definitions(actor, corpus, parse_key_for(actor, document_id, "Document"))


class DefinitionQueries(RootQueries):
    """Fields of the root."""

    document_definitions = graphene.Field(
        DocumentDefinitions,
        required=True,
        resolver=_definitions,
        corpus_id=graphene.ID(required=True),
        document_id=graphene.ID(required=True),
        description="The terms that a document defines and its cross-references, by its annotations in a corpus.",
    )
