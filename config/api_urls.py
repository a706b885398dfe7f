"""URLs of the REST API, version 1."""

from django.urls import include, path

urlpatterns = [
    path("", include("events.sse.urls")),
    path("", include("users.api.urls")),
    # Before `documents`, whose `documents/<uuid>` would not match it anyway: the order says which is special.
    path("", include("corpuses.api.urls")),
    path("", include("documents.api.urls")),
    path("", include("tasks.api.urls")),
]
