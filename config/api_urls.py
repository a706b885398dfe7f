"""URLs of the REST API, version 1."""

from django.urls import include, path

from config.software_api import SoftwareView
from core.features import import_from_features

urlpatterns = [
    path("software", SoftwareView.as_view(), name="software"),
    path("", include("events.sse.urls")),
    *(
        path("", include(module))
        for app in ("users", "corpuses", "documents", "tasks")
        for module in import_from_features(app, "api.urls")
    ),
]
