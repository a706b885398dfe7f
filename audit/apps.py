"""The audit log: who did what, when, from where, and to which object."""

from django.apps import AppConfig


class AuditConfig(AppConfig):
    name = "audit"
    verbose_name = "Audit log"

    def ready(self) -> None:
        from django.core.signals import request_finished

        from audit.log import write_pending

        request_finished.connect(write_pending, dispatch_uid="audit.write_pending")
