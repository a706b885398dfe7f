"""Suggestions of passages for a label in REST."""

from uuid import UUID

from django.db.models import Q
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.access import Actor, require_user
from core.api.openapi.operations import operation
from core.api.rest.permissions import IsAuthenticated
from core.api.rest.serializers import EnumField, Resource
from core.api.rest.views import ObjectView, action, represent
from corpuses.annotations.api.rest.labels import LabelSerializer
from corpuses.annotations.labels.hierarchy import LabelArchived
from corpuses.annotations.models import Label
from corpuses.recommender import services
from corpuses.recommender.examples import TooFewExamples
from corpuses.recommender.limits import NEEDED
from corpuses.recommender.services import LabelSuggestions
from corpuses.visible_rows import get_visible_row, visible_rows
from tasks.api.selectors import register_reached_jobs
from tasks.states import JobState
from users.models import User


class LabelSuggestionsSerializer(Resource):
    """The examples and suggestions of a label, and the newest job that suggests passages for it."""

    label = serializers.UUIDField(source="label.pk")  # type: ignore[assignment]  # REST's word
    example_count = serializers.IntegerField(help_text="Annotations of the label that users made or accepted.")
    needed_count = serializers.IntegerField(help_text="The examples that are needed to start.")
    pending_count = serializers.IntegerField(help_text="Suggestions of the recommender that are not reviewed yet.")
    suggested_count = serializers.IntegerField(help_text="Suggestions that the job has made so far.")
    job = serializers.UUIDField(allow_null=True, help_text="Null: no passages were suggested yet.")
    state = EnumField(JobState, allow_null=True, help_text="Of the job.")
    progress = serializers.IntegerField(help_text="Of the job, in percent.")
    problem = serializers.CharField(allow_blank=True, help_text="The reason for which the job has failed.")
    example = {
        "label": LabelSerializer.example["id"],
        "example_count": 12,
        "needed_count": NEEDED,
        "pending_count": 21,
        "suggested_count": 23,
        "job": "01990c6e-0a13-7d01-9a5b-6c7d8e9f0a1b",
        "state": "success",
        "progress": 100,
        "problem": "",
    }

    @staticmethod
    def read_job(suggestions: LabelSuggestions) -> UUID | None:
        return suggestions.job.id if suggestions.job else None

    @staticmethod
    def read_state(suggestions: LabelSuggestions) -> str | None:
        return suggestions.job.state if suggestions.job else None

    @staticmethod
    def read_progress(suggestions: LabelSuggestions) -> int:
        return suggestions.job.progress if suggestions.job else 0

    @staticmethod
    def read_problem(suggestions: LabelSuggestions) -> str:
        return suggestions.job.error_message if suggestions.job else ""


def _suggest(label: Label, *, actor: User) -> LabelSuggestions:
    services.suggest_passages(label, actor=actor)
    return services.state_of(label, actor=actor)


class LabelSuggestionsView(ObjectView):
    """`/labels/{id}/suggestions`."""

    permission_classes = [IsAuthenticated]
    post = action(
        "suggestPassages",
        "Suggest passages for a label",
        {202: LabelSuggestionsSerializer},
        _suggest,
        description="Learn the label from its examples in a job, which annotates passages that probably deserve it.\n\n"
        "The annotations are suggestions to accept or reject. While the job runs, a second request has no effect.",
        errors=[LabelArchived, TooFewExamples],
    )

    @operation(
        "getLabelSuggestions", "Get the state of the suggestions of a label", response=LabelSuggestionsSerializer
    )
    def get(self, request: Request, label_id: UUID) -> Response:
        """For those who may annotate in the corpus."""
        actor = require_user(request.user)
        label = self.get_object(actor, label_id=label_id)
        return represent(LabelSuggestionsSerializer, services.state_of(label, actor=actor), actor)

    def get_object(self, actor: Actor, *, label_id: UUID) -> Label:
        return get_visible_row(Label, actor, label_id)


@register_reached_jobs
def reached_jobs(user: User) -> Q:
    """Let a limited token see the jobs about the labels that it reaches."""
    return Q(kind=services.SUGGEST, subject_id__in=visible_rows(Label, user).values("pk"))
