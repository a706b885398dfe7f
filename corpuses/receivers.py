"""What `corpuses` does when it hears of something. Receivers only insert or update rows."""

import logging

from corpuses.actions import services as actions
from corpuses.events import record_corpus_event
from corpuses.models import Corpus
from corpuses.services import archives, attachments
from documents.models import Document
from tasks.signals import FinishedJob

logger = logging.getLogger(__name__)


def add_default_actions(*, corpus: Corpus, **_: object) -> None:
    """A corpus was created."""
    actions.add_default_actions(corpus)


def run_deferred_actions(*, document: Document, **_: object) -> None:
    """A document was unlocked: what waited for it starts."""
    logger.info("[CorpusSignal] actions.deferred", extra={"document": document.pk})
    actions.start_for_document(document)


def start_actions(*, corpus: Corpus, documents: list[Document], **_: object) -> None:
    """Documents were added to a corpus: those that are unlocked start at once."""
    logger.info("[CorpusSignal] documents.added", extra={"corpus": corpus.pk, "count": len(documents)})
    actions.start_for_corpus(corpus, documents)


def tell_corpora(*, document: Document, **_: object) -> None:
    """A document is being deleted: whoever sees it in a corpus sees it there no more."""
    for corpus in Corpus.objects.filter(memberships__document=document):
        record_corpus_event(corpus, "documents")


def follow_parent(*, parent: Document, children: list[Document], **_: object) -> None:
    """Something was found inside a document: it belongs where the document is."""
    attachments.add_attachments(parent, children)


def cancel_actions(*, corpus: Corpus, **_: object) -> None:
    """A corpus is being deleted: nobody waits for its archives and actions any more."""
    archives.cancel_unpacking(corpus)  # which locks documents: before the actions, whose documents are locked first
    actions.cancel_actions(corpus.actions.all())


def settle_execution(*, job: FinishedJob, **_: object) -> None:
    """The job of an action ended, wherever it ended."""
    if job.kind in actions.KINDS.values():
        actions.settle(job.id, state=job.state, message=job.error_message)


def settle_archive(*, job: FinishedJob, **_: object) -> None:
    """The unpacking of an archive ended, wherever it ended."""
    if job.kind == archives.UNPACK and job.state != "success" and job.subject_id is not None:
        archives.record_failure(
            job.subject_id, code=job.error_code or job.reason or job.state, message=job.error_message
        )
