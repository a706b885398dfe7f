"""The wiring of `documents`: every arrow can be seen here."""

from importlib import import_module

from django.apps import AppConfig


class DocumentsConfig(AppConfig):
    name = "documents"

    def ready(self) -> None:
        from django.db.models.signals import post_save

        from documents import receivers
        from documents.services.lifecycle import PROCESS
        from tasks.signals import job_finished, of_kind

        import_module("documents.jobs")
        post_save.connect(
            receivers.start_processing,
            sender=self.get_model("Document"),
            dispatch_uid="documents.start_processing",
        )
        job_finished.connect(receivers.settle_failed, sender=of_kind(PROCESS), dispatch_uid="documents.settle_failed")
