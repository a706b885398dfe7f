"""URLs of the retention of documents, below `/api/v1/`."""

from django.urls import path

from corpuses.retention.api import rest

urlpatterns = [
    path(
        "corpuses/<uuid:corpus_id>/retention-preview",
        rest.RetentionView.as_view(),
        name="retention-preview",
    ),
]
