"""The wiring of `documents`: every arrow can be seen here."""

from django.apps import AppConfig


class DocumentsConfig(AppConfig):
    name = "documents"

    def ready(self) -> None:
        from django.db.models.signals import post_save

        from documents import jobs, receivers
        from tasks.signals import job_finished

        jobs.declare()
        document = self.get_model("Document")
        post_save.connect(receivers.start_processing, sender=document, dispatch_uid="documents.start_processing")
        job_finished.connect(receivers.settle_failed, dispatch_uid="documents.settle_failed")
