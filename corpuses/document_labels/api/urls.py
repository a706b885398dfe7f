"""URLs of document labels, below `/api/v1/`."""

from django.urls import path

from corpuses.document_labels.api import rest

urlpatterns = [
    path("labels/<uuid:label_id>/documents", rest.LabelDocumentsView.as_view(), name="label-documents"),
    path(
        "corpuses/<uuid:corpus_id>/document-labels",
        rest.DocumentLabelsView.as_view(),
        name="document-labels",
    ),
]
