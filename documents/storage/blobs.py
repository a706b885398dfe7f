"""Content-addressed blobs in the file store (django-storages)."""

import hashlib
import os
import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from django.conf import settings
from django.core.files import File
from django.core.files.storage import default_storage
from django.db import connection, transaction
from django.db.models import Exists, Model, OuterRef, Q, QuerySet

from core.whole_files import delete_old_drafts
from documents.errors import BlobMissing
from documents.models import Blob, Document, DocumentRevision

HEAD = 65_536
_SCRATCH = "cartulary-scratch-"
_referring: list[tuple[type[Model], str]] = []
_HASH = re.compile(r"[0-9a-f]{64}")
_FOLDER = re.compile(r"[0-9a-f]{2}")


@dataclass(frozen=True, slots=True)
class ReceivedFile:
    """A received file in the incoming folder: its hash, size and first bytes."""

    path: Path
    sha256: str
    size: int
    head: bytes


class _Incoming(File):  # type: ignore[type-arg]  # generic only in the stubs
    """A file that a store in a folder may move instead of copying."""

    def temporary_file_path(self) -> str:
        return str(self.name)


class BlobWriter:
    """Writes chunks to the incoming folder and hashes them. The file is deleted at the end unless it was stored."""

    def __enter__(self) -> Self:
        folder = _incoming()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=folder)
        self._file = os.fdopen(handle, "wb")
        self._path = Path(name)
        self._digest = hashlib.sha256()
        self._head = bytearray()
        self.size = 0
        return self

    def write(self, chunk: bytes) -> None:
        """Write the next bytes."""
        self._file.write(chunk)
        self._digest.update(chunk)
        self.size += len(chunk)
        if len(self._head) < HEAD:
            self._head += chunk[: HEAD - len(self._head)]

    def finish(self) -> ReceivedFile:
        """Flush the file to disk and return it; it exists until the writer is closed."""
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        return ReceivedFile(self._path, self._digest.hexdigest(), self.size, bytes(self._head))

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with suppress(FileNotFoundError):  # it was moved into the store
            self._path.unlink()
        with suppress(OSError):  # it flushes what `write` could not: the disk is full
            self._file.close()


def register_reference(model: type[Model], column: str) -> None:
    """Keep the blobs that this column of a model of a higher package refers to."""
    _referring.append((model, column))


def store(received: ReceivedFile) -> Blob:
    """Store a received file once. Call inside the transaction that refers to the blob."""
    return store_all([received])[received.sha256]


def store_all(files: Sequence[ReceivedFile]) -> dict[str, Blob]:
    """Store received files once each and return the blobs by hash; call it as `store`."""
    hashes = {file.sha256 for file in files}
    lock_blobs(hashes)
    Blob.objects.bulk_create([Blob(sha256=file.sha256, size=file.size) for file in files], ignore_conflicts=True)
    blobs = Blob.objects.in_bulk(hashes)
    for file in files:
        blob = blobs[file.sha256]
        if blob.damage or not default_storage.exists(blob.name):
            put(blob.name, file.path)
        if blob.damage:
            Blob.objects.filter(pk=blob.pk).update(damage="", checked=None)
            blob.damage, blob.checked = "", None
    return blobs


def lock_blobs(hashes: Iterable[str]) -> None:
    """Serialize storing and deleting the same blobs, until the transaction ends; locked in a fixed order."""
    keys = sorted(int(sha256[:7], 16) for sha256 in set(hashes))
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(4711, key) FROM unnest(%s::int[]) AS key", [keys])


def hash_of(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as source:
        return hashlib.file_digest(source, "sha256").hexdigest()


def put(name: str, path: Path) -> None:
    """Store a file of the incoming folder under a name; an existing one is replaced."""
    with path.open("rb") as source:
        default_storage.save(name, _Incoming(source, name=str(path)))


def put_if_missing(blob: Blob, path: Path) -> None:
    """Store a copy of a local file as the content of a blob, unless the store has a file of that size."""
    if not default_storage.exists(blob.name) or default_storage.size(blob.name) != path.stat().st_size:
        with path.open("rb") as source:
            default_storage.save(blob.name, File(source))


def store_bytes(content: bytes) -> Blob:
    """Store some bytes. Call inside the transaction that refers to the blob."""
    with BlobWriter() as writer:
        writer.write(content)
        return store(writer.finish())


def store_file(path: Path) -> Blob:
    """Store a copy of a local file. Call inside the transaction that refers to the blob."""
    with BlobWriter() as writer, path.open("rb") as source:
        while chunk := source.read(1 << 20):
            writer.write(chunk)
        return store(writer.finish())


def open_blob(blob: Blob) -> IO[bytes]:
    """Open a blob for reading and seeking; raise `BlobMissing` if the store does not have it."""
    try:
        return default_storage.open(blob.name, "rb")
    except FileNotFoundError:
        raise BlobMissing(sha256=blob.sha256) from None


def read_blob(blob: Blob) -> bytes:
    """Return the content of a small blob."""
    with open_blob(blob) as source:
        return source.read()


@contextmanager
def local_copy(blob: Blob) -> Iterator[Path]:
    """Return a local path of the blob; of a temporary copy if the store is remote."""
    with suppress(NotImplementedError):
        path = Path(default_storage.path(blob.name))
        if not path.exists():
            raise BlobMissing(sha256=blob.sha256)
        yield path
        return
    with tempfile.NamedTemporaryFile(prefix=_SCRATCH) as target, open_blob(blob) as source:
        shutil.copyfileobj(source, target)
        target.flush()
        yield Path(target.name)


def verify_blob(blob: Blob) -> str:
    """Compare the content of a blob with its hash; return the damage, or an empty string."""
    try:
        with open_blob(blob) as source:
            digest = hashlib.sha256()
            while chunk := source.read(1 << 20):
                digest.update(chunk)
    except BlobMissing:
        return Blob.Damage.MISSING
    return "" if digest.hexdigest() == blob.sha256 else Blob.Damage.CHANGED


def unreferenced_blobs(*, before: datetime) -> QuerySet[Blob]:
    """Return the blobs before this time that no row refers to."""
    documents = Document.with_deleted.filter(Q(blob=OuterRef("pk")) | Q(thumbnail=OuterRef("pk")))
    revisions = DocumentRevision.objects.filter(Q(rendition=OuterRef("pk")) | Q(docling=OuterRef("pk")))
    others = [
        model._base_manager.filter(**{column: OuterRef("pk")}) for model, column in _referring
    ]  # a name of Django's documentation
    unused = [~Exists(rows) for rows in (documents, revisions, *others)]
    return Blob.objects.filter(*unused, created__lt=before)


def delete_orphaned_files(*, before: datetime) -> Iterator[str]:
    """Delete files from before this time that have no row; yield their hashes."""
    for folder in _folders(""):
        for subfolder in _folders(folder):
            names = [name for name in default_storage.listdir(subfolder)[1] if _HASH.fullmatch(name)]
            known = set(Blob.objects.filter(pk__in=names).values_list("pk", flat=True))
            for sha256 in names:
                if sha256 not in known and is_older(Blob(sha256=sha256).name, before):
                    _delete_file_if_unused(sha256)
                    yield sha256


def delete_old_incoming(*, before: datetime) -> int:
    """Delete incoming files of killed processes, and the drafts of stored ones; return their number."""
    count = 0
    with suppress(NotImplementedError):  # the store is no folder
        count += delete_old_drafts(Path(default_storage.path("")), before=before)
    for path in _incoming().glob("*"):
        with suppress(FileNotFoundError):  # its writer has just finished
            if path.stat().st_mtime < before.timestamp():
                path.unlink()
                count += 1
    return count


def scratch_folder() -> tempfile.TemporaryDirectory[str]:
    """Return a temporary folder; those of killed processes are deleted later."""
    return tempfile.TemporaryDirectory(prefix=_SCRATCH)


def delete_old_scratch(*, before: datetime) -> int:
    """Delete temporary folders of killed processes on this machine; return their number."""
    count = 0
    for path in Path(tempfile.gettempdir()).glob(f"{_SCRATCH}*"):
        with suppress(FileNotFoundError, PermissionError):  # it has just been deleted, or belongs to another user
            if path.stat().st_mtime < before.timestamp():
                shutil.rmtree(path) if path.is_dir() else path.unlink()
                count += 1
    return count


def delete_unreferenced(hashes: set[str]) -> None:
    """Delete blobs that no row refers to any more; their files are deleted on commit."""
    lock_blobs(hashes)
    for sha256 in hashes:
        if not _is_referenced(sha256):
            Blob.objects.filter(sha256=sha256).delete()
            transaction.on_commit(partial(_delete_file_if_unused, sha256))


def folders_in(name: str) -> list[str]:
    """Return the names of the folders in a folder of the store."""
    try:
        return sorted(default_storage.listdir(name)[0])
    except FileNotFoundError:
        return []


def files_in(name: str) -> list[str]:
    """Return the names of the files in a folder of the store."""
    try:
        return sorted(default_storage.listdir(name)[1])
    except FileNotFoundError:
        return []


def delete_empty_folder(name: str) -> None:
    """Delete an empty folder, if the store has folders."""
    with suppress(NotImplementedError, FileNotFoundError):
        Path(default_storage.path(name)).rmdir()


def _folders(parent: str) -> list[str]:
    """Return the folders of blobs below; other content of the store is ignored."""
    return [f"{parent}/{name}" if parent else name for name in folders_in(parent) if _FOLDER.fullmatch(name)]


def is_older(name: str, moment: datetime) -> bool:
    """Check whether a file of the store exists and was written before this time."""
    try:
        return default_storage.get_modified_time(name) < moment
    except FileNotFoundError:
        return False


def _incoming() -> Path:
    return Path(settings.DATA_DIR) / "blobs" / ".incoming"


def delete_content(sha256: str) -> None:
    """Delete the file of an infected blob; its row stays."""
    with transaction.atomic():
        lock_blobs([sha256])
        default_storage.delete(Blob(sha256=sha256).name)


def _is_referenced(sha256: str) -> bool:
    documents = Document.with_deleted.filter(Q(blob=sha256) | Q(thumbnail=sha256))
    revisions = DocumentRevision.objects.filter(Q(rendition=sha256) | Q(docling=sha256))
    others = (model._base_manager.filter(**{column: sha256}) for model, column in _referring)  # as above
    return documents.exists() or revisions.exists() or any(rows.exists() for rows in others)


def _delete_file_if_unused(sha256: str) -> None:
    with transaction.atomic():
        lock_blobs([sha256])
        if not Blob.objects.filter(sha256=sha256).exists() and _may_delete_files():
            default_storage.delete(Blob(sha256=sha256).name)


@contextmanager
def keep_files() -> Iterator[None]:
    """Let no file be deleted during the block, for a backup that has read its row; call it outside of transactions.

    `delete_orphaned_files` deletes those that have lost their rows meanwhile. A second backup waits for the first.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(4714, 0)")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(4714, 0)")


def _may_delete_files() -> bool:
    """Return whether no `keep_files` runs; none begins until this transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock_shared(4714, 0)")
        return bool(cursor.fetchone()[0])
