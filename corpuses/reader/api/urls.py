"""URLs of reader, below `/api/v1/`."""

from django.urls import path

from corpuses.reader.api import rest

urlpatterns = [
    path("answers", rest.AnswersView.as_view(), name="answers"),
]
