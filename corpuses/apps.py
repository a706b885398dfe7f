"""The signals and registrations of `corpuses`."""

from importlib import import_module

from django.apps import AppConfig
from django.conf import settings

from core.features import import_from_features


def _end_interrupted_answers() -> int:
    """End the answers of processes that died. The module is imported by the first call: it needs the Redis client."""
    from corpuses.conversations.states import end_interrupted

    return end_interrupted()


def _connect_jobs() -> None:
    """Connect the receivers of the ends of jobs."""
    from corpuses import receivers
    from corpuses.actions.kinds import JOBS, Extract
    from corpuses.extracts.runs import KIND as EXTRACT_ROW
    from tasks.signals import job_finished, of_kind

    for receiver, kinds in (
        (receivers.settle_execution, JOBS),
        (receivers.settle_extract_row, (EXTRACT_ROW, Extract.job)),
        (receivers.settle_report, receivers.REPORTS),
    ):
        for kind in kinds:
            job_finished.connect(receiver, sender=of_kind(kind), dispatch_uid=f"corpuses.{receiver.__name__}")


def _connect_annotations() -> None:
    """Connect what happens to obligations when their annotations are replaced or copied."""
    from corpuses import receivers, signals

    signals.annotation_replaced.connect(receivers.move_obligation, dispatch_uid="corpuses.move_obligation")
    signals.annotations_copied.connect(receivers.copy_obligations, dispatch_uid="corpuses.copy_obligations")


def _connect_comments() -> None:
    """Connect what starts and cancels the agents that answer comments."""
    from corpuses import receivers, signals

    signals.comment_written.connect(receivers.start_answers, dispatch_uid="corpuses.start_answers")
    signals.comment_deleted.connect(receivers.cancel_answers, dispatch_uid="corpuses.cancel_answers")


class CorpusesConfig(AppConfig):
    name = "corpuses"

    def import_models(self) -> None:
        """Import the models in the folders of the features."""
        super().import_models()
        import_from_features(self.name, "models")

    def ready(self) -> None:
        from corpuses import receivers, signals
        from corpuses.audit import register_all
        from corpuses.exports.models import Export
        from corpuses.exports.sources import register_opener
        from corpuses.llm.loaded_models import models as loaded_models
        from corpuses.models import Corpus, CorpusShare
        from corpuses.providers.languages import DETECTORS
        from documents.models import Document
        from documents.services.languages import register_detectors
        from documents.signals import (
            attachments_created,
            attachments_replaced,
            document_deleted,
            document_processing_complete,
            document_processing_failed,
            document_renamed,
            document_restored,
            newest_version_changed,
            revision_published,
        )
        from documents.storage.blobs import register_reference
        from events.outbox import Entity
        from events.recipients import register_entity
        from tasks import housekeeping
        from users.secrets import SecretKind, register_source
        from users.sharing.registry import register_shares
        from users.signals import service_account_deleted

        loaded_models.keep_seconds = settings.MODELS_KEEP_SECONDS
        housekeeping.register(_end_interrupted_answers, every=10)
        import_module("corpuses.access")
        import_module("corpuses.conversations.access")
        import_from_features(self.name, "jobs")
        register_shares(CorpusShare)
        register_source(
            SecretKind.CALENDAR_ADDRESS, lambda: import_module("corpuses.obligations.feed_secrets").FeedSecrets()
        )
        register_source(
            SecretKind.SIGNING_SECRET, lambda: import_module("corpuses.actions.remote.signing_secrets").SigningSecrets()
        )
        register_all()
        register_detectors(DETECTORS)
        register_reference(Export, "blob")
        register_opener(lambda: import_module("corpuses.exports.api.selectors").open_export)
        register_entity(Entity.CORPUS, Corpus, subject_model=Document)
        attachments_created.connect(receivers.add_attachments, dispatch_uid="corpuses.add_attachments")
        attachments_replaced.connect(receivers.replace_attachments, dispatch_uid="corpuses.replace_attachments")
        for signal in (document_deleted, document_restored):
            signal.connect(receivers.record_documents_changed, dispatch_uid="corpuses.record_documents_changed")
        document_deleted.connect(receivers.resume_imports, dispatch_uid="corpuses.resume_imports")
        document_renamed.connect(receivers.record_title_edits, dispatch_uid="corpuses.record_title_edits")
        newest_version_changed.connect(receivers.replace_by_newest, dispatch_uid="corpuses.replace_by_newest")
        service_account_deleted.connect(receivers.pass_on_corpora, dispatch_uid="corpuses.pass_on_corpora")
        signals.corpus_created.connect(receivers.add_default_actions, dispatch_uid="corpuses.add_default_actions")
        signals.documents_added.connect(receivers.start_actions, dispatch_uid="corpuses.start_actions")
        signals.corpus_deleted.connect(receivers.cancel_actions, dispatch_uid="corpuses.cancel_actions")
        signals.language_models_forbidden.connect(receivers.embed_here, dispatch_uid="corpuses.embed_here")
        _connect_annotations()
        _connect_comments()
        revision_published.connect(receivers.lose_places, dispatch_uid="corpuses.lose_places")
        document_processing_complete.connect(
            receivers.run_deferred_actions, dispatch_uid="corpuses.run_deferred_actions"
        )
        document_processing_failed.connect(receivers.stop_waiting, dispatch_uid="corpuses.stop_waiting")
        _connect_jobs()
