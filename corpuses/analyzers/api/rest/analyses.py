"""Analyzers, their runs and results in REST."""

from typing import Any, ClassVar
from uuid import UUID

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access import Actor, require_user
from core.api.openapi.operations import operation
from core.api.rest.list_query import CreatedQuery, KeyField, KeysField, ListQuery, WordField
from core.api.rest.serializers import EnumField, JSONObjectField, Resource, StrictSerializer
from core.api.rest.validation import validate_query
from core.api.rest.views import ListView, ObjectView, action, list_resources, retrieve
from corpuses.actions import running
from corpuses.actions.analyses import start_analysis
from corpuses.actions.api.rest import ActionSerializer
from corpuses.actions.remote.runs import AnalysisHasEnded, cancel_run
from corpuses.analyzers import registry
from corpuses.analyzers.api.rest.analyzers import LabelCountSerializer
from corpuses.analyzers.api.selectors import differences_of_action, list_runs, summaries_of_action
from corpuses.analyzers.differences import MAX_PLACES, AnalysisChange, Differences
from corpuses.analyzers.models import AnalysisResult, AnalysisRun
from corpuses.analyzers.summaries import VersionSummary
from corpuses.annotations.api.rest.annotations import AnnotationSerializer
from corpuses.annotations.models import Annotation
from corpuses.corpora.api.rest.corpora import CorpusSerializer, OfCorpus
from corpuses.corpora.api.selectors import get_visible_corpus
from corpuses.fields.suggested_values import reviews_of
from corpuses.models import Corpus
from corpuses.visible_rows import get_visible_row
from documents.api.rest.documents import DocumentSerializer
from users.models import User

_SETTINGS_VERSION_HELP = "Of the action. It grows with each change of the settings, and with a new analyzer version."


class AnalysisRunSerializer(Resource):
    """A run of an analyzer on one revision of a document."""

    id = serializers.UUIDField()
    corpus = serializers.UUIDField(source="corpus_id")
    document = serializers.UUIDField(source="document_id")
    action = serializers.UUIDField(source="action_id")
    settings_version = serializers.IntegerField(help_text=_SETTINGS_VERSION_HELP)
    analyzer = serializers.CharField()
    analyzer_version = serializers.CharField(allow_blank=True)
    state = EnumField(AnalysisRun.State, graphql_name="AnalysisRunState")
    code = serializers.CharField(allow_blank=True, help_text="Of the error of a failure.")
    message = serializers.CharField(allow_blank=True, help_text="The reason of a failure.")
    verdict = EnumField(
        AnalysisRun.Verdict, graphql_name="AnalysisVerdict", allow_null=True, help_text="Of the checks of the document."
    )
    finding_count = serializers.IntegerField()
    new_count = serializers.IntegerField(help_text="Suggestions that it added.")
    gone_count = serializers.IntegerField(help_text="Pending suggestions that it removed.")
    created = serializers.DateTimeField()
    started = serializers.DateTimeField(help_text="The last time.")
    finished = serializers.DateTimeField(allow_null=True)
    example = {
        "id": "01990c6e-2001-7c22-8d33-1f2e3d4c5b6a",
        "corpus": CorpusSerializer.example["id"],
        "document": DocumentSerializer.example["id"],
        "action": ActionSerializer.example["id"],
        "settings_version": 2,
        "analyzer": "defined-terms",
        "analyzer_version": "1",
        "state": "success",
        "code": "",
        "message": "",
        "verdict": None,
        "finding_count": 12,
        "new_count": 3,
        "gone_count": 1,
        "created": "2026-11-20T08:30:05.000000Z",
        "started": "2026-11-20T08:30:05.000000Z",
        "finished": "2026-11-20T08:30:06.000000Z",
    }

    @staticmethod
    def read_verdict(run: AnalysisRun) -> str | None:
        return run.verdict or None


class AnalysisResultSerializer(Resource):
    """A result of a run: a finding, a label of the document, a value of a field, or the result of a check."""

    id = serializers.UUIDField()
    run = serializers.UUIDField(source="run_id")
    kind = EnumField(AnalysisResult.Kind, graphql_name="AnalysisResultKind")
    label = serializers.CharField(  # type: ignore[assignment]  # a name of the framework too
        allow_blank=True, help_text="Of metadata: the name of the field."
    )
    page = serializers.IntegerField(allow_null=True, help_text="Of findings with words on a page.")
    start = serializers.IntegerField(help_text="Of findings: code points in the text of the revision.")
    end = serializers.IntegerField()
    quote = serializers.CharField(allow_blank=True, help_text="Of findings: the passage.")
    value = serializers.CharField(
        allow_blank=True, help_text="Of findings: the normalized form. Of verdicts: `passed` or `failed`."
    )
    confidence = serializers.FloatField(allow_null=True)
    note = serializers.CharField(allow_blank=True)
    annotation = serializers.UUIDField(
        source="annotation_id", allow_null=True, help_text="The suggestion, unless it was rejected or removed."
    )
    review = EnumField(
        Annotation.Review, allow_null=True, help_text="Of metadata, if the corpus has a field of this name; else null."
    )

    loaders: ClassVar = {"review": lambda rows, _: reviews_of(rows)}
    example: ClassVar = {
        "id": "01990c6e-2002-7c22-8d33-1f2e3d4c5b6a",
        "run": AnalysisRunSerializer.example["id"],
        "kind": "finding",
        "label": "Date",
        "page": 1,
        "start": 10,
        "end": 25,
        "quote": "January 5, 2019",
        "value": "2019-01-05",
        "confidence": None,
        "note": "",
        "annotation": AnnotationSerializer.example["id"],
        "review": None,
    }


class AnalysisVersionSerializer(Resource):
    """The runs of an action with one version of its settings."""

    settings_version = serializers.IntegerField(help_text=_SETTINGS_VERSION_HELP)
    analyzer = serializers.CharField()
    analyzer_version = serializers.CharField(allow_blank=True)
    settings = JSONObjectField()
    started = serializers.DateTimeField(help_text="The first run.")
    finished = serializers.DateTimeField(allow_null=True, help_text="The last run.")
    running = serializers.IntegerField(help_text="The number of runs in this state; so are the next ones.")
    success = serializers.IntegerField()
    failed = serializers.IntegerField()
    cancelled = serializers.IntegerField()
    passed = serializers.IntegerField(help_text="Documents that passed all checks.")
    not_passed = serializers.IntegerField()
    with_metadata = serializers.IntegerField(help_text="Documents with values of fields.")
    labels = LabelCountSerializer(many=True)
    example = {
        "settings_version": 2,
        "analyzer": "defined-terms",
        "analyzer_version": "1",
        "settings": {},
        "started": "2026-11-20T08:30:05.000000Z",
        "finished": "2026-11-20T08:31:05.000000Z",
        "running": 0,
        "success": 12,
        "failed": 0,
        "cancelled": 0,
        "passed": 0,
        "not_passed": 0,
        "with_metadata": 0,
        "labels": [LabelCountSerializer.example],
    }

    @staticmethod
    def read_settings(summary: VersionSummary) -> dict[str, Any]:
        return dict(summary.settings)

    @staticmethod
    def read_labels(summary: VersionSummary) -> list[dict[str, Any]]:
        return LabelCountSerializer.represent(summary.labels)


class AnalysisVersionsSerializer(StrictSerializer):
    """The runs of an action by version of its settings, the newest version first."""

    versions = AnalysisVersionSerializer(many=True)
    example = {"versions": [AnalysisVersionSerializer.example]}


class LabelDifferenceSerializer(Resource):
    """The numbers of results with a label that only one of the versions has, and that both have."""

    label = serializers.CharField(allow_blank=True)  # type: ignore[assignment]  # a name of the framework too
    added = serializers.IntegerField()
    removed = serializers.IntegerField()
    same = serializers.IntegerField()
    example = {"label": "Date", "added": 1, "removed": 0, "same": 11}


class PlaceDifferenceSerializer(Resource):
    """A result that only one of the versions has."""

    change = EnumField(AnalysisChange)
    kind = EnumField(AnalysisResult.Kind, graphql_name="AnalysisResultKind")
    label = serializers.CharField(allow_blank=True)  # type: ignore[assignment]  # a name of the framework too
    document = serializers.UUIDField()
    title = serializers.CharField(help_text="Of the document.")
    page = serializers.IntegerField(allow_null=True)
    start = serializers.IntegerField()
    end = serializers.IntegerField()
    quote = serializers.CharField(allow_blank=True)
    value = serializers.CharField(allow_blank=True)
    annotation = serializers.UUIDField(allow_null=True)
    example = {
        "change": "added",
        "kind": "finding",
        "label": "Date",
        "document": DocumentSerializer.example["id"],
        "title": DocumentSerializer.example["title"],
        "page": 1,
        "start": 10,
        "end": 25,
        "quote": "January 5, 2019",
        "value": "2019-01-05",
        "annotation": AnnotationSerializer.example["id"],
    }


class AnalysisDifferencesSerializer(Resource):
    """The differences between two versions, on the documents that both have analyzed."""

    before = serializers.IntegerField(help_text="The earlier version of the settings.")
    after = serializers.IntegerField()
    documents = serializers.IntegerField(help_text="How many were compared.")
    labels = LabelDifferenceSerializer(many=True)
    places = PlaceDifferenceSerializer(many=True, help_text=f"At most {MAX_PLACES}.")
    is_complete = serializers.BooleanField(help_text="False if there are more places.")
    example = {
        "before": 1,
        "after": 2,
        "documents": 12,
        "labels": [LabelDifferenceSerializer.example],
        "places": [PlaceDifferenceSerializer.example],
        "is_complete": True,
    }

    @staticmethod
    def read_labels(differences: Differences) -> list[dict[str, Any]]:
        return LabelDifferenceSerializer.represent(differences.labels)

    @staticmethod
    def read_places(differences: Differences) -> list[dict[str, Any]]:
        return PlaceDifferenceSerializer.represent(differences.places)


class AnalysisRunQuery(CreatedQuery):
    """Filters of the list of runs."""

    document = KeyField("Document")
    action = KeyField("CorpusAction")
    analyzer = WordField(help_text="The name of the analyzer.")
    state = EnumField(AnalysisRun.State, graphql_name="AnalysisRunState", required=False)
    verdict = EnumField(AnalysisRun.Verdict, graphql_name="AnalysisVerdict", required=False)
    settings_version = serializers.IntegerField(required=False, min_value=1, max_value=2**31 - 1)
    has = EnumField(
        AnalysisResult.Kind,
        graphql_name="AnalysisResultKind",
        required=False,
        help_text="Only runs with a result of this kind.",
    )
    latest = serializers.BooleanField(
        required=False, help_text="Only the newest successful run of each action on each document."
    )


class AnalysisResultQuery(ListQuery):
    """Filters of the results of a run."""

    kind = EnumField(AnalysisResult.Kind, graphql_name="AnalysisResultKind", required=False)
    verdict = EnumField(
        AnalysisRun.Verdict, graphql_name="AnalysisVerdict", required=False, help_text="Only checks with this result."
    )
    label = WordField(help_text="The name of the label.")  # type: ignore[assignment]  # a name of the framework too


class DifferencesQuery(StrictSerializer):
    """The versions of the settings to compare, and the places to list."""

    before = serializers.IntegerField(min_value=1, max_value=2**31 - 1)
    after = serializers.IntegerField(min_value=1, max_value=2**31 - 1)
    document = KeyField("Document", help_text="Only this document.")
    label = WordField(help_text="Only places with this label.")  # type: ignore[assignment]  # as above
    change = EnumField(AnalysisChange, required=False, help_text="Only places with this change.")


class AnalysisFields(StrictSerializer):
    """An analyzer, its settings, and the documents to run on, at most 1,000; all of the corpus if absent."""

    analyzer = serializers.CharField(max_length=100)
    settings = JSONObjectField(required=False, help_text="Default: those of its action in the corpus, or none.")
    documents = KeysField("Document", most=running.MAX_DOCUMENTS)
    example = {"analyzer": "defined-terms", "documents": [DocumentSerializer.example["id"]]}


class AnalysisStartedSerializer(StrictSerializer):
    """The action that runs the analyzer, and the number of documents that it starts to run on."""

    action = KeyField("CorpusAction", required=True)
    started = serializers.IntegerField()
    example = {"action": ActionSerializer.example["id"], "started": 12}


def _start(corpus: Corpus, *, actor: User, analyzer: str, **options: Any) -> dict[str, Any]:
    runner, started = start_analysis(corpus, analyzer, actor=actor, **options)
    return {"action": runner.pk, "started": started}


class AnalysisRunsView(ListView, OfCorpus):
    """`/corpuses/{id}/analysis-runs`, whose object is the corpus."""

    get = list_resources(
        "listAnalysisRuns",
        "List the runs of analyzers in a corpus",
        AnalysisRunSerializer,
        query=AnalysisRunQuery,
    )
    post = action(
        "startAnalysis",
        "Run an analyzer on documents of a corpus",
        {202: AnalysisStartedSerializer},
        _start,
        body=AnalysisFields,
        description="Run the analyzer where it has not succeeded with these settings; its results are suggestions.\n\n"
        "It runs as an action of the corpus, which is created if there is none.",
        errors=[registry.UnknownAnalyzer],
    )

    def get_queryset(self, actor: Actor, *, corpus_id: UUID, **filters: Any) -> QuerySet[AnalysisRun]:
        return list_runs(actor, get_visible_corpus(actor, corpus_id), **filters)


class _OfRun(ObjectView):
    def get_object(self, actor: Actor, *, run_id: UUID) -> AnalysisRun:
        return get_visible_row(AnalysisRun, actor, run_id)


class AnalysisRunView(_OfRun):
    """`/analysis-runs/{id}`."""

    get = retrieve("getAnalysisRun", "Get a run of an analyzer", AnalysisRunSerializer)


class CancelRunView(_OfRun):
    """`/analysis-runs/{id}/cancel`."""

    post = action(
        "cancelAnalysisRun",
        "Cancel a run of an analyzer",
        AnalysisRunSerializer,
        cancel_run,
        description="End it, or let its running job end soon. Results that come later are not accepted.",
        errors=[AnalysisHasEnded],
    )


class AnalysisVersionsView(APIView):
    """`/actions/{id}/analysis-versions`."""

    @operation(
        "listAnalysisVersions",
        "Summarize the runs of an action by version of its settings",
        response=AnalysisVersionsSerializer,
    )
    def get(self, request: Request, action_id: UUID) -> Response:
        summaries = summaries_of_action(require_user(request.user), action_id)
        return Response({"versions": AnalysisVersionSerializer.represent(summaries)})


class AnalysisDifferencesView(APIView):
    """`/actions/{id}/analysis-differences`."""

    @operation(
        "getAnalysisDifferences",
        "Compare the results of an action with two versions of its settings",
        query=DifferencesQuery,
        response=AnalysisDifferencesSerializer,
    )
    def get(self, request: Request, action_id: UUID) -> Response:
        """Only documents that both versions have analyzed are compared."""
        actor = require_user(request.user)
        chosen = validate_query(request, DifferencesQuery).validated_data
        return Response(AnalysisDifferencesSerializer.represent_one(differences_of_action(actor, action_id, **chosen)))
