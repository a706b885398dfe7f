"""URLs of copies, below `/api/v1/`."""

from django.urls import path

from corpuses.copies.api import rest

urlpatterns = [
    path("corpuses/<uuid:corpus_id>/copies", rest.CopiesView.as_view(), name="corpus-copies"),
    path("corpuses/<uuid:corpus_id>/copy", rest.CopyView.as_view(), name="corpus-copy"),
]
