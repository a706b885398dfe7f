"""URLs of annotations, below `/api/v1/`."""

from django.urls import path

from corpuses.annotations.api.rest import annotations, annotators, reviews, selections

urlpatterns = [
    path("annotations", annotations.AnnotationsView.as_view(), name="annotations"),
    path("annotation-reviews", reviews.AnnotationReviewsView.as_view(), name="annotation-reviews"),
    path("annotation-deletions", selections.AnnotationDeletionsView.as_view(), name="annotation-deletions"),
    path(
        "annotation-relabellings",
        selections.AnnotationRelabellingsView.as_view(),
        name="annotation-relabellings",
    ),
    path("annotations/<uuid:annotation_id>", annotations.AnnotationView.as_view(), name="annotation"),
    path("corpuses/<uuid:corpus_id>/annotators", annotators.AnnotatorsView.as_view(), name="annotators"),
]
