"""Signal receivers of `corpuses`. They only insert or update rows."""

import logging
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from corpuses.actions import answering, settling, starting
from corpuses.actions.models import ActionExecution
from corpuses.annotations import copying, moving, titles
from corpuses.annotations.models import Annotation
from corpuses.bulk import services as bulk
from corpuses.bulk.models import BulkChange
from corpuses.comments.models import Comment
from corpuses.copies import services as copies
from corpuses.corpora import services as corpora
from corpuses.events import record_corpus_event
from corpuses.exports import services as exports
from corpuses.exports.models import Export
from corpuses.extracts import runs
from corpuses.extracts.models import ExtractRow
from corpuses.extracts.settling import settle_row
from corpuses.fields.models import FieldValue
from corpuses.imports import services as imports
from corpuses.imports import starting as starting_imports
from corpuses.imports.models import AnnotationImport
from corpuses.job_reports import Reports
from corpuses.memberships import services as attachments
from corpuses.memberships import services as memberships
from corpuses.models import Archive, Corpus, CorpusCopy
from corpuses.obligations import transfer
from corpuses.uploads import archives
from documents.models import Document, DocumentRevision
from tasks.signals import FinishedJob
from users.models import User
from users.sharing.models import Team

logger = logging.getLogger(__name__)

# The reports of each kind of jobs, in the order in which their jobs are cancelled: first those that documents follow in
# the lock order (docs/architecture.md).
REPORTS: Final[Mapping[str, Reports[Any]]] = {
    archives.UNPACK: Reports(Archive),
    copies.COPY: Reports(CorpusCopy, copies.record_failure),
    bulk.CHANGE: Reports(BulkChange),
    starting_imports.IMPORT: Reports(AnnotationImport, imports.record_end),
    exports.WRITE: Reports(Export, exports.notify_of_failure),
}


def add_default_actions(*, corpus: Corpus, **_: object) -> None:
    """Create the default actions of a new corpus."""
    starting.add_default_actions(corpus)


def embed_here(*, corpus: Corpus, actor: User, **_: object) -> None:
    """Let the built-in embedder replace a server, which may not get the texts of the corpus any more."""
    from corpuses.search import corpus_embedders  # noqa: PLC0415 - imports numpy, which most processes do without

    corpus_embedders.embed_here(corpus, actor=actor)


def lose_places(*, document: Document, revision: DocumentRevision, **_: object) -> None:
    """Record that the annotations of earlier revisions have no place in the new one yet."""
    moving.lose_places(document, revision)


def run_deferred_actions(*, document: Document, **_: object) -> None:
    """Start what an unlocked document needs: its annotations are moved to its revision, those of the previous version
    are copied, the actions run, and imports that have waited for it start.
    """
    moving.start_moving(document)
    copying.start_copying(document)
    logger.info("[CorpusSignal] actions.deferred", extra={"document": document.pk})
    starting.start_for_document(document)
    answering.resume_for_document(document)
    starting_imports.resume_for_document(document.pk)


def stop_waiting(*, document_id: UUID, **_: object) -> None:
    """Skip the agents that wait for a document which has failed, and start the imports that have waited for it."""
    answering.skip_for_document(document_id)
    starting_imports.resume_for_document(document_id)


def resume_imports(*, document: Document, **_: object) -> None:
    """Start the imports that have waited for a document which is deleted."""
    starting_imports.resume_for_document(document.pk)


def replace_by_newest(*, previous: Document, newest: Document, **_: object) -> None:
    """Put the newest version of a document in the place of the previous one in its corpora."""
    memberships.move_memberships(previous, newest)
    FieldValue.with_deleted.filter(document=previous, membership__document=newest).update(document=newest)


def replace_attachments(*, replaced: list[tuple[Document, Document]], **_: object) -> None:
    """Put attachments of the newest version in the places of those of other versions."""
    present = attachments.in_corpora([previous for previous, _ in replaced])
    for previous, newest in replaced:
        if previous.pk in present:
            replace_by_newest(previous=previous, newest=newest)


def start_actions(*, corpus: Corpus, documents: list[Document], only_search: bool = False, **_: object) -> None:
    """Start the actions on documents that were added to a corpus; locked ones start when they are unlocked.

    With `only_search`, only indexing for search starts: the annotations that the others made are copied or still there.
    """
    logger.info("[CorpusSignal] documents.added", extra={"corpus": corpus.pk, "count": len(documents)})
    starting.start_for_corpus(corpus, documents, only_search=only_search)


def record_documents_changed(*, document: Document, **_: object) -> None:
    """Record an event for each corpus that contains a deleted or restored document."""
    for corpus in Corpus.objects.filter(memberships__document=document):
        record_corpus_event(corpus, "documents")


def record_title_edits(
    *, document: Document, before: list[str], after: list[str], actor: User, group: UUID | None, **_: object
) -> None:
    """Record that a user has changed the title of a document, so that it can be undone."""
    titles.record_title_edits(document, before=before, after=after, actor=actor, group=group)


def move_obligation(*, annotation: Annotation, replacement: Annotation, **_: object) -> None:
    """Move the obligation of an annotation that is replaced."""
    transfer.move_obligation(annotation, replacement)


def copy_obligations(*, document: Document, copies: dict[UUID, Annotation], **_: object) -> None:
    """Copy the obligations of annotations that were copied to a new version of their document."""
    transfer.copy_obligations(document, copies)


def start_answers(*, comment: Comment, is_first: bool, actor: User, **_: object) -> None:
    """Start the agents that answer a new thread, or a comment in one."""
    answering.start_for_comment(comment, is_first=is_first, actor=actor)


def cancel_answers(*, comment: Comment, **_: object) -> None:
    """Cancel the agents that are to answer a deleted comment."""
    answering.cancel_answers(ActionExecution.objects.filter(comment=comment))


def add_attachments(*, parent: Document, created: list[Document], since: datetime | None = None, **_: object) -> None:
    """Add the attachments of a document to its corpora."""
    attachments.add_attachments(parent, created, since=since)


def pass_on_corpora(*, account: User, team: Team, heir: User, **_: object) -> None:
    """Assign the corpora of a deleted service account to the user who has deleted it, and share them with the team."""
    corpora.pass_on(account, team=team, heir=heir)


def cancel_actions(*, corpus: Corpus, **_: object) -> None:
    """Cancel the archives, imports, exports, extracts, actions, changes and the copying of a deleted corpus."""
    answering.cancel_answers(ActionExecution.objects.filter(action__corpus=corpus))  # before documents are locked
    for reports in REPORTS.values():
        reports.cancel(corpus)
    # From here on documents are locked: after the jobs above, before the actions.
    runs.cancel_running(ExtractRow.objects.filter(extract__corpus=corpus))
    settling.cancel_actions(corpus.actions.all())


def settle_report(*, job: FinishedJob, **_: object) -> None:
    """Record in its report why a job has not succeeded."""
    REPORTS[job.kind].settle(job)


def settle_extract_row(*, job: FinishedJob, **_: object) -> None:
    """Record that the job of a row of an extract ended without all answers."""
    if job.state != "success":
        settle_row(job.id, state=job.state, code=job.code, message=job.error_message)


def settle_execution(*, job: FinishedJob, **_: object) -> None:
    """Record the end of the job of an action."""
    settling.settle(job)
