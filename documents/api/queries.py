"""What can be asked about documents."""

import graphene

from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_key_for
from documents import models
from documents.api.file_types import FileTypeQueries
from documents.api.selectors import get_visible_document
from documents.api.types import Document


def _document(_root: object, info: Info, *, id: str) -> models.Document:  # noqa: A002  # GraphQL's word
    return get_visible_document(info.context.actor, parse_key_for(info.context.actor, id, "Document"))


class DocumentQueries(FileTypeQueries, graphene.ObjectType):
    """Fields of the root. The list of documents can be narrowed to a corpus, so that it lives with the corpora."""

    document = graphene.Field(Document, resolver=_document, id=graphene.ID(required=True))
