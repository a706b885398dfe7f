"""Addresses of `corpuses`, below `/api/v1/`."""

from django.urls import path

from corpuses.api import folders
from corpuses.api.uploads import upload_view

urlpatterns = [
    path("documents/upload", upload_view, name="upload"),
    path("corpuses/<uuid:corpus_id>/folders", folders.FoldersView.as_view(), name="folders"),
    path("corpuses/<uuid:corpus_id>/folders/move", folders.MoveView.as_view(), name="folders-move"),
    path("corpuses/<uuid:corpus_id>/folders/<uuid:folder_id>", folders.FolderView.as_view(), name="folder"),
]
