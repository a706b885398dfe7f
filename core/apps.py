"""The wiring of `core`."""

from django.apps import AppConfig


class CoreConfig(AppConfig):
    name = "core"

    def ready(self) -> None:
        from django.core.signals import request_finished

        from core import log_facts, request_id

        request_finished.connect(request_id.forget, dispatch_uid="core.forget_request_id")
        request_finished.connect(log_facts.forget, dispatch_uid="core.forget_log_facts")
