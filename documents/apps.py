"""Connects the receivers and registers the extensions of `documents`."""

from importlib import import_module

from django.apps import AppConfig


class DocumentsConfig(AppConfig):
    name = "documents"

    def ready(self) -> None:
        from django.db.models.signals import post_save

        from audit.objects import DOCUMENT, Subject, register, register_name, register_visible
        from documents import receivers
        from documents.models import Document, DocumentShare
        from documents.services.lifecycle import PROCESS, SCAN
        from events.outbox import Entity
        from events.recipients import register_entity
        from tasks.signals import job_finished, of_kind
        from users.sharing.registry import register_shares
        from users.signals import service_account_deleted

        import_module("documents.access")
        import_module("documents.jobs")
        register_shares(DocumentShare)
        register(Document, lambda document: Subject(kind=DOCUMENT, id=document.pk, owner_id=document.owner_id))
        register_visible(DOCUMENT, Document)
        register_name(DOCUMENT, Document, "title")
        register_entity(Entity.DOCUMENT, Document)
        post_save.connect(
            receivers.start_processing,
            sender=Document,
            dispatch_uid="documents.start_processing",
        )
        service_account_deleted.connect(receivers.pass_on_documents, dispatch_uid="documents.pass_on_documents")
        for kind in (PROCESS, SCAN):
            job_finished.connect(receivers.settle_failed, sender=of_kind(kind), dispatch_uid="documents.settle_failed")
