"""Attachments of documents, for example of e-mails. They become documents of their own, once for all parses.

The parent of nested attachments is the uploaded document, too; their `path` contains the names of all levels. So
sharing and deletion have to follow one level only, and the tree can still be shown. Those of an older version of a
document are superseded by the newest one, as the older version is: lists and searches do not show them. What the
newest version has at the same path is another version of them (ADR 0053).
"""

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import Count, Max, Q, QuerySet, Value
from django.db.models.functions import Concat

from audit.actions import Action
from audit.log import record_all
from core.db.statements import Parameter, Statement, compiled
from core.errors import DomainError
from documents.errors import AttachmentTooDeep, TooManyAttachments
from documents.models import Document
from documents.pipeline.filenames import safe_filename, without_invisible
from documents.services import quota
from documents.services.titles import first_title
from documents.services.uploads import accepted_type
from documents.signals import attachments_created, attachments_replaced
from documents.storage import blobs
from documents.types import Attachment, ParseWarning

logger = logging.getLogger(__name__)

MAX_ATTACHMENTS = 1000  # of an uploaded document
MAX_DEPTH = 8  # names in a path
_NAMED = 5
_MAX_PATH_LENGTH = 600  # characters


@dataclass(frozen=True, slots=True)
class SkippedAttachment:
    """An attachment that was not imported, and the reason."""

    name: str
    reason: DomainError


def create_attachments(document: Document, attachments: Sequence[Attachment]) -> Iterator[ParseWarning]:
    """Create documents in the transaction of the caller; yield warnings about those that were skipped.

    Documents of an earlier parse are kept, because they may have annotations.
    """
    if not attachments:
        return
    root = Document.objects.select_for_update(no_key=True).get(pk=document.parent_id or document.pk)
    quota.lock_quota(root.tenant_id)
    present = set(Document.with_deleted.filter(parent=root).values_list("path", flat=True))
    made: list[Document] = []
    left_out: list[SkippedAttachment] = []
    for attachment, path in _paths(document, attachments):
        if path in present:
            continue
        try:
            made.append(_make(root, attachment, path, count=len(present)))
            present.add(path)
        except DomainError as reason:
            left_out.append(SkippedAttachment(attachment.filename, reason))
    if made:
        if root.version_number > 1 and root.superseded_by_id is None:
            replace_attachments(root, made)  # before they are added to corpora: their places are not new
        record_all(Action.DOCUMENT_UPLOADED, made, parent=str(root.pk))
        attachments_created.send(sender=Document, parent=document, created=made)
        logger.info("document.attachments_created", extra={"document": document.pk, "count": len(made)})
    yield from _warnings(left_out)


def replace_attachments(newest: Document, own: Sequence[Document]) -> None:
    """Let these attachments of the newest version take the places of those of other versions with the same paths."""
    by_path = {row.path: row for row in own}
    replaced = [(row, by_path[row.path]) for row in _of_other_versions(newest).filter(path__in=by_path)]
    if replaced:
        attachments_replaced.send(sender=Document, replaced=replaced)


def attachments_of(document: Document) -> "QuerySet[Document]":
    """Return the attachments of a document, nested ones too, by path."""
    if document.parent_id is None:
        return document.attachments.order_by("path")
    nested = Document.objects.filter(parent=document.parent_id, path__startswith=f"{document.path}/")
    return nested.order_by("path")


def count_attachments(documents: Iterable[Document]) -> dict[UUID, int]:
    """Count the attachments of each document, nested ones too; at most two queries."""
    rows = list(documents)
    if len(rows) == 1 and rows[0].parent_id is None and hasattr(rows[0], "upload_attachment_count"):
        return {rows[0].pk: rows[0].upload_attachment_count}  # `get_document_details` has counted them
    uploads = [row.pk for row in rows if row.parent_id is None]
    inner = [row.pk for row in rows if row.parent_id is not None]
    counts: dict[UUID, int] = {}
    if uploads:
        counts |= dict(_of_uploads().rows({"uploads": uploads}))
    if inner:
        within = Q(parent__attachments__in=inner, path__startswith=Concat("parent__attachments__path", Value("/")))
        counts |= dict(_counted(Document.objects.filter(within), "parent__attachments"))
    return counts


@cache
def _of_uploads() -> Statement:
    return compiled(_counted(Document.objects.filter(parent__any=Parameter("uploads")), "parent"))


def _counted(rows: "QuerySet[Document]", parent: str) -> "QuerySet[Document, tuple[UUID, int]]":
    return rows.order_by().values_list(parent).annotate(Count("pk"))


def _paths(document: Document, attachments: Sequence[Attachment]) -> Iterator[tuple[Attachment, str]]:
    """Yield each attachment with its path; a number distinguishes equal names."""
    taken: set[str] = set()
    for attachment in attachments:
        folders = [safe_filename(part) for part in attachment.folder.split("/") if part]
        names = [document.path, *folders, safe_filename(attachment.filename)]
        wanted = "/".join(name for name in names if name)
        path, number = wanted, 1
        while path in taken:
            number += 1
            path = f"{wanted} ({number})"
        taken.add(path)
        yield attachment, path


def _make(root: Document, attachment: Attachment, path: str, *, count: int) -> Document:
    if count >= MAX_ATTACHMENTS:
        raise TooManyAttachments(limit=MAX_ATTACHMENTS)
    if path.count("/") >= MAX_DEPTH or len(path) > _MAX_PATH_LENGTH:
        raise AttachmentTooDeep(limit=MAX_DEPTH)
    with blobs.BlobWriter() as writer, Path(attachment.path).open("rb") as source:
        while chunk := source.read(1 << 20):
            writer.write(chunk)
        received = writer.finish()
        mime_type = accepted_type(received, name=attachment.filename)
        quota.room_of(root.tenant_id).take(received.size)
        name = safe_filename(attachment.filename)
        return Document.objects.create(
            owner_id=root.owner_id,
            tenant_id=root.tenant_id,
            parent=root,
            path=path,
            superseded_by_id=root.superseded_by_id,
            **_lineage(root, path),
            **first_title("", name),
            filename=name,
            mime_type=mime_type,
            blob=blobs.store(received),
            scan=Document.Scan.PENDING if settings.CLAMD_URL else Document.Scan.UNSCANNED,
        )


def _of_other_versions(root: Document) -> "QuerySet[Document]":
    """Return the attachments of the other versions of a document, those of the latest version first."""
    rows = Document.with_deleted.filter(parent__lineage=root.lineage).exclude(parent=root)
    return rows.order_by("-parent__version_number", "path")


def _lineage(root: Document, path: str) -> dict[str, Any]:
    """Return the columns of a version of the attachment at this path in an earlier version, if there is one."""
    if root.version_number == 1:
        return {}
    earlier = _of_other_versions(root).filter(parent__version_number__lt=root.version_number, path=path).first()
    if earlier is None:
        return {}
    latest = Document.with_deleted.filter(lineage=earlier.lineage).aggregate(number=Max("version_number"))
    return {"lineage": earlier.lineage, "version_number": latest["number"] + 1}


def _warnings(left_out: Sequence[SkippedAttachment]) -> Iterator[ParseWarning]:
    """Yield one warning for each reason, with the names."""
    by_code: dict[str, list[SkippedAttachment]] = {}
    for each in left_out:
        by_code.setdefault(each.reason.code, []).append(each)
    for group in by_code.values():
        names = ", ".join(f"“{without_invisible(each.name)}”" for each in group[:_NAMED])
        more = f" and {len(group) - _NAMED} more" if len(group) > _NAMED else ""
        yield ParseWarning("attachment_skipped", f"Not imported: {names}{more}. {group[0].reason.message}")
