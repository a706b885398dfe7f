"""The root of the GraphQL schema."""

from typing import Any

import graphene

from core.api.graphql.mutations import collect_mutations
from core.api.graphql.node import node_field
from corpuses.api.acting import ActionMutations
from corpuses.api.actions import ActionExecution, CorpusAction
from corpuses.api.annotating import AnnotationMutations
from corpuses.api.archive_types import Archive
from corpuses.api.folder_types import Folder, FolderMutations
from corpuses.api.labels import Label
from corpuses.api.mutations import CorpusMutations
from corpuses.api.place_types import PlaceMutations
from corpuses.api.queries import CorpusQueries
from corpuses.api.search import SearchQueries
from documents.api.graphql import documents
from documents.api.graphql.documents import DocumentQueries
from documents.api.graphql.file_types import FileTypeQueries
from documents.api.graphql.pages import Page
from documents.api.graphql.stored_files import StoredFileQueries
from documents.api.graphql.usage import UsageQueries
from tasks.api.mutations import JobMutations
from tasks.api.queries import JobQueries
from tasks.api.staff_mutations import StaffMutations
from tasks.api.staff_queries import StaffQueries
from tasks.api.types import Job
from users.api.mutations import AccountMutations
from users.api.queries import UserQueries
from users.api.sharing_mutations import SharingMutations, SharingQueries


class Query(
    UserQueries,
    SharingQueries,
    JobQueries,
    StaffQueries,
    StoredFileQueries,
    DocumentQueries,
    FileTypeQueries,
    UsageQueries,
    CorpusQueries,
    SearchQueries,
    graphene.ObjectType,
):
    """The queries."""

    node = node_field


Mutation: Any = type(
    "Mutation",
    (
        AccountMutations,
        SharingMutations,
        JobMutations,
        StaffMutations,
        CorpusMutations,
        ActionMutations,
        FolderMutations,
        PlaceMutations,
        AnnotationMutations,
        graphene.ObjectType,
    ),
    {"__doc__": "The mutations.", **collect_mutations(documents)},
)


schema = graphene.Schema(
    query=Query, mutation=Mutation, types=[ActionExecution, Archive, CorpusAction, Folder, Job, Label, Page]
)
