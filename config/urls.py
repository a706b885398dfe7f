"""Where everything is reached."""

from django.contrib import admin
from django.urls import include, path, re_path
from django.views.generic import RedirectView

from config import health
from config.metrics import metrics
from config.shell import app_shell
from core.api import failures
from core.api.graphql.view import GraphQLView
from tasks.api.urls import failed_jobs

urlpatterns = [
    path("health/live", health.live),
    path("health/ready", health.ready),
    path("health/metrics", metrics),
    path("metrics", metrics),
    path("api/v1/", include("config.rest")),
    path("api/", include("core.api.openapi.pages")),
    *failed_jobs("api/dlq"),
    re_path(r"^api(?:/|$)", failures.unknown_address),
    re_path(r"^graphql/?$", GraphQLView.as_view(), name="graphql"),
    path("admin", RedirectView.as_view(url="/admin/")),
    path("admin/", admin.site.urls),
    # Mounted always, so that addresses are the same everywhere; without a provider they answer 404.
    path("accounts/", include("allauth.socialaccount.providers.openid_connect.urls")),
    # The web UI knows its own addresses, and what to say where there is nothing.
    re_path(r"^(?!static/|health/).*", failures.for_people(app_shell), name="app"),
]

handler400 = failures.bad_request
handler403 = failures.permission_denied
handler404 = failures.not_found
handler500 = failures.server_error
