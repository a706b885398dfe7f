"""Installed analyzers in REST."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access import Actor, require_user
from core.api.costs import metered
from core.api.openapi.operations import operation
from core.api.rest.serializers import JSONObjectField, Resource, StrictSerializer
from core.api.rest.validation import django_request, validate_body
from core.plugins import PluginProblem
from corpuses.analyzers import registry
from corpuses.analyzers.expressions import PatternTooSlow
from corpuses.analyzers.protocol import Analyzer
from corpuses.analyzers.trials import MAX_FINDINGS, QUICK, Trial, try_analyzer
from corpuses.annotations.services import NotParsed
from corpuses.corpora.api.selectors import get_visible_corpus
from documents.api.rest.documents import DocumentSerializer
from documents.api.selectors import get_visible_documents


class AnalyzerSerializer(Resource):
    """An installed analyzer."""

    name = serializers.CharField()
    version = serializers.CharField(allow_blank=True)
    title = serializers.CharField()
    description = serializers.CharField(allow_blank=True)
    labels = serializers.ListField(  # of the protocol of analyzers
        child=serializers.CharField(), help_text="That it may give; empty: its settings decide that."
    )
    schema = JSONObjectField(help_text="The JSON Schema of its settings.")
    example = {
        "name": "defined-terms",
        "version": "1",
        "title": "Defined terms",
        "description": "Finds the terms that a contract defines, where it defines them.",
        "labels": ["Defined term"],
        "schema": {"type": "object", "additionalProperties": False},
    }

    @staticmethod
    def read_labels(analyzer: Analyzer) -> list[str]:
        return list(analyzer.labels)

    @staticmethod
    def read_schema(analyzer: Analyzer) -> dict[str, Any]:
        return dict(analyzer.schema)


class AnalyzerProblemSerializer(Resource):
    """An installed analyzer that cannot be used."""

    name = serializers.CharField()
    package = serializers.CharField(allow_blank=True)
    reason = serializers.CharField()
    example = {"name": "signatures", "package": "my-analyzers", "reason": "OSError: the model is missing"}


class AnalyzersSerializer(StrictSerializer):
    """The installed analyzers. Only staff see problems."""

    names = serializers.ListField(child=serializers.CharField())
    analyzers = AnalyzerSerializer(many=True)
    problems = AnalyzerProblemSerializer(many=True)
    example = {"names": ["defined-terms"], "analyzers": [AnalyzerSerializer.example], "problems": []}


def visible_problems(actor: Actor) -> Sequence[PluginProblem]:
    """Return the analyzers that cannot be used, for staff: the reasons may have names of files."""
    return registry.problems() if actor.is_authenticated and actor.is_staff else ()


class TrialFindingSerializer(Resource):
    """A passage, and the text around it."""

    label = serializers.CharField()  # type: ignore[assignment]  # a name of the framework too
    before = serializers.CharField(allow_blank=True)
    quote = serializers.CharField()
    after = serializers.CharField(allow_blank=True)
    example = {"label": "Clause", "before": "under ", "quote": "Section 4", "after": " of this"}


class LabelCountSerializer(Resource):
    """The number of results with a label."""

    label = serializers.CharField()  # type: ignore[assignment]  # a name of the framework too
    count = serializers.IntegerField()
    example = {"label": "Date", "count": 12}


class AnalyzerTrialSerializer(Resource):
    """The findings of an analyzer that was tried: their number, and the first passages."""

    count = serializers.IntegerField()
    labels = LabelCountSerializer(many=True)
    findings = TrialFindingSerializer(many=True, help_text=f"At most {MAX_FINDINGS}.")
    example = {"count": 1, "labels": [LabelCountSerializer.example], "findings": [TrialFindingSerializer.example]}

    @staticmethod
    def read_labels(trial: Trial) -> list[dict[str, Any]]:
        return LabelCountSerializer.represent(trial.labels)

    @staticmethod
    def read_findings(trial: Trial) -> list[dict[str, Any]]:
        return TrialFindingSerializer.represent(trial.findings)


class TrialFields(StrictSerializer):
    """An analyzer, settings, and a document of the corpus."""

    analyzer = serializers.CharField(max_length=100, help_text=f"One of {', '.join(QUICK)}.")
    settings = JSONObjectField()
    document = serializers.UUIDField()
    example = {
        "analyzer": "regular-expressions",
        "settings": {"rules": [{"label": "Clause", "pattern": r"Section \d+"}]},
        "document": DocumentSerializer.example["id"],
    }


class AnalyzersView(APIView):
    """`/analyzers`."""

    @operation("listAnalyzers", "List the installed analyzers", response=AnalyzersSerializer)
    def get(self, request: Request) -> Response:
        actor = require_user(request.user)
        analyzers = registry.all_analyzers()
        body: Mapping[str, Any] = {
            "names": [each.name for each in analyzers],
            "analyzers": AnalyzerSerializer.represent(analyzers),
            "problems": AnalyzerProblemSerializer.represent(visible_problems(actor)),
        }
        return Response(body)


class TrialView(APIView):
    """`/corpuses/{id}/analyzer-trials`."""

    @operation(
        "tryAnalyzer",
        "Show what an analyzer would find in a document",
        body=TrialFields,
        response=AnalyzerTrialSerializer,
        errors=[PatternTooSlow, NotParsed],
    )
    def post(self, request: Request, corpus_id: UUID) -> Response:
        """Nothing is stored."""
        actor = require_user(request.user)
        corpus = get_visible_corpus(actor, corpus_id)
        given = validate_body(request, TrialFields).validated_data
        (document,) = get_visible_documents(actor, {given["document"]})
        with metered(django_request(request), "pattern", user=actor):
            trial = try_analyzer(corpus, document, given["analyzer"], given["settings"], actor=actor)
        return Response(AnalyzerTrialSerializer.represent_one(trial))
