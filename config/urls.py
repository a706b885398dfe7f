"""URL configuration."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path, re_path
from django.views.generic import RedirectView

from config import health
from config.metrics import metrics
from config.spa import spa
from core.api import error_handlers
from core.api.graphql.view import GraphQLView
from core.api.openapi.pages import to_swagger
from corpuses.mcp.view import McpView
from users.api.scim.view import scim_view

admin.autodiscover()

urlpatterns = [
    # Paths that users guess.
    path("corpora", RedirectView.as_view(url="/c")),
    path("documents", RedirectView.as_view(url="/")),
    path("settings", RedirectView.as_view(url="/account")),
    path("docs", RedirectView.as_view(pattern_name="api-docs")),
    path("api/docs/", to_swagger),
    path("api/v1/docs", to_swagger),
    path("health/live", health.live),
    path("health/ready", health.ready),
    path("health/metrics", metrics),
    path("metrics", metrics),
    path("api/v1/", include("config.api_urls")),
    path("api/", include("core.api.openapi.pages")),
    re_path(r"^api(?:/|$)", error_handlers.unknown_url),
    re_path(r"^graphql/?$", GraphQLView.as_view(page=spa), name="graphql"),
    re_path(r"^mcp/?$", McpView.as_view(), name="mcp"),
    re_path(r"^scim/v2/(?P<path>.*)$", scim_view, name="scim"),
    path("admin", RedirectView.as_view(url="/admin/")),
    path("admin/", admin.site.urls),
    # Without a provider, its URLs give 404.
    path("accounts/", include("users.api.oidc" if settings.OIDC_ENABLED else [])),
    path("accounts/", include("users.api.saml" if settings.SAML_ENABLED else [])),
    # The web UI does its own routing, "not found" included.
    re_path(r"^(?!static/|health/|accounts/(?:oidc|saml)/).*", error_handlers.html_only(spa), name="app"),
]

handler400 = error_handlers.bad_request
handler403 = error_handlers.permission_denied
handler404 = error_handlers.not_found
handler500 = error_handlers.server_error
