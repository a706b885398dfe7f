"""Resumable uploads: files that arrive in parts, at any web process."""

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet, UUIDField
from django.db.models.fields.json import KT
from django.db.models.functions import Cast
from django.utils import timezone

from core.access import Access, AccessLimits, access_of, limit_condition
from core.db.rows import get_row
from core.errors import UserFault
from documents.errors import FileTooLarge, UploadConflict, UploadGone, UploadIncomplete
from documents.models import Upload
from documents.pipeline.filenames import safe_filename
from documents.services import quota
from documents.services.progress import Progress
from documents.storage import upload_parts
from documents.storage.blobs import BlobWriter, ReceivedFile
from users.models import User

logger = logging.getLogger(__name__)

Make = Callable[[Upload, ReceivedFile], UUID]
_LIMITS: Final = "limits"
_JSON = (str, int, float, bool, list, type(None))


@dataclass(frozen=True, slots=True, kw_only=True)
class NewUpload:
    """An announced file, and the options of the document to create."""

    filename: str
    length: int
    sha256: str = ""
    options: Mapping[str, str]


@transaction.atomic
def create_upload(upload: NewUpload, *, owner: User, limit: int) -> Upload:
    """Create an upload and reserve its size; raise `FileTooLarge` or `QuotaExceeded`."""
    if upload.length > limit:
        raise FileTooLarge(limit=limit)
    quota.require_room_for_upload(owner.tenant_id, upload.length)
    return Upload.objects.create(
        owner=owner,
        tenant_id=owner.tenant_id,
        filename=safe_filename(upload.filename),
        length=upload.length,
        sha256=upload.sha256.lower(),
        options={**upload.options, **({_LIMITS: limits.dump()} if (limits := access_of(owner).limits) else {})},
        expires=_expiry(),
    )


def own_uploads(owner: User) -> QuerySet[Upload]:
    """Return the uploads of a user; with a limited token, those into what it reaches."""
    uploads = Upload.objects.filter(owner=owner)
    if access_of(owner).limits is None:
        return uploads
    corpus = Cast(KT("options__corpus"), UUIDField())
    return uploads.alias(destination=corpus).filter(limit_condition(owner, "destination"))


def owner_of(upload: Upload) -> User:
    """Return the owner of an upload, with the limits of the token that created it."""
    limits = upload.options.get(_LIMITS)
    upload.owner.access = Access(upload.owner.pk, limits=AccessLimits.parse(limits) if limits else None)
    return upload.owner


def get_upload(owner: User, upload_id: UUID) -> Upload:
    """Return an upload of a user; raise `NotFound`, or `UploadGone` if it has expired."""
    found = get_row(own_uploads(owner), pk=upload_id)
    if found.state == Upload.State.RECEIVING and found.expires < timezone.now():
        raise UploadGone
    return found


@transaction.atomic
def append(upload: Upload, received: ReceivedFile, *, offset: int) -> Upload:
    """Append a part.

    Raises `UploadConflict` (the offset is another one now), `UploadGone` and `FileTooLarge`.
    """
    upload = Upload.objects.select_for_update().get(pk=upload.pk)
    if upload.received != offset:
        raise UploadConflict(offset=upload.received)
    if upload.state != Upload.State.RECEIVING:
        raise UploadGone
    if upload.received + received.size > upload.length:
        raise FileTooLarge("The file is larger than announced.", limit=upload.length)
    if received.size:
        upload_parts.store_part(upload.pk, len(upload.parts), received)
        upload.parts = [*upload.parts, received.size]
        upload.received += received.size
        upload.expires = _expiry()
        upload.save(update_fields=["parts", "received", "expires"])
    return upload


@transaction.atomic
def adopt_stored_file(upload: Upload) -> Upload:
    """Accept a file that the client has stored itself; raise `UploadIncomplete` until all of it is there."""
    upload = Upload.objects.select_for_update().get(pk=upload.pk)
    if upload.state == Upload.State.RECEIVING and not upload.parts and upload.length:
        size = upload_parts.part_size(upload.pk, 0)
        if size != upload.length:
            raise UploadIncomplete(expected=upload.length, received=size or 0)
        upload.parts, upload.received = [size], size
        upload.save(update_fields=["parts", "received"])
    return upload


def complete(upload: Upload, *, make: Make) -> Upload:
    """Assemble the file and create its document or archive; once, however often it is requested.

    If the file is invalid, the upload is `refused` with code and message. Its parts are deleted then, and on success.
    Other errors are raised, and the request can be repeated.
    """
    with transaction.atomic():
        upload = Upload.objects.select_for_update(of=("self",)).select_related("owner").get(pk=upload.pk)
        if upload.state != Upload.State.RECEIVING:
            return upload
        if not upload.is_complete:
            raise UploadIncomplete(expected=upload.length, received=upload.received)
        try:
            with assemble(upload) as received, transaction.atomic():
                upload.result = make(upload, received)
        except UserFault as refusal:
            refuse(upload, refusal)
        else:
            upload.state = Upload.State.DONE
            upload.save()
            transaction.on_commit(partial(upload_parts.delete_parts, upload.pk))
    return upload


def refuse(upload: Upload, refusal: UserFault) -> None:
    """Store why the file was refused, and delete its parts."""
    logger.info("upload.refused", extra={"upload": upload.pk, "code": refusal.code})
    upload.state, upload.result = Upload.State.REFUSED, None
    upload.error_code, upload.error_message = refusal.code, refusal.message
    upload.error_data = {key: value for key, value in refusal.data.items() if isinstance(value, _JSON)}
    upload.save()
    transaction.on_commit(partial(upload_parts.delete_parts, upload.pk))


@contextmanager
def assemble(upload: Upload) -> Iterator[ReceivedFile]:
    """Yield the whole file, hashed; it is deleted at the end of the block unless it was stored."""
    with BlobWriter() as writer:
        for chunk in upload_parts.read_parts(upload):
            writer.write(chunk)
        yield writer.finish()


@transaction.atomic
def pin(upload: Upload, result: UUID) -> None:
    """Keep the parts for a job that uses them, until `unpin`."""
    Upload.objects.filter(pk=upload.pk).update(state=Upload.State.HELD, result=result)


@transaction.atomic
def unpin(upload_id: UUID) -> None:
    """Delete the parts that a job no longer uses."""
    if Upload.objects.filter(pk=upload_id, state=Upload.State.HELD).update(state=Upload.State.DONE):
        transaction.on_commit(partial(upload_parts.delete_parts, upload_id))


def unpin_for(result: UUID) -> None:
    """Do the same for the upload that was pinned for this result, if there is one."""
    for upload_id in _pinned_for(result):
        unpin(upload_id)


def discard(result: UUID, *, job: Progress) -> None:
    """Delete the parts that a job has used, in a step of its own, so that a crash in between repeats only this."""
    for upload_id in _pinned_for(result):
        upload_parts.delete_parts(upload_id)
    with job.commit():
        unpin_for(result)


@transaction.atomic
def cancel_upload(upload: Upload) -> None:
    """Delete an upload and its parts. The document of a complete one stays."""
    if Upload.objects.filter(pk=upload.pk).exclude(state=Upload.State.HELD).delete()[0]:
        transaction.on_commit(partial(upload_parts.delete_parts, upload.pk))


def delete_expired(*, before: datetime) -> int:
    """Delete expired uploads and the results of old ones; return their number."""
    expired = Upload.objects.filter(expires__lt=before).exclude(state=Upload.State.HELD)
    found = list(expired[:1_000])
    for upload in found:
        cancel_upload(upload)
    return len(found)


def _pinned_for(result: UUID) -> QuerySet[Upload, UUID]:
    return Upload.objects.filter(result=result, state=Upload.State.HELD).values_list("pk", flat=True)


def _expiry() -> datetime:
    return timezone.now() + timedelta(hours=settings.UPLOAD_EXPIRY_HOURS)
