"""The root of the GraphQL schema."""

import graphene

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
from corpuses.api.shown_annotations import add_shown_annotations
from documents.api.mutations import DocumentMutations
from documents.api.pages import Page
from documents.api.queries import DocumentQueries
from documents.api.scans import add_scans
from documents.api.stored_files import StoredFileQueries
from documents.api.usage import UsageQueries
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
    UsageQueries,
    CorpusQueries,
    SearchQueries,
    graphene.ObjectType,
):
    """The queries."""

    node = node_field


class Mutation(
    AccountMutations,
    SharingMutations,
    JobMutations,
    StaffMutations,
    CorpusMutations,
    ActionMutations,
    FolderMutations,
    PlaceMutations,
    DocumentMutations,
    AnnotationMutations,
    graphene.ObjectType,
):
    """The mutations."""


add_scans()
add_shown_annotations()
schema = graphene.Schema(
    query=Query, mutation=Mutation, types=[ActionExecution, Archive, CorpusAction, Folder, Job, Label, Page]
)
