"""Versions of a document: rows of one lineage. The newest one represents the document in corpora and lists."""

from collections.abc import Collection
from uuid import UUID

from django.conf import settings
from django.db.models import Max, Q, QuerySet

from audit.actions import Action
from audit.log import record
from core.access import ListScope, Permission, require
from core.db.transactions import atomic_with_retry
from core.errors import NotFound
from documents.errors import DocumentExists, DocumentLocked, Infected, IsAttachment
from documents.models import Document
from documents.pipeline.filenames import safe_filename
from documents.services import locking, quota
from documents.services.attachments import replace_attachments
from documents.services.titles import TitleFields, first_title
from documents.services.uploads import NewFile, accepted_type
from documents.signals import attachments_created, newest_version_changed
from documents.storage import blobs
from events import outbox
from users.models import User


def versions_of(document: Document) -> "QuerySet[Document]":
    """Return the versions of a document that are not in the bin, whether they are visible or not."""
    return Document.objects.filter(lineage=document.lineage)


def newest_of(document: Document) -> Document:
    """Return the newest version of a document."""
    return document.superseded_by or document


@atomic_with_retry
def upload_version(document: Document, file: NewFile, *, actor: User) -> Document:
    """Store a file as the newest version of a document. The row belongs to the owner of the document.

    It requires the permission to edit, as another parse does: both replace the text that all readers see, while the
    previous one is kept. Raises the errors of `upload_document`, `DocumentLocked` or `Infected` because of the newest
    version, and `IsAttachment`.
    """
    require(actor, Permission.EDIT, document)
    name = safe_filename(file.filename)
    mime_type = accepted_type(file.received, name=name, sha256=file.sha256)
    newest = _lock_newest(document)
    _require_replaceable(newest)
    _refuse_existing(newest, file.received.sha256, actor=actor)
    quota.room_of(newest.tenant_id).take(file.received.size)  # before it is stored
    blob = blobs.store(file.received)
    quota.lock_quota(newest.tenant_id)
    quota.room_of(newest.tenant_id).take(file.received.size)
    latest = Document.with_deleted.filter(lineage=newest.lineage).aggregate(number=Max("version_number"))
    created = Document.objects.create(
        lineage=newest.lineage,
        version_number=latest["number"] + 1,
        superseded_by=newest,  # until it takes the place of that one
        owner_id=newest.owner_id,
        tenant_id=newest.tenant_id,
        uploaded_by=actor,
        **_title(newest, file, name),
        filename=name,
        mime_type=mime_type,
        requested_parser=newest.requested_parser if mime_type == newest.mime_type else "",
        blob=blob,
        scan=Document.Scan.PENDING if settings.CLAMD_URL else Document.Scan.UNSCANNED,
    )
    choose_newest(created.lineage)
    created.refresh_from_db(fields=["superseded_by", "is_public"])
    record(Action.VERSION_UPLOADED, created, actor=actor, number=created.version_number, previous=str(newest.pk))
    return created


def choose_newest(
    lineage: UUID,
    *,
    without: Collection[UUID] = (),
    restored: Collection[UUID] = (),
    among_deleted: bool = False,
) -> None:
    """Make the version with the highest number the newest one, in the transaction of the caller.

    Versions in the bin count if they are about to be restored; with `among_deleted` also if all are in the bin. Those
    `without` do not count. If no version is left, nothing changes. Attachments are superseded with their document.
    """
    rows = list(Document.with_deleted.filter(lineage=lineage).order_by("-version_number"))
    remaining = [row for row in rows if row.pk not in without]
    live = [row for row in remaining if row.deleted_at is None or row.pk in restored]
    previous = next((row for row in rows if row.superseded_by_id is None), None)
    newest = next(iter(live or (remaining if among_deleted else ())), None)
    if newest is None or newest == previous or newest.parent_id is not None:
        return
    others = Document.with_deleted.filter(lineage=lineage).exclude(pk=newest.pk)
    others.update(superseded_by=newest)
    Document.with_deleted.filter(pk=newest.pk).update(superseded_by=None)
    newest.superseded_by = None
    attachments = Document.with_deleted.filter(parent__lineage=lineage)
    attachments.exclude(parent=newest).update(superseded_by=newest)
    attachments.filter(parent=newest).update(superseded_by=None)
    if previous is not None:
        _move_access(previous, newest)
        newest_version_changed.send(sender=Document, previous=previous, newest=newest)
        _place_attachments(previous, newest)
    for row in (newest, *([previous] if previous else [])):
        outbox.record(outbox.Entity.DOCUMENT, row.pk, owner_id=row.owner_id, changed=["versions"])


def _place_attachments(previous: Document, newest: Document) -> None:
    """Put attachments of a version that is the newest one again in their places; a new version has none yet.

    Corpora to which the document was added since then get those that the previous version did not have.
    """
    replace_attachments(newest, list(Document.with_deleted.filter(parent=newest)))
    others = Document.with_deleted.filter(parent=previous).values("path")
    own = newest.attachments.exclude(path__in=others)
    since = max(previous.created, newest.created)
    attachments_created.send(sender=Document, parent=newest, created=list(own), since=since)


def _lock_newest(document: Document) -> Document:
    """Lock all versions of a document, which serializes uploads of new ones, and return the newest."""
    locking.lock_lineage(document.lineage)
    # A version that was created while this transaction waited for the locks is found by another query only.
    rows = locking.lock_documents(versions_of(document).values_list("pk", flat=True))
    newest = next((row for row in rows if row.superseded_by_id is None), None)
    if newest is None or document not in rows:
        raise NotFound
    return newest


def _require_replaceable(newest: Document) -> None:
    if newest.parent_id is not None:
        raise IsAttachment
    if newest.backend_lock:
        raise DocumentLocked
    if newest.scan == Document.Scan.INFECTED:
        raise Infected


def _refuse_existing(newest: Document, sha256: str, *, actor: User) -> None:
    """Raise `DocumentExists` if a version has this file; for owners also if another document of theirs has it."""
    rows = versions_of(newest).filter(blob=sha256)
    if actor.pk == newest.owner_id:
        rows = rows | Document.objects.in_scope(actor, ListScope.MINE).filter(blob=sha256)
    existing = rows.first()
    if existing is not None:
        raise DocumentExists(document_id=str(existing.pk), title=existing.title)


def _title(newest: Document, file: NewFile, name: str) -> TitleFields:
    """Return the requested title, else the one that a user gave to the previous version, else the file name."""
    if not file.title and newest.title_source == Document.TitleSource.USER:
        return {"title": newest.title, "title_source": Document.TitleSource.USER}
    return first_title(file.title, name)


def _move_access(previous: Document, newest: Document) -> None:
    """Let the newest version have the shares and the publicity of the document: the older ones inherit them."""
    own = newest.shares
    has_share = (
        Q(user__in=own.exclude(user=None).values("user"))
        | Q(team__in=own.exclude(team=None).values("team"))
        | Q(email__in=own.exclude(email="").values("email"))
    )
    previous.shares.filter(has_share).delete()
    previous.shares.update(target=newest)
    Document.with_deleted.filter(pk=newest.pk).update(is_public=previous.is_public)
    Document.with_deleted.filter(pk=previous.pk).update(is_public=False)
