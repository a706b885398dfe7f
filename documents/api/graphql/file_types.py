"""Accepted file types, in GraphQL."""

import graphene

from core.api.graphql.context import Info
from core.api.graphql.resource_types import ResourceType
from core.api.graphql.root import RootQueries
from documents.api.rest.file_types import FileTypeSerializer
from documents.services import file_types


class FileType(ResourceType):
    class Meta:
        resource = FileTypeSerializer


def _file_types(_root: object, info: Info) -> list[file_types.FileType]:
    _ = info.context.user
    return file_types.file_types()


class FileTypeQueries(RootQueries):
    """Queries."""

    file_types = graphene.List(
        graphene.NonNull(FileType), required=True, resolver=_file_types, description="accepted file types"
    )
