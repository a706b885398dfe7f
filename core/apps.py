"""The `core` application: a receiver that ends the context of a request, and a check of databases."""

from django.apps import AppConfig


class CoreConfig(AppConfig):
    name = "core"

    def ready(self) -> None:
        from django.core.signals import request_finished

        from core.db import squashed_migrations  # noqa: F401  # registers the check
        from core.observability import log_context

        request_finished.connect(log_context.clear, dispatch_uid="core.clear_log_context")
