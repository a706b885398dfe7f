"""Delete documents: move them to the bin, restore them from it, and purge them."""

from collections.abc import Iterator
from itertools import chain
from uuid import UUID

from django.db.models import F, Q

from audit.actions import Action
from audit.log import record_all
from core.access import Permission, require, require_in_bin
from core.db.row_locks import lock_for_delete
from core.db.transactions import atomic_with_retry, purging
from core.deletion import move_to_bin, take_from_bin
from core.errors import Conflict, NotFound
from documents.models import Document
from documents.services import lifecycle, locking
from documents.services.versions import choose_newest, versions_of
from documents.signals import document_deleted, document_restored
from documents.storage import blobs
from events.sharing_events import record_deletion
from tasks.runtime import queue
from users.models import User


class ParentDeleted(Conflict):
    """This is an attachment of a deleted document. Restore that document first."""

    code = "parent_deleted"
    what_to_do = "Restore the document that it is attached to."


def delete_document(document: Document, *, actor: User, permanently: bool = False, all_versions: bool = False) -> None:
    """Move a document and its attachments to the bin; `permanently` removes them at once.

    If it has other versions, the one before it becomes the newest again; `all_versions` deletes them, too.
    """
    _delete(document, actor, all_versions=all_versions)
    if permanently:
        purge_document(document)


def move_expired_to_bin(document: Document) -> None:
    """Move all versions of a document to the bin, because the retention rule of a corpus of its owner says so."""
    _move_to_bin(document, None, all_versions=True)


def erase_document(document: Document) -> None:
    """Remove all versions of a document that is not in the bin at once: its owner is erased."""
    _move_to_bin(document, None, all_versions=True)
    purge_document(document)


@atomic_with_retry
def _delete(document: Document, actor: User, *, all_versions: bool) -> None:
    require(actor, Permission.DELETE, document)
    _move_to_bin(document, actor, all_versions=all_versions)


@atomic_with_retry
def _move_to_bin(document: Document, actor: User | None, *, all_versions: bool) -> None:
    user_id = actor.pk if actor else document.owner_id
    locking.lock_parent(document)  # as jobs about the document do
    # All versions are locked, because another one may become the newest.
    versions = list(versions_of(document).values_list("pk", flat=True))
    deleted = {*versions, document.pk} if all_versions else {document.pk}
    locked = locking.lock_documents({*versions, document.pk}, with_attachments=True)
    rows = [each for each in locked if each.pk in deleted or each.parent_id in deleted]
    if document not in rows:
        raise NotFound
    for each in rows:
        record_deletion(each, each.shares.all(), actor_id=user_id)
        document_deleted.send(sender=Document, document=each, user_id=user_id)
    choose_newest(document.lineage, without=deleted)
    move_to_bin(Document.objects.filter(pk__in=[each.pk for each in rows]), user_id=actor.pk if actor else None)
    record_all(Action.DOCUMENT_DELETED, rows, actor=actor)
    _cancel_jobs(rows)  # afterwards, so that it does not count as a failure of the documents


@atomic_with_retry
def restore_document(document: Document, *, actor: User) -> None:
    """Restore a document with the attachments and versions that were deleted together with it.

    The version with the highest number becomes the newest one.

    Raises `ParentDeleted` for an attachment of a document that is in the bin.
    """
    require_in_bin(actor, Permission.DELETE, document)
    if document.parent is not None and document.parent.deleted_at is not None:
        raise ParentDeleted
    locking.lock_lineage(document.lineage)
    rows = Document.with_deleted.filter(deleted_at=document.deleted_at).exclude(deleted_at=None)
    together = [*rows.filter(lineage=document.lineage), *rows.filter(parent__lineage=document.lineage)]
    if not together:
        raise NotFound
    choose_newest(document.lineage, restored={each.pk for each in together})
    take_from_bin(Document.with_deleted.filter(pk__in=[each.pk for each in together]))
    record_all(Action.DOCUMENT_RESTORED, together, actor=actor)
    for each in together:
        lifecycle.resume_processing(each)
        document_restored.send(sender=Document, document=each, user_id=actor.pk)


@purging
def purge_document(document: Document) -> None:
    """Remove a document with everything about it from the database, and stored bytes that nothing else uses.

    Versions in the bin that were deleted together with it are removed, too.
    """
    locking.lock_lineage(document.lineage)
    lock_for_delete(document)
    row = Document.with_deleted.get(pk=document.pk)
    together = Document.with_deleted.filter(lineage=row.lineage, deleted_at=row.deleted_at).exclude(deleted_at=None)
    keys = {row.pk, *together.values_list("pk", flat=True)}
    purged = Document.with_deleted.filter(Q(pk__in=keys) | Q(parent__in=keys))
    rows = list(purged.select_for_update(of=("self",)).order_by(F("parent").asc(nulls_first=True), "pk"))
    choose_newest(row.lineage, without=keys, among_deleted=True)
    hashes = {sha256 for each in rows for sha256 in _hashes_of(each)}
    _cancel_jobs(rows)
    record_all(Action.DOCUMENT_PURGED, rows)
    for each in rows:
        record_deletion(each, ())
    Document.with_deleted.filter(pk__in=keys).delete()
    blobs.delete_unreferenced(hashes)


def _cancel_jobs(documents: list[Document]) -> None:
    jobs = chain.from_iterable(queue.jobs_of([document.pk for document in documents]).values())
    ids: list[UUID] = [job.id for job in jobs if not job.is_finished]
    queue.cancel_all(ids)


def _hashes_of(document: Document) -> Iterator[str]:
    """Return the hashes of all bytes that a document refers to."""
    yield document.blob_id
    if document.thumbnail_id:
        yield document.thumbnail_id
    for revision in document.revisions.only("rendition", "docling"):
        yield from (blob for blob in (revision.rendition_id, revision.docling_id) if blob)
