"""The results of runs of analyzers in REST: listed for users, reviewed, and sent by the servers of remote analyzers."""

from collections.abc import Sequence
from typing import Any, ClassVar
from uuid import UUID

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from core import webhooks
from core.access import Actor
from core.api.openapi.operations import operation
from core.api.rest.pagination import OLDEST_FIRST
from core.api.rest.serializers import EnumField, JSONObjectField, Resource, StrictSerializer
from core.api.rest.validation import django_request
from core.api.rest.views import ListView, ObjectView, action, list_resources
from core.errors import NotFound
from corpuses.actions.remote.runs import ResultsConflict, receive_results
from corpuses.analyzers.api.rest.analyses import AnalysisResultQuery, AnalysisResultSerializer, AnalysisRunSerializer
from corpuses.analyzers.api.selectors import list_results
from corpuses.analyzers.checking import AnalyzerMisbehaved
from corpuses.analyzers.models import AnalysisResult, AnalysisRun
from corpuses.corpora.api.edit_groups import group_field
from corpuses.fields.suggested_values import ValueAccepted, ValueNotSuggested, ValueReview, review_value
from corpuses.fields.values import InvalidFieldValue
from corpuses.visible_rows import get_visible_row
from users.models import User


class RemoteResultsFields(StrictSerializer):
    """The results of a remote analyzer, or `error` with the reason why there are none."""

    run = serializers.UUIDField(help_text="The run of the request, and of the address.")
    results = serializers.ListField(
        child=JSONObjectField(), required=False, help_text="Objects with `kind`: `finding`, `label`, `metadata`, …"
    )
    error = serializers.CharField(required=False)
    example = {
        "run": AnalysisRunSerializer.example["id"],
        "results": [{"kind": "finding", "start": 10, "end": 25, "label": "Date", "value": "2019-01-05"}],
    }


class ReceivedResultsSerializer(Resource):
    """The run whose results were received."""

    id = serializers.UUIDField()
    state = EnumField(AnalysisRun.State)
    example = {"id": AnalysisRunSerializer.example["id"], "state": "success"}


class AnalysisResultsView(ListView):
    """`/analysis-runs/{id}/results`. Remote analyzers send results without signing in: they sign the message."""

    order = OLDEST_FIRST
    rate_class: ClassVar = {"POST": "results"}
    get = list_resources(
        "listAnalysisResults",
        "List the results of a run, in reading order",
        AnalysisResultSerializer,
        query=AnalysisResultQuery,
    )

    def get_authenticators(self) -> list[BaseAuthentication]:
        return [] if self._is_from_server() else super().get_authenticators()

    def get_permissions(self) -> Sequence[Any]:
        return [AllowAny()] if self._is_from_server() else super().get_permissions()

    def _is_from_server(self) -> bool:
        return self.request is not None and self.request.method == "POST"

    @operation(
        "sendAnalysisResults",
        "Send the results of a remote analyzer",
        body=RemoteResultsFields,
        response=ReceivedResultsSerializer,
        headers={
            webhooks.ID: "The id of the message.",
            webhooks.TIMESTAMP: "The time in seconds since 1970.",
            webhooks.SIGNATURE: "`v1,` and base64 of HMAC-SHA256 of `id.timestamp.body` with the secret.",
        },
        errors=[webhooks.BadWebhookSignature, ResultsConflict, AnalyzerMisbehaved],
    )
    def post(self, request: Request, run_id: UUID) -> Response:
        """For servers of remote analyzers, which sign the message as the one that they got.

        A message that does not name the run of the address, or about an unknown run, is refused as one with an invalid
        signature.
        The same message may be repeated. A run that was cancelled or has ended otherwise is not found.
        """
        run = receive_results(run_id, django_request(request).body, request.headers)
        return Response(ReceivedResultsSerializer.represent_one(run))

    def get_queryset(self, actor: Actor, *, run_id: UUID, **filters: Any) -> QuerySet[AnalysisResult]:
        return list_results(actor, get_visible_row(AnalysisRun, actor, run_id), **filters)


class ValueReviewFields(StrictSerializer):
    """The decision about a suggested value."""

    review = EnumField(ValueReview)
    group = group_field()
    example: ClassVar = {"review": "accepted"}


def _review(result: AnalysisResult, *, actor: User, review: str, group: UUID | None = None) -> None:
    review_value(result, ValueReview(review), actor=actor, group=group)


class ReviewValueView(ObjectView):
    """`/analysis-results/{id}/review`."""

    post = action(
        "reviewSuggestedValue",
        "Accept or reject a value that an analyzer suggests for a field",
        AnalysisResultSerializer,
        _review,
        body=ValueReviewFields,
        description="Set the value, or add it if the field is a list. Rejecting changes no value. Repeating has no "
        "effect.",
        errors=[ValueNotSuggested, ValueAccepted, InvalidFieldValue, NotFound],
    )

    def get_object(self, actor: Actor, *, suggested_value_id: UUID) -> AnalysisResult:
        return get_visible_row(AnalysisResult, actor, suggested_value_id)
