"""URLs of saved views, below `/api/v1/`."""

from django.urls import path

from corpuses.saved_views.api import rest

urlpatterns = [
    path("saved-views", rest.SavedViewsView.as_view(), name="saved-views"),
    path("saved-views/<uuid:view_id>", rest.SavedViewView.as_view(), name="saved-view"),
]
