"""URLs of similarity, below `/api/v1/`."""

from django.urls import path

from corpuses.similarity.api import rest

urlpatterns = [
    path("corpuses/<uuid:corpus_id>/similar-texts", rest.SimilarTextsView.as_view(), name="similar-texts"),
    path("corpuses/<uuid:corpus_id>/similar-groups", rest.SimilarGroupsView.as_view(), name="similar-groups"),
    path("corpuses/<uuid:corpus_id>/same-clauses", rest.SameClausesView.as_view(), name="same-clauses"),
]
