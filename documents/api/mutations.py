"""What can be done to documents."""

from typing import Any

import graphene
from graphql_relay import to_global_id

from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_key
from core.api.graphql.mutations import Mutation
from core.errors import Invalid
from documents.api.passwords import UnlockDocument
from documents.api.reprocessing import ReprocessDocuments
from documents.api.selectors import get_visible_document
from documents.api.types import Document
from documents.services import deletion, lifecycle

MANY = 100


class RetryDocumentInput(graphene.InputObjectType):
    """Which document, and what shall read it from now on."""

    id = graphene.ID(required=True)
    parser = graphene.String(description='one of its `parsers`; "" for the usual one; absent: as last time')


class RetryDocument(Mutation):
    """Process a document again, under a new revision."""

    class Meta:
        input_type = RetryDocumentInput

    document = graphene.Field(Document)

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        person = info.context.user
        key = parse_key(values["id"], "Document")
        lifecycle.retry_document(get_visible_document(person, key), actor=person, parser=values.get("parser"))
        return {"document": get_visible_document(person, key)}


class UpdateDocumentInput(graphene.InputObjectType):
    """What changes; with the `version` that you have seen, nothing that somebody else has changed is overwritten."""

    id = graphene.ID(required=True)
    title = graphene.String(required=True)
    version = graphene.String()


class UpdateDocument(Mutation):
    """Give a document another title."""

    class Meta:
        input_type = UpdateDocumentInput

    document = graphene.Field(Document)

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        person = info.context.user
        document = get_visible_document(person, parse_key(values["id"], "Document"))
        lifecycle.update_document(document, actor=person, title=values["title"], expected=values.get("version"))
        return {"document": get_visible_document(person, document.pk)}


class DeleteDocumentsInput(graphene.InputObjectType):
    """Which documents; `permanently` removes them at once."""

    ids = graphene.List(graphene.NonNull(graphene.ID), required=True)
    permanently = graphene.Boolean()


class DeleteDocuments(Mutation):
    """Move documents to the bin, or remove them at once; all of them or none."""

    class Meta:
        input_type = DeleteDocumentsInput

    deleted_ids = graphene.List(graphene.NonNull(graphene.ID), required=True)
    refused = {"deleted_ids": []}

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        person = info.context.user
        keys = dict.fromkeys(parse_key(each, "Document") for each in values["ids"])
        if len(keys) > MANY:
            raise Invalid(f"At most {MANY} documents at once.", field="ids")
        for key in sorted(keys):
            deletion.delete_document(
                get_visible_document(person, key), actor=person, permanently=values.get("permanently", False)
            )
        return {"deleted_ids": [to_global_id("Document", str(key)) for key in keys]}


class DocumentMutations(graphene.ObjectType):
    """Fields of the root."""

    update_document = UpdateDocument.field()
    delete_documents = DeleteDocuments.field()
    retry_document = RetryDocument.field()
    reprocess_documents = ReprocessDocuments.field()
    unlock_document = UnlockDocument.field()
