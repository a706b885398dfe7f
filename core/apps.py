"""The `core` application: a receiver that ends the context of a request, and checks of databases."""

from django.apps import AppConfig


class CoreConfig(AppConfig):
    name = "core"

    def ready(self) -> None:
        from django.core.signals import request_finished

        from core import stored_secrets  # noqa: F401  # register checks
        from core.db import schema  # noqa: F401  # register checks
        from core.observability import log_context

        request_finished.connect(log_context.clear, dispatch_uid="core.clear_log_context")
