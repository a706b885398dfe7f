"""Check files before they are uploaded: duplicates, size, type, quota."""

import mimetypes
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.conf import settings

from core.access import ListScope
from documents.models import Document
from documents.services import quota
from documents.services.uploads import accepted_types
from users.models import User

MAX_FILES = 1_000


@dataclass(frozen=True, slots=True)
class FileDescription:
    """A file as described by the client."""

    sha256: str
    size: int
    name: str


@dataclass(frozen=True, slots=True)
class UploadCheck:
    """The expected result of an upload. `is_accepted` is `None` if it depends on the content."""

    file: FileDescription
    document: UUID | None
    is_empty: bool
    is_too_large: bool
    is_accepted: bool | None
    has_room: bool
    route: str


def check_uploads(files: Sequence[FileDescription], *, owner: User) -> list[UploadCheck]:
    """Check files in order; each reduces the quota for those after it. Four queries."""
    existing = _existing(owner, {file.sha256 for file in files})
    room = _Room(quota.usage_of(owner.tenant_id))
    allowed = accepted_types()
    return [_check(file, existing.get(file.sha256), room, allowed) for file in files]


def _existing(owner: User, hashes: Iterable[str]) -> dict[str, UUID]:
    """Return the documents of the owner with these hashes; those of other users must not be revealed."""
    rows = Document.objects.in_scope(owner, ListScope.MINE).filter(blob__in=hashes).order_by("-pk")
    return dict(rows.values_list("blob_id", "pk"))


def _check(file: FileDescription, document: UUID | None, room: "_Room", allowed: frozenset[str]) -> UploadCheck:
    is_too_large = file.size > settings.MAX_RESUMABLE_BYTES
    is_accepted = _is_accepted(file.name, allowed)
    is_needed = document is None and file.size > 0 and not is_too_large and is_accepted is not False
    has_room = room.take(file.size) if is_needed else True
    fits_at_once = file.size <= settings.MAX_UPLOAD_BYTES
    return UploadCheck(
        file=file,
        document=document,
        is_empty=file.size == 0,
        is_too_large=is_too_large,
        is_accepted=is_accepted,
        has_room=has_room,
        route="none" if not is_needed or not has_room else "upload" if fits_at_once else "resumable",
    )


def _is_accepted(name: str, allowed: frozenset[str]) -> bool | None:
    """Guess from the name whether the type is accepted, to avoid useless uploads of, for example, videos."""
    guessed, _ = mimetypes.guess_type(name, strict=False)
    if guessed is None or guessed.startswith("text/"):
        return None
    return guessed in allowed


class _Room:
    """The quota that is left for the next file."""

    def __init__(self, usage: quota.Usage) -> None:
        self._bytes, self._documents = usage.room, usage.room_documents

    def take(self, size: int) -> bool:
        if (self._bytes is not None and size > self._bytes) or self._documents == 0:
            return False
        self._bytes = None if self._bytes is None else self._bytes - size
        self._documents = None if self._documents is None else self._documents - 1
        return True
