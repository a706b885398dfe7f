"""URLs of undo, below `/api/v1/`."""

from django.urls import path

from corpuses.undo.api import rest

urlpatterns = [
    path("edits", rest.EditsView.as_view(), name="edits"),
    path("edits/undo", rest.UndoView.as_view(), name="edits-undo"),
    path("edits/redo", rest.RedoView.as_view(), name="edits-redo"),
]
