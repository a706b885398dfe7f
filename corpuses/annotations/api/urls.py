"""URLs of labels and what has them, below `/api/v1/`."""

from django.urls import path

from corpuses.annotations.api.rest import annotations, document_labels, labels, relations, selections

urlpatterns = [
    path("corpuses/<uuid:corpus_id>/labels", labels.LabelsView.as_view(), name="labels"),
    path("labels/<uuid:label_id>", labels.LabelView.as_view(), name="label"),
    path("labels/<uuid:label_id>/merge", labels.MergeLabelView.as_view(), name="label-merge"),
    path("labels/<uuid:label_id>/documents", document_labels.LabelDocumentsView.as_view(), name="label-documents"),
    path(
        "corpuses/<uuid:corpus_id>/document-labels",
        document_labels.DocumentLabelsView.as_view(),
        name="document-labels",
    ),
    path("annotations", annotations.AnnotationsView.as_view(), name="annotations"),
    path("annotation-reviews", selections.AnnotationReviewsView.as_view(), name="annotation-reviews"),
    path("annotation-deletions", selections.AnnotationDeletionsView.as_view(), name="annotation-deletions"),
    path(
        "annotation-relabellings",
        selections.AnnotationRelabellingsView.as_view(),
        name="annotation-relabellings",
    ),
    path("annotations/<uuid:annotation_id>", annotations.AnnotationView.as_view(), name="annotation"),
    path("corpuses/<uuid:corpus_id>/annotators", annotations.AnnotatorsView.as_view(), name="annotators"),
    path("corpuses/<uuid:corpus_id>/relations", relations.RelationsView.as_view(), name="relations"),
    path("relations/<uuid:relation_id>", relations.RelationView.as_view(), name="relation"),
]
