"""The `core` application: receivers that end the context of a request."""

from django.apps import AppConfig


class CoreConfig(AppConfig):
    name = "core"

    def ready(self) -> None:
        from django.core.signals import request_finished

        from core.observability import log_context

        request_finished.connect(log_context.clear, dispatch_uid="core.clear_log_context")
