"""URLs of the REST API, version 1."""

from django.urls import include, path

from config.software_api import SoftwareView

urlpatterns = [
    path("software", SoftwareView.as_view(), name="software"),
    path("", include("events.sse.urls")),
    path("", include("users.api.urls")),
    # Before `documents`, whose `documents/<uuid>` would not match it anyway: the order says which is special.
    path("", include("corpuses.api.urls")),
    path("", include("documents.api.urls")),
    path("", include("tasks.api.urls")),
]
