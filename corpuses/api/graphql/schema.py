"""The part of the GraphQL schema that is about corpora, for the root in `config.schema`."""

import graphene

from core.api.graphql.mutations import collect_mutations
from corpuses.api.graphql import (
    actions,
    allowed_servers,
    analyses,
    annotation_reviews,
    annotation_selections,
    annotations,
    bin_items,
    bulk_changes,
    cells,
    comments,
    conversations,
    copies,
    corpora,
    document_labels,
    edits,
    embedders,
    exports,
    extract_suggestions,
    extracts,
    fields,
    fieldsets,
    folders,
    labels,
    language_models,
    memberships,
    notifications,
    obligations,
    relations,
    remote_analyzers,
    saved_views,
    similarity,
    suggested_values,
    suggestions,
)
from corpuses.api.graphql.answers import AnswerQueries
from corpuses.api.graphql.archives import Archive
from corpuses.api.graphql.definitions import DefinitionQueries
from corpuses.api.graphql.document_facets import DocumentFacetQueries
from corpuses.api.graphql.find import FindQueries
from corpuses.api.graphql.first_steps import FirstStepsQueries
from corpuses.api.graphql.open_document import extend_documents
from corpuses.api.graphql.proposals import ProposalQueries
from corpuses.api.graphql.retention import RetentionQueries
from corpuses.api.graphql.search import SearchQueries
from corpuses.api.graphql.todo import TodoQueries


class CorpusQueries(
    corpora.CorpusQueries,
    actions.ActionQueries,
    analyses.AnalysisQueries,
    annotations.AnnotationQueries,
    bin_items.BinQueries,
    fieldsets.FieldsetQueries,
    extracts.ExtractQueries,
    bulk_changes.BulkChangeQueries,
    exports.ExportQueries,
    embedders.EmbedderQueries,
    allowed_servers.AllowedServerQueries,
    language_models.LanguageModelQueries,
    edits.EditQueries,
    notifications.NotificationQueries,
    suggestions.SuggestionQueries,
    similarity.SimilarityQueries,
    RetentionQueries,
    saved_views.SavedViewQueries,
    conversations.ConversationQueries,
    ProposalQueries,
    SearchQueries,
    DocumentFacetQueries,
    AnswerQueries,
    FindQueries,
    DefinitionQueries,
    FirstStepsQueries,
    TodoQueries,
):
    """The queries about corpora."""


CorpusMutations = type(
    "CorpusMutations",
    (graphene.ObjectType,),
    dict(
        collect_mutations(
            actions,
            analyses,
            annotation_reviews,
            annotation_selections,
            annotations,
            bin_items,
            cells,
            comments,
            conversations,
            copies,
            corpora,
            document_labels,
            bulk_changes,
            exports,
            extract_suggestions,
            extracts,
            fields,
            fieldsets,
            folders,
            labels,
            embedders,
            language_models,
            memberships,
            edits,
            notifications,
            obligations,
            saved_views,
            relations,
            remote_analyzers,
            similarity,
            suggested_values,
            suggestions,
        )
    ),
)
CORPUS_NODES = (
    actions.ActionExecution,
    Archive,
    actions.CorpusAction,
    folders.Folder,
    labels.Label,
    fields.DocumentField,
    cells.Cell,
    cells.ExtractRow,
    extracts.Extract,
    bulk_changes.BulkChange,
    exports.Export,
    fieldsets.Fieldset,
    comments.Thread,
    comments.Comment,
    edits.Edit,
    notifications.Notification,
    saved_views.SavedView,
    conversations.Conversation,
    conversations.Message,
    relations.Relation,
    obligations.CalendarFeed,
    obligations.Obligation,
    remote_analyzers.RemoteAnalyzer,
)
extend_documents()
