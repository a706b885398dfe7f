"""Reading of untrusted ZIP files: sizes are checked before and during unpacking.

Paths are never used on the file system. Only plain entries are read: stored or deflated, not encrypted, regular files.
"""

import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from core.errors import UserFault

MAX_ENTRIES: Final = 10_000
MAX_UNPACKED: Final = 1 << 30  # bytes
MAX_RATIO: Final = 200  # unpacked to compressed size; text rarely reaches 20
_RATIO_THRESHOLD: Final = 1 << 20  # bytes: smaller entries may have any ratio
_MAX_DIRECTORY: Final = 8 << 20  # bytes of the central directory
_MAX_DIRECTORY_ENTRIES: Final = 4 * MAX_ENTRIES
_CHUNK: Final = 1 << 18

_END: Final = struct.Struct("<4s4H2LH")
_END_SIGNATURE, _ZIP64_SIGNATURE, _ENTRY_SIGNATURE = b"PK\x05\x06", b"PK\x06\x07", b"PK\x03\x04"
_DIRECTORY_SIGNATURE: Final = b"PK\x01\x02"  # of each entry of the central directory
_LOCATOR_SIZE: Final = 20
_SUPPORTED_COMPRESSION: Final = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
_ENCRYPTED_FLAG: Final = 0x1
_ABSOLUTE: Final = re.compile(r"^(/|[A-Za-z]:)")
_SYSTEM_FILES: Final = frozenset({".ds_store", "thumbs.db", "desktop.ini"})


class InvalidArchive(UserFault):
    """This file is not a ZIP file, or it is damaged."""

    code = "invalid_archive"
    what_to_do = "Create the archive again as ZIP."


class ArchiveTooLarge(UserFault):
    """This archive has too many files or is too large when unpacked. Split it into several archives."""

    code = "archive_too_large"
    http_status = 413
    what_to_do = "Split it into several archives."


class EntryRefused(UserFault):
    """This file in the archive cannot be imported."""

    code = "entry_refused"
    what_to_do = "Upload the file by itself."


class UnsafeName(EntryRefused):
    """The path of this file leads out of the archive."""

    code = "unsafe_name"
    what_to_do = "Create the archive with relative paths."


class LinkInArchive(EntryRefused):
    """This entry is a link or a device, not a file."""

    code = "link_in_archive"
    what_to_do = "Put the file itself into the archive."


class EncryptedEntry(EntryRefused):
    """This file is protected by a password."""

    code = "encrypted_entry"
    what_to_do = "Create the archive without a password."


class UnsupportedCompression(EntryRefused):
    """This file is compressed with an unsupported method."""

    code = "unsupported_compression"
    what_to_do = "Create the archive with the method Deflate."


class SuspiciousRatio(EntryRefused):
    """The compression ratio of this file is too high to unpack it safely."""

    code = "suspicious_ratio"
    what_to_do = "Upload the file by itself."


class DamagedEntry(EntryRefused):
    """This file is damaged."""

    code = "damaged_entry"
    what_to_do = "Create the archive again."


class EntryTooLarge(EntryRefused):
    """This file is larger than the limit for files in an archive."""

    code = "file_too_large"
    what_to_do = "Upload the file by itself, in chunks."


@dataclass(frozen=True, slots=True)
class Entry:
    """A file in the archive. `names` is its checked path; `info` is its unchecked directory entry."""

    number: int
    names: tuple[str, ...]
    info: zipfile.ZipInfo

    @property
    def is_system_file(self) -> bool:
        """True for files that operating systems add to archives."""
        return "__MACOSX" in self.names or self.names[-1].lower() in _SYSTEM_FILES


def looks_like_zip(head: bytes) -> bool:
    """Return whether the first bytes are those of a ZIP file; an empty archive starts with the end record."""
    return head.startswith((_ENTRY_SIGNATURE, _END_SIGNATURE))


def has_many_entries(path: Path, *, begin: int = 0) -> bool:
    """Check whether a ZIP file may have more entries than `zipfile` should read: 47 bytes of one take 700 in memory.

    Folders are entries, too. Those of files that are stored in the file count if they lie after `begin`.
    """
    found, end = 0, b""
    with path.open("rb") as source:
        source.seek(max(0, begin))
        while chunk := source.read(_CHUNK):
            found += (end + chunk).count(_DIRECTORY_SIGNATURE)
            if found > _MAX_DIRECTORY_ENTRIES:
                return True
            end = chunk[1 - len(_DIRECTORY_SIGNATURE) :]
    return False


class Archive:
    """An open ZIP file. Opening it raises `InvalidArchive` or `ArchiveTooLarge`."""

    def __init__(self, path: Path) -> None:
        _check_directory(path)
        try:
            self._file = zipfile.ZipFile(path)
        except (zipfile.BadZipFile, zipfile.LargeZipFile, ValueError, NotImplementedError, struct.error):
            raise InvalidArchive from None
        infos = [info for info in self._file.infolist() if not info.is_dir()]
        total = sum(info.file_size for info in infos)
        if len(infos) > MAX_ENTRIES:
            raise ArchiveTooLarge(f"An archive can have at most {MAX_ENTRIES} files.", entries=len(infos))
        if total > MAX_UNPACKED:
            raise ArchiveTooLarge("This archive is larger than 1 GiB when unpacked.", unpacked=total)
        self.infos = infos

    def __enter__(self) -> "Archive":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def entry(self, number: int) -> Entry:
        """Return an entry after checking it; raise a subclass of `EntryRefused` if it must not be read."""
        info = self.infos[number]
        entry = Entry(number, _split_path(info.filename), info)
        if not stat.S_ISREG(info.external_attr >> 16) and stat.S_IFMT(info.external_attr >> 16):
            raise LinkInArchive
        if info.flag_bits & _ENCRYPTED_FLAG:
            raise EncryptedEntry
        if info.compress_type not in _SUPPORTED_COMPRESSION:
            raise UnsupportedCompression
        if info.file_size > max(_RATIO_THRESHOLD, MAX_RATIO * info.compress_size):
            raise SuspiciousRatio
        return entry

    def read(self, entry: Entry) -> Iterator[bytes]:
        """Yield the bytes of an entry; raise `DamagedEntry` if size or checksum differ from the directory."""
        remaining = entry.info.file_size
        try:
            with self._file.open(entry.info) as source:
                while chunk := source.read(_CHUNK):
                    remaining -= len(chunk)
                    if remaining < 0:
                        raise DamagedEntry
                    yield chunk
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, struct.error):
            raise DamagedEntry from None
        if remaining:
            raise DamagedEntry


def _split_path(path: str) -> tuple[str, ...]:
    """Return the names in a path; raise `UnsafeName` if it is absolute or contains `..`."""
    plain = path.replace("\\", "/")
    names = tuple(name for name in plain.split("/") if name not in {"", "."})
    if _ABSOLUTE.match(plain) or ".." in names or not names:
        raise UnsafeName
    return names


def _check_directory(path: Path) -> None:
    """Check the central directory before `zipfile` reads it; raise `InvalidArchive` or `ArchiveTooLarge`."""
    size = path.stat().st_size
    with path.open("rb") as source:
        source.seek(max(0, size - _END.size - 0xFFFF - _LOCATOR_SIZE))
        tail = source.read()
    position = tail.rfind(_END_SIGNATURE)
    if position < 0 or len(tail) - position < _END.size:
        raise InvalidArchive
    *_, directory_size, _offset, _comment = _END.unpack_from(tail, position)
    if tail[max(0, position - _LOCATOR_SIZE) : position].startswith(_ZIP64_SIGNATURE):
        raise InvalidArchive("ZIP64 archives are not supported.")
    if directory_size > _MAX_DIRECTORY or has_many_entries(path, begin=size - len(tail) + position - directory_size):
        raise ArchiveTooLarge(f"An archive can have at most {MAX_ENTRIES} files.")
