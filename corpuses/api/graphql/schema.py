"""The part of the GraphQL schema that is about corpora, for the root in `config.schema`."""

import graphene

from core.api.graphql.mutations import collect_mutations
from corpuses.api.graphql import actions, annotations, bin_items, corpora, folders, labels, memberships
from corpuses.api.graphql.archives import Archive
from corpuses.api.graphql.find import FindQueries
from corpuses.api.graphql.open_document import extend_documents
from corpuses.api.graphql.search import SearchQueries


class CorpusQueries(
    corpora.CorpusQueries,
    actions.ActionQueries,
    annotations.AnnotationQueries,
    bin_items.BinQueries,
    SearchQueries,
    FindQueries,
):
    """The queries about corpora."""


CorpusMutations = type(
    "CorpusMutations",
    (graphene.ObjectType,),
    dict(collect_mutations(actions, annotations, bin_items, corpora, folders, labels, memberships)),
)
CORPUS_NODES = (actions.ActionExecution, Archive, actions.CorpusAction, folders.Folder, labels.Label)
extend_documents()
