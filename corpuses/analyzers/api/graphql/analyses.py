"""Analyzers, their runs and results in GraphQL."""

from typing import Any

import graphene

from core.access import require_user
from core.api.costs import metered
from core.api.graphql.connections import Children, Slice, connection_field, connection_of, related_page
from core.api.graphql.context import Info
from core.api.graphql.extend_type import extend
from core.api.graphql.global_ids import parse_key
from core.api.graphql.keyset import Window
from core.api.graphql.loaders import related_object, visible_related_object
from core.api.graphql.resource_types import ResourceType, enum_type
from core.api.graphql.root import RootQueries
from core.api.graphql.scalars import JSONObject
from core.api.rest.pagination import NEWEST_FIRST, OLDEST_FIRST
from core.plugins import PluginProblem
from corpuses import models as corpora
from corpuses.actions import models as actions
from corpuses.actions.api.graphql import CorpusAction
from corpuses.analyzers import models, registry
from corpuses.analyzers.api.rest.analyses import (
    AnalysisDifferencesSerializer,
    AnalysisResultQuery,
    AnalysisResultSerializer,
    AnalysisRunQuery,
    AnalysisRunSerializer,
    AnalysisRunsView,
    AnalysisVersionSerializer,
    CancelRunView,
    LabelDifferenceSerializer,
    PlaceDifferenceSerializer,
)
from corpuses.analyzers.api.rest.analyzers import (
    AnalyzerProblemSerializer,
    AnalyzerSerializer,
    AnalyzerTrialSerializer,
    LabelCountSerializer,
    TrialFindingSerializer,
    visible_problems,
)
from corpuses.analyzers.api.rest.results import ReviewValueView
from corpuses.analyzers.api.selectors import differences_of_action, filter_results, list_runs, summaries_of_action
from corpuses.analyzers.differences import AnalysisChange, Differences
from corpuses.analyzers.protocol import Analyzer
from corpuses.analyzers.summaries import VersionSummary
from corpuses.analyzers.trials import Trial, try_analyzer
from corpuses.annotations import models as annotations
from corpuses.annotations.api.graphql.annotations import Annotation
from corpuses.corpora.api.graphql.corpora import Corpus
from corpuses.corpora.api.selectors import get_corpus_by_id
from corpuses.visible_rows import visible_children
from documents import models as documents
from documents.api.graphql.documents import Document
from documents.api.selectors import get_documents_by_id, visible_documents


class InstalledAnalyzer(ResourceType):
    """An installed analyzer."""

    class Meta:
        resource = AnalyzerSerializer
        exclude = ("schema",)

    schema = JSONObject(
        required=True,
        resolver=lambda analyzer, _: dict(analyzer.schema),
        description="The JSON Schema of its settings.",
    )


class AnalyzerProblem(ResourceType):
    """An installed analyzer that cannot be used."""

    class Meta:
        resource = AnalyzerProblemSerializer


class AnalysisLabelCount(ResourceType):
    """The number of results with a label."""

    class Meta:
        resource = LabelCountSerializer


class AnalyzerTrialFinding(ResourceType):
    """A passage, and the text around it."""

    class Meta:
        resource = TrialFindingSerializer


class AnalyzerTrial(ResourceType):
    """The findings of an analyzer that was tried: their number, and the first passages."""

    class Meta:
        resource = AnalyzerTrialSerializer
        exclude = ("labels", "findings")

    labels = graphene.List(graphene.NonNull(AnalysisLabelCount), required=True)
    findings = graphene.List(graphene.NonNull(AnalyzerTrialFinding), required=True, description="The first ones.")


class AnalysisVersion(ResourceType):
    """The runs of an action with one version of its settings."""

    class Meta:
        resource = AnalysisVersionSerializer
        exclude = ("settings", "labels")

    settings = JSONObject(required=True, resolver=lambda summary, _: dict(summary.settings))
    labels = graphene.List(graphene.NonNull(AnalysisLabelCount), required=True)


class AnalysisLabelDifference(ResourceType):
    """The numbers of results with a label that only one of the versions has, and that both have."""

    class Meta:
        resource = LabelDifferenceSerializer


class AnalysisPlaceDifference(ResourceType):
    """A result that only one of the versions has."""

    class Meta:
        resource = PlaceDifferenceSerializer
        exclude = ("document", "annotation")

    document_uuid = graphene.UUID(required=True, resolver=lambda place, _: place.document)
    annotation_uuid = graphene.UUID(resolver=lambda place, _: place.annotation)


class AnalysisDifferences(ResourceType):
    """The differences between two versions, on the documents that both have analyzed."""

    class Meta:
        resource = AnalysisDifferencesSerializer
        exclude = ("labels", "places")

    labels = graphene.List(graphene.NonNull(AnalysisLabelDifference), required=True)
    places = graphene.List(graphene.NonNull(AnalysisPlaceDifference), required=True, description="The first ones.")


def _annotation(result: models.AnalysisResult, _: Info) -> annotations.Annotation | None:
    return visible_related_object(result, "annotation_id", annotations.Annotation.objects.all)


class AnalysisResult(ResourceType):
    """A result of a run: a finding, a label of the document, a value of a field, or the result of a check."""

    class Meta:
        resource = AnalysisResultSerializer
        model = models.AnalysisResult
        exclude = ("run", "annotation")
        views = (ReviewValueView,)

    annotation = graphene.Field(
        Annotation, resolver=_annotation, description="The suggestion, unless it was rejected or removed."
    )


AnalysisResultConnection = connection_of(AnalysisResult)


def _results(run: models.AnalysisRun, info: Info, *, window: Window, **filters: Any) -> Slice[models.AnalysisResult]:
    rows = filter_results(visible_children(models.AnalysisResult, info.context.actor), **filters)
    children = Children(rows, "run_id", OLDEST_FIRST)
    return related_page(run, ("results", *sorted(filters.items())), children, window)


def _document(run: models.AnalysisRun, info: Info) -> documents.Document:
    return related_object(run, "document_id", lambda: visible_documents(info.context.actor))


def _action(run: models.AnalysisRun, _: Info) -> actions.CorpusAction:
    return related_object(run, "action_id", actions.CorpusAction.objects.all)


class AnalysisRun(ResourceType):
    """A run of an analyzer on one revision of a document."""

    class Meta:
        resource = AnalysisRunSerializer
        model = models.AnalysisRun
        exclude = ("corpus", "document", "action")
        views = (AnalysisRunsView, CancelRunView)

    document = graphene.Field(Document, required=True, resolver=_document)
    action = graphene.Field(CorpusAction, required=True, resolver=_action)
    results = connection_field(
        AnalysisResultConnection, _results, query=AnalysisResultQuery, description="Its results, in reading order."
    )


AnalysisRunConnection = connection_of(AnalysisRun)


def _runs(corpus: corpora.Corpus, info: Info, *, window: Window, **filters: Any) -> Slice[models.AnalysisRun]:
    children = Children(list_runs(info.context.actor, None, **filters), "corpus_id", NEWEST_FIRST)
    return related_page(corpus, ("analysis_runs", *sorted(filters.items())), children, window)


extend(
    Corpus,
    "analysis_runs",
    connection_field(
        AnalysisRunConnection, _runs, query=AnalysisRunQuery, description="The runs of analyzers, newest first."
    ),
)


def _analyzers(_root: object, info: Info) -> list[Analyzer]:
    require_user(info.context.actor)
    return registry.all_analyzers()


def _problems(_root: object, info: Info) -> list[PluginProblem]:
    return list(visible_problems(require_user(info.context.actor)))


def _versions(_root: object, info: Info, *, action_id: str) -> list[VersionSummary]:
    return summaries_of_action(require_user(info.context.actor), parse_key(action_id, "CorpusAction"))


def _differences(
    _root: object,
    info: Info,
    *,
    action_id: str,
    before: int,
    after: int,
    document_id: str | None = None,
    label: str = "",
    change: str = "",
) -> Differences:
    return differences_of_action(
        require_user(info.context.actor),
        parse_key(action_id, "CorpusAction"),
        before=before,
        after=after,
        document=None if document_id is None else parse_key(document_id, "Document"),
        label=label,
        change=change,
    )


def _trial(
    _root: object, info: Info, *, corpus_id: str, document_id: str, analyzer: str, settings: dict[str, Any]
) -> Trial:
    actor = require_user(info.context.actor)
    corpus = get_corpus_by_id(actor, corpus_id)
    (document,) = get_documents_by_id(actor, [document_id], most=1)
    with metered(info.context.request, "pattern", user=actor):
        return try_analyzer(corpus, document, analyzer, settings, actor=actor)


class AnalysisQueries(RootQueries):
    """Fields of the root."""

    installed_analyzers = graphene.List(
        graphene.NonNull(InstalledAnalyzer), required=True, resolver=_analyzers, description="The installed analyzers."
    )
    analyzer_problems = graphene.List(
        graphene.NonNull(AnalyzerProblem),
        required=True,
        resolver=_problems,
        description="Installed analyzers that cannot be used; only staff see them.",
    )
    try_analyzer = graphene.Field(
        AnalyzerTrial,
        required=True,
        resolver=_trial,
        corpus_id=graphene.ID(required=True),
        document_id=graphene.ID(required=True),
        analyzer=graphene.String(required=True),
        settings=JSONObject(required=True),
        description="What an analyzer would find in a document with these settings. Nothing is stored.",
    )
    analysis_versions = graphene.List(
        graphene.NonNull(AnalysisVersion),
        required=True,
        resolver=_versions,
        action_id=graphene.ID(required=True),
        description="The runs of an action by version of its settings, the newest version first.",
    )
    analysis_differences = graphene.Field(
        AnalysisDifferences,
        required=True,
        resolver=_differences,
        action_id=graphene.ID(required=True),
        before=graphene.Int(required=True),
        after=graphene.Int(required=True),
        document_id=graphene.ID(description="Only this document."),
        label=graphene.String(description="Only places with this label."),
        change=graphene.Argument(enum_type(AnalysisChange), description="Only places with this change."),
        description="The differences between the results of an action with two versions of its settings.",
    )
