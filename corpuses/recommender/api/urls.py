"""URLs of recommender, below `/api/v1/`."""

from django.urls import path

from corpuses.recommender.api import rest

urlpatterns = [
    path("labels/<uuid:label_id>/suggestions", rest.LabelSuggestionsView.as_view(), name="label-suggestions"),
]
