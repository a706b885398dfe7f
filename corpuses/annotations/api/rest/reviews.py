"""The review of suggestions in REST."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access.actors import require_user
from core.api.openapi.operations import operation
from core.api.rest.list_query import CreatedQuery, KeyField, KeysField, WordField
from core.api.rest.serializers import EnumField, StrictSerializer
from core.api.rest.validation import validate_body
from core.errors import NotFound
from corpuses.annotations import reviews
from corpuses.annotations.api.rest.annotations import LABELS_HELP, AnnotationSerializer, placement_field
from corpuses.annotations.api.rest.selections import annotations_field
from corpuses.annotations.api.selectors import review_suggestions
from corpuses.annotations.models import Annotation
from corpuses.corpora.api.edit_groups import group_field
from users.models import User


class AnnotationReviewFields(CreatedQuery):
    """Suggestions by id, or all of a corpus that match the filters; and what happens to them.

    `accepted` and `rejected` concern pending ones, `pending` makes accepted ones pending again.
    """

    annotations = annotations_field(required=False)
    corpus = KeyField("Corpus")
    document = KeyField("Document")
    label = KeysField("Label", help_text=LABELS_HELP)  # type: ignore[assignment]  # REST's word
    source = EnumField(Annotation.Source, required=False)  # type: ignore[assignment]  # as above
    search = WordField(help_text="Words of the quote or the note.")
    placement = placement_field()
    review = EnumField(Annotation.Review)
    group = group_field()
    example = {"annotations": [AnnotationSerializer.example["id"]], "review": "accepted"}

    def arguments(self) -> dict[str, Any]:
        fields = super().arguments()
        return fields | {"review": Annotation.Review(fields["review"])}


class ReviewedAnnotationsSerializer(StrictSerializer):
    """The number of suggestions that were changed."""

    reviewed = serializers.IntegerField()
    example = {"reviewed": 1}


class AnnotationReviewsView(APIView):
    """`/annotation-reviews`."""

    @operation(
        "reviewAnnotations",
        "Accept or reject suggestions",
        body=AnnotationReviewFields,
        response=ReviewedAnnotationsSerializer,
        errors=[reviews.NotSuggested, NotFound],
    )
    def post(self, request: Request) -> Response:
        """Suggestions are the annotations of analyzers and agents. Rejected ones are moved to the bin."""
        actor: User = require_user(request.user)
        reviewed = review_suggestions(actor, **validate_body(request, AnnotationReviewFields).arguments())
        return Response({"reviewed": reviewed})
