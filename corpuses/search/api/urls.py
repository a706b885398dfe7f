"""URLs of search, below `/api/v1/`."""

from django.urls import path

from corpuses.search.api.rest import embedders, find, search

urlpatterns = [
    path("corpuses/<uuid:corpus_id>/search", search.CorpusSearchView.as_view(), name="corpus-search"),
    path("search", search.EverythingView.as_view(), name="search"),
    path("documents/<uuid:document_id>/matches", find.MatchesView.as_view(), name="document-matches"),
    path("corpuses/<uuid:corpus_id>/embedder", embedders.CorpusEmbedderView.as_view(), name="corpus-embedder"),
]
