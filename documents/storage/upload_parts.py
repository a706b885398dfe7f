"""Parts of unfinished uploads, in the file store below `uploads/`."""

from collections.abc import Iterator
from datetime import datetime
from uuid import UUID

from django.core.files.storage import default_storage

from documents.errors import BlobMissing
from documents.models import Upload
from documents.storage import blobs

FOLDER = "uploads"


def part_name(upload_id: UUID, number: int) -> str:
    """Return the name of a part in the store."""
    return f"{FOLDER}/{upload_id}/{number:06d}"


def store_part(upload_id: UUID, number: int, received: blobs.ReceivedFile) -> None:
    """Store a part; one of the same number from an earlier attempt is replaced."""
    blobs.put(part_name(upload_id, number), received.path)


def part_size(upload_id: UUID, number: int) -> int | None:
    """Return the size of a part that the client has stored itself, or `None` if it does not exist yet."""
    try:
        return int(default_storage.size(part_name(upload_id, number)))
    except FileNotFoundError:
        return None


def read_parts(upload: Upload) -> Iterator[bytes]:
    """Yield the content of all parts; raise `BlobMissing` if one is missing."""
    for number in range(len(upload.parts)):
        try:
            with default_storage.open(part_name(upload.pk, number), "rb") as source:
                while chunk := source.read(1 << 20):
                    yield chunk
        except FileNotFoundError:
            raise BlobMissing from None


def delete_parts(upload_id: UUID) -> None:
    """Delete all parts of an upload."""
    folder = f"{FOLDER}/{upload_id}"
    for name in blobs.files_in(folder):
        default_storage.delete(f"{folder}/{name}")
    blobs.delete_empty_folder(folder)


def delete_orphaned_parts(*, before: datetime) -> int:
    """Delete parts from before this time that belong to no upload; return the number of uploads."""
    ids = {name: _id(name) for name in blobs.folders_in(FOLDER)}
    known = set(Upload.objects.filter(pk__in=[key for key in ids.values() if key]).values_list("pk", flat=True))
    orphans = [key for key in ids.values() if key and key not in known and _is_older(key, before)]
    for key in orphans:
        delete_parts(key)
    return len(orphans)


def _is_older(upload_id: UUID, moment: datetime) -> bool:
    folder = f"{FOLDER}/{upload_id}"
    return all(blobs.is_older(f"{folder}/{name}", moment) for name in blobs.files_in(folder))


def _id(name: str) -> UUID | None:
    try:
        return UUID(name)
    except ValueError:
        return None
