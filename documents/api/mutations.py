"""What can be done to documents."""

from typing import Any

import graphene

from core.api.graphql.context import Info
from core.api.graphql.keys import key_of
from core.api.graphql.mutations import Mutation
from documents.api.reading import document_seen_by
from documents.api.types import Document
from documents.services import lifecycle


class RetryDocumentInput(graphene.InputObjectType):
    """Which document."""

    id = graphene.ID(required=True)


class RetryDocument(Mutation):
    """Process a document again, under a new revision."""

    class Meta:
        input_type = RetryDocumentInput

    document = graphene.Field(Document)

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        person = info.context.person
        key = key_of(values["id"], "Document")
        lifecycle.retry_document(document_seen_by(person, key), actor=person)
        return {"document": document_seen_by(person, key)}


class DocumentMutations(graphene.ObjectType):
    """Fields of the root."""

    retry_document = RetryDocument.field()
