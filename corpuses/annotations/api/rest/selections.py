"""Delete and relabel several annotations at once in REST."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from rest_framework import serializers
from rest_framework.views import APIView

from core.api.rest.list_query import CreatedQuery, KeyField, KeysField, WordField
from core.api.rest.serializers import EnumField, StrictSerializer
from core.api.rest.views import action
from core.errors import NotFound
from corpuses.annotations import reviews, selections
from corpuses.annotations.api.rest.annotations import LABELS_HELP, AnnotationSerializer, placement_field
from corpuses.annotations.api.rest.labels import LabelSerializer
from corpuses.annotations.api.selectors import get_visible_annotations, review_suggestions
from corpuses.annotations.labels.hierarchy import LabelArchived
from corpuses.annotations.models import Annotation
from corpuses.annotations.services import DuplicateAnnotation
from corpuses.corpora.api.edit_groups import group_field
from users.models import User


def annotations_field(*, required: bool = True) -> KeysField:
    """Return the field of the keys of annotations."""
    return KeysField("Annotation", required=required, min_length=1, most=selections.MAX_ANNOTATIONS)


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

    post = action(
        "reviewAnnotations",
        "Accept or reject suggestions",
        ReviewedAnnotationsSerializer,
        review_suggestions,
        body=AnnotationReviewFields,
        description="Suggestions are the annotations of analyzers and agents. Rejected ones are moved to the bin.",
        errors=[reviews.NotSuggested, NotFound],
    )


class AnnotationDeletionFields(StrictSerializer):
    """Annotations of one corpus."""

    annotations = annotations_field()
    group = group_field()
    example = {"annotations": [AnnotationSerializer.example["id"]]}


class DeletedAnnotationsSerializer(StrictSerializer):
    """The number of annotations that were deleted."""

    deleted = serializers.IntegerField()
    example = {"deleted": 1}


class AnnotationRelabellingFields(StrictSerializer):
    """Annotations of one corpus, and a label, by id or by name; a new name creates it."""

    annotations = annotations_field()
    label = KeyField("Label")  # type: ignore[assignment]  # REST's word
    label_name = serializers.CharField(required=False, max_length=100)
    group = group_field()
    example = {"annotations": [AnnotationSerializer.example["id"]], "label": LabelSerializer.example["id"]}

    def arguments(self) -> dict[str, Any]:
        fields = dict(self.validated_data)
        return fields if "label" not in fields else fields | {"label_id": fields.pop("label")}


class RelabelledAnnotationsSerializer(StrictSerializer):
    """The number of annotations that did not have the label before."""

    relabelled = serializers.IntegerField()
    example = {"relabelled": 1}


def _delete(*, actor: User, annotations: Collection[UUID], group: UUID | None = None) -> int:
    return selections.delete_annotations(get_visible_annotations(actor, annotations), actor=actor, group=group)


class AnnotationDeletionsView(APIView):
    """`/annotation-deletions`."""

    post = action(
        "deleteAnnotations",
        "Delete several annotations",
        DeletedAnnotationsSerializer,
        _delete,
        body=AnnotationDeletionFields,
        description="They are moved to the bin, all or none of them, as one edit.",
        errors=[NotFound],
    )


def _relabel(*, actor: User, annotations: Collection[UUID], **label: Any) -> int:
    return selections.relabel_annotations(get_visible_annotations(actor, annotations), actor=actor, **label)


class AnnotationRelabellingsView(APIView):
    """`/annotation-relabellings`."""

    post = action(
        "relabelAnnotations",
        "Change the label of several annotations",
        RelabelledAnnotationsSerializer,
        _relabel,
        body=AnnotationRelabellingFields,
        description="All or none of them are changed, as one edit. Pending suggestions are accepted by it.",
        errors=[LabelArchived, DuplicateAnnotation, NotFound],
    )
