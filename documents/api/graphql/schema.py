"""The part of the GraphQL schema that is about documents, for the root in `config.schema`."""

import graphene

from core.api.graphql.mutations import collect_mutations
from documents.api.graphql import documents, presence
from documents.api.graphql.comparison import ComparisonQueries
from documents.api.graphql.file_types import FileTypeQueries
from documents.api.graphql.pages import Page
from documents.api.graphql.stored_files import StoredFileQueries
from documents.api.graphql.usage import UsageQueries


class DocumentQueries(documents.DocumentQueries, ComparisonQueries, FileTypeQueries, StoredFileQueries, UsageQueries):
    """The queries about documents."""


DocumentMutations = type("DocumentMutations", (graphene.ObjectType,), dict(collect_mutations(documents, presence)))
DOCUMENT_NODES = (Page,)
