"""URLs of relations, below `/api/v1/`."""

from django.urls import path

from corpuses.relations.api import rest

urlpatterns = [
    path("corpuses/<uuid:corpus_id>/relations", rest.RelationsView.as_view(), name="relations"),
    path("relations/<uuid:relation_id>", rest.RelationView.as_view(), name="relation"),
]
