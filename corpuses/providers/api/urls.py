"""URLs of providers, below `/api/v1/`."""

from django.urls import path

from corpuses.providers.api.rest import allowed_servers, language_models

urlpatterns = [
    path(
        "corpuses/<uuid:corpus_id>/language-model",
        language_models.LanguageModelView.as_view(),
        name="corpus-language-model",
    ),
    path(
        "corpuses/<uuid:corpus_id>/allowed-servers",
        allowed_servers.AllowedServersView.as_view(),
        name="corpus-allowed-servers",
    ),
    path("language-model-usage", language_models.ModelUsageView.as_view(), name="language-model-usage"),
]
