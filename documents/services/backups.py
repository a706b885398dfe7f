"""Backups: all rows and stored files in a folder, and the way back.

Files are kept once for all backups of a folder, by their hash, so that each backup copies only new ones.
`manifest.json` is written last: a backup without it was interrupted and does not count.
"""

import fcntl
import hashlib
import json
import re
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

from django.core.cache import cache
from django.db.models import Exists
from django.utils import timezone
from redis import RedisError

from core.db import dump
from core.db.dump import DumpError, TableFile
from core.whole_files import draft_of
from documents.errors import BlobMissing
from documents.models import Blob
from documents.services import integrity
from documents.services.backup_files import BackupFiles, for_recipients, with_key
from documents.storage import blobs, file_store

FORMAT: Final = 2
_ENCRYPTED: Final = 3  # so that earlier versions refuse it
_NAME: Final = "%Y%m%dT%H%M%SZ"
_MANIFEST: Final = "manifest.json"
_LAST: Final = "backups.last"
_BATCH: Final = 1_000
_HASH: Final = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a backup.

    `damaged` are the hashes of files that the store does not have, or that have changed; `other_tables` are not in it.
    """

    name: str
    rows: int
    files: int
    copied: int
    damaged: list[str]
    other_tables: list[str]


@dataclass(frozen=True, slots=True)
class Backup:
    """A finished backup in a folder."""

    folder: Path
    name: str
    key_file: Path | None = None

    @property
    def path(self) -> Path:
        return self.folder / self.name

    def manifest(self) -> dict[str, Any]:
        content: dict[str, Any] = json.loads((self.path / _MANIFEST).read_text())
        if content["format"] not in {FORMAT, _ENCRYPTED}:
            raise DumpError(f"{self.path} has the format {content['format']}, which this version cannot read.")
        return content

    def tables(self) -> dict[str, TableFile]:
        return {table: TableFile(**file) for table, file in self.manifest()["tables"].items()}

    def files(self) -> BackupFiles:
        return with_key(self.folder, self.manifest().get("recipients", []), self.key_file)

    def hashes(self) -> list[str]:
        """Return the hashes of the stored files. They become names of files here and in the store."""
        found = (self.path / "files.txt").read_text().split()
        if wrong := next((each for each in found if not _HASH.fullmatch(each)), None):
            raise DumpError(f"{self.path / 'files.txt'} is damaged: {wrong[:80]!r} is no hash.")
        return found


def create(folder: Path, *, recipients: Sequence[str] = ()) -> Report:
    """Back up all rows and files, encrypted if there are recipients; running work goes on."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _locked(folder):
        report = _create(for_recipients(folder, recipients))
    with suppress(RedisError):  # it only informs the metrics
        cache.set(_LAST, timezone.now(), timeout=None)
    return report


def _create(files: BackupFiles) -> Report:
    backup = Backup(files.folder, timezone.now().strftime(_NAME))
    tables = backup.path / "tables"
    for each in (backup.path, tables):
        each.mkdir(mode=0o700)
    # Before the rows as well, so that files have to be kept for a short time only.
    copied, _ = _copy_files(files, _stored_hashes())
    with blobs.keep_files():
        with dump.snapshot():
            written, other_tables = dump.write_tables(tables, files.table, files.create)
            migrations, hashes = dump.applied_migrations(), list(_stored_hashes())
        copied_later, damaged = _copy_files(files, hashes)
    with draft_of(backup.path / "files.txt") as draft:
        draft.write_text("".join(f"{sha256}\n" for sha256 in hashes))
    manifest = {
        "format": _ENCRYPTED if files.recipients else FORMAT,
        "recipients": list(files.recipients),
        "created": timezone.now().isoformat(),
        "migrations": migrations,
        "sequences": dump.sequences(written),
        "tables": {table: asdict(file) for table, file in written.items()},
        "damaged": damaged,
    }
    with draft_of(backup.path / _MANIFEST) as draft:
        draft.write_text(json.dumps(manifest, indent=1))
    rows = sum(file.rows for file in written.values())
    return Report(backup.name, rows, len(hashes), copied + copied_later, damaged, other_tables)


def last_created() -> datetime | None:
    """Return when the last backup was finished, if Redis knows it."""
    with suppress(RedisError):
        found: datetime | None = cache.get(_LAST)
        return found
    return None


def finished(folder: Path) -> list[Backup]:
    """Return the finished backups of a folder, the oldest first."""
    return [Backup(folder, path.parent.name) for path in sorted(folder.glob(f"*/{_MANIFEST}"))]


def find(folder: Path, name: str = "", *, key_file: Path | None = None) -> Backup:
    """Return a backup by name, or the newest one, to be read with a key if it is encrypted."""
    matching = [replace(backup, key_file=key_file) for backup in finished(folder) if name in {"", backup.name}]
    if not matching:
        raise DumpError(f"{folder} has no finished backup {name}".strip() + ".")
    return matching[-1]


def verify(backup: Backup) -> list[str]:
    """Read all files of a backup; return the names of those that are missing or have changed.

    Raises `BackupKeyMissing` or `WrongBackupKey` if it is encrypted and cannot be read.
    """
    files = backup.files()
    files.check_key(backup.path / "tables" / files.table(min(backup.tables())))
    # A file that was missing then may have come with another backup.
    known = {sha256 for sha256 in backup.manifest()["damaged"] if not files.stored(sha256).exists()}
    bad = [
        f"tables/{files.table(table)}"
        for table, file in backup.tables().items()
        if not dump.verify_file(backup.path / "tables" / files.table(table), file.sha256)
    ]
    stored = (sha256 for sha256 in backup.hashes() if sha256 not in known)
    return bad + [f"files/{each}" for each in stored if not files.is_intact(each)]


def restore(backup: Backup) -> list[str]:
    """Put the files of a verified backup into the store, and load its rows into an empty database.

    Files come first: they may be copied again after an error, while rows need an empty database. Return the names of
    tables that no migration makes: their rows are not loaded.
    """
    dump.require_empty()
    if bad := verify(backup):
        raise DumpError(f"{backup.path} is damaged: {len(bad)} files, {bad[0]} among them. Restore another backup.")
    manifest = backup.manifest()
    migrations = dump.last_migrations(manifest["migrations"])
    files = backup.files()
    for sha256 in backup.hashes():
        if files.stored(sha256).exists():
            _restore_file(files, sha256)
    dump.create_tables(migrations)
    paths = {table: backup.path / "tables" / files.table(table) for table in backup.tables()}
    left_out = dump.load_tables(backup.tables(), manifest["sequences"], paths.__getitem__, files.read)
    file_store.adopt()
    return left_out


def _restore_file(files: BackupFiles, sha256: str) -> None:
    """Put a file into the store; a decrypted copy of it is deleted afterwards."""
    if not files.recipients:
        blobs.put_if_missing(Blob(sha256=sha256), files.stored(sha256))
        return
    with blobs.scratch_folder() as folder:
        plain = Path(folder) / sha256
        with files.read(files.stored(sha256)) as source, plain.open("wb") as target:
            shutil.copyfileobj(source, target)
        blobs.put_if_missing(Blob(sha256=sha256), plain)


def delete_old(folder: Path, *, keep_days: int) -> int:
    """Delete backups older than this, but never the newest, and files that no other one needs; return their number."""
    with _locked(folder):  # a backup that is being made may need one of these files
        return _delete_old(folder, keep_days=keep_days)


def _delete_old(folder: Path, *, keep_days: int) -> int:
    before = timezone.now() - timedelta(days=keep_days)
    backups = finished(folder)
    old = [backup for backup in backups[:-1] if _created(backup.name) < before]
    interrupted = {path.parent for path in folder.glob("*/tables")} - {backup.path for backup in backups}
    for path in (*(backup.path for backup in old), *(path for path in interrupted if _created(path.name) < before)):
        shutil.rmtree(path)
    kept = [(backup.files().suffix, backup.hashes()) for backup in backups if backup not in old]
    needed = {f"{sha256}{suffix}" for suffix, hashes in kept for sha256 in hashes}
    for path in (folder / "files").glob("*/*"):
        if path.name not in needed and path.stat().st_mtime < before.timestamp():
            path.unlink()
    return len(old)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    with (folder / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise DumpError(f"Another backup is being written to {folder}.") from None
        yield


def _created(name: str) -> datetime:
    return timezone.make_aware(datetime.strptime(name, _NAME), timezone.get_default_timezone())  # noqa: DTZ007  # now


def _stored_hashes() -> Iterator[str]:
    """Return the hashes of all stored files. Those of infected documents were deleted on purpose."""
    stored = Blob.objects.exclude(Exists(integrity.infected()))
    return stored.order_by("pk").values_list("pk", flat=True).iterator(chunk_size=_BATCH)


def _copy_files(files: BackupFiles, hashes: Iterable[str]) -> tuple[int, list[str]]:
    """Copy the files that the folder does not have; return their number, and the hashes of damaged ones."""
    copied, damaged = 0, []
    for sha256 in hashes:
        if (target := files.stored(sha256)).exists():
            continue
        if _copy_file(Blob(sha256=sha256), target, files):
            copied += 1
        else:
            damaged.append(sha256)
    return copied, damaged


def _copy_file(blob: Blob, target: Path, files: BackupFiles) -> bool:
    for each in (target.parent.parent, target.parent):
        each.mkdir(mode=0o700, exist_ok=True)
    draft = target.with_name(f".{blob.sha256}")
    digest = hashlib.sha256()
    try:
        with blobs.open_blob(blob) as source, files.create(draft) as copy:
            while chunk := source.read(1 << 20):
                digest.update(chunk)
                copy.write(chunk)
        if digest.hexdigest() != blob.sha256:
            return False
        draft.rename(target)
    except BlobMissing:
        return False
    finally:
        with suppress(FileNotFoundError):
            draft.unlink()
    return True
