"""The files of a backup, plain or encrypted: their names, and how they are opened."""

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

from core import encrypted_files
from core.db.dump import DumpError
from core.encrypted_files import KeyProblem
from core.whole_files import flush_to_disk

_FINGERPRINT: Final = 12
_CHUNK: Final = 1 << 20


class BackupKeyMissing(DumpError):
    """The backup is encrypted, and no key was given."""


class WrongBackupKey(DumpError):
    """The key does not fit the backup, or cannot be read."""


@dataclass(frozen=True, slots=True)
class BackupFiles:
    """Opens the files of a backup for the holders of some public keys; of a plain one without them.

    Names contain a fingerprint of the keys, so that a backup for other keys uses no file that they cannot read.
    """

    folder: Path
    recipients: tuple[str, ...] = ()
    identities: tuple[Any, ...] = ()

    @property
    def suffix(self) -> str:
        if not self.recipients:
            return ""
        keys = "\n".join(sorted(self.recipients))
        return f".{hashlib.sha256(keys.encode()).hexdigest()[:_FINGERPRINT]}.age"

    def table(self, name: str) -> str:
        """Return the name of the file with the rows of a table."""
        return f"{name}.gz{self.suffix}"

    def stored(self, sha256: str) -> Path:
        """Return the path of a stored file, by the hash of its content."""
        return self.folder / "files" / sha256[:2] / f"{sha256}{self.suffix}"

    @contextmanager
    def create(self, path: Path) -> Iterator[IO[bytes]]:
        """Write to a new file, which is on disk at the end of the block."""
        if self.recipients:
            with _typed(), encrypted_files.encrypting(path, self.recipients) as target:
                yield target
        else:
            with path.open("wb") as plain:
                yield plain
        flush_to_disk(path)

    @contextmanager
    def read(self, path: Path) -> Iterator[IO[bytes]]:
        """Read the content of a file."""
        if not self.recipients:
            with path.open("rb") as plain:
                yield plain
            return
        self.require_key()
        with _typed(), encrypted_files.decrypting(path, self.identities) as source:
            yield source

    def require_key(self) -> None:
        """Raise unless the backup is plain, or there is a key to read it."""
        if self.recipients and not self.identities:
            raise BackupKeyMissing("The backup is encrypted. Name the file of its private key: --key-file FILE.")

    def check_key(self, path: Path) -> None:
        """Raise `BackupKeyMissing` or `WrongBackupKey` if this file of the backup cannot be decrypted."""
        self.require_key()
        with suppress(OSError), self.read(path) as source:  # damage is reported by other checks
            source.read(1)

    def is_intact(self, sha256: str) -> bool:
        """Check whether a stored file has the content with this hash; raise `WrongBackupKey` for another key."""
        digest = hashlib.sha256()
        try:
            with self.read(self.stored(sha256)) as source:
                while chunk := source.read(_CHUNK):
                    digest.update(chunk)
        except OSError:
            return False
        return digest.hexdigest() == sha256


def for_recipients(folder: Path, recipients: Sequence[str]) -> BackupFiles:
    """Return the files of a new backup; raise `WrongBackupKey` if one is no public key."""
    with _typed():
        encrypted_files.check_recipients(recipients)
    return BackupFiles(folder, tuple(recipients))


def with_key(folder: Path, recipients: Sequence[str], key_file: Path | None) -> BackupFiles:
    """Return the files of an existing backup, to be read with a key if it is encrypted."""
    with _typed():
        identities = encrypted_files.read_identities(key_file) if key_file and recipients else []
    return BackupFiles(folder, tuple(recipients), tuple(identities))


@contextmanager
def _typed() -> Iterator[None]:
    try:
        yield
    except KeyProblem as error:
        raise WrongBackupKey(str(error)) from error
