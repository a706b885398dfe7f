"""Reading ZIP files of strangers: everything is bounded before it is unpacked, and again while it is.

No path is followed. Only plain entries count: stored or deflated, not encrypted, regular files.
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

MOST_ENTRIES: Final = 10_000
MOST_UNPACKED: Final = 1 << 30
MOST_RATIO: Final = 200  # times what it takes in the archive; text rarely gets beyond 20
_RATIO_COUNTS_FROM: Final = 1 << 20
_MOST_DIRECTORY: Final = 8 << 20  # bytes of the table of contents: each entry of it costs memory
_CHUNK: Final = 1 << 18

_END: Final = struct.Struct("<4s4H2LH")
_END_MARK, _ZIP64_MARK, _ENTRY_MARK = b"PK\x05\x06", b"PK\x06\x07", b"PK\x03\x04"
_LOCATOR_SIZE: Final = 20
_PLAIN: Final = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
_IS_ENCRYPTED: Final = 0x1
_ABSOLUTE: Final = re.compile(r"^(/|[A-Za-z]:)")
_SYSTEM_FILES: Final = frozenset({".ds_store", "thumbs.db", "desktop.ini"})


class InvalidArchive(UserFault):
    """This is not a ZIP file that can be read."""

    code = "invalid_archive"


class ArchiveTooLarge(UserFault):
    """This archive holds more than can be unpacked."""

    code = "archive_too_large"
    http_status = 413


class EntryRefused(UserFault):
    """This entry of the archive is not taken."""

    code = "entry_refused"


class UnsafeName(EntryRefused):
    """The entry's path leads out of the archive."""

    code = "unsafe_name"


class LinkInArchive(EntryRefused):
    """The entry is no file but a link or a device."""

    code = "link_in_archive"


class EncryptedEntry(EntryRefused):
    """The entry is protected by a password."""

    code = "encrypted_entry"


class UnsupportedCompression(EntryRefused):
    """The entry is packed in a way that is not read."""

    code = "unsupported_compression"


class SuspiciousRatio(EntryRefused):
    """The entry would grow so much when unpacked that it is not taken."""

    code = "suspicious_ratio"


class DamagedEntry(EntryRefused):
    """The entry is damaged."""

    code = "damaged_entry"


class EntryTooLarge(EntryRefused):
    """The entry is larger than a file of an archive may be."""

    code = "file_too_large"


@dataclass(frozen=True, slots=True)
class Entry:
    """A file in the archive. `names` is its path, safe to be used; `info` what the archive says."""

    number: int
    names: tuple[str, ...]
    info: zipfile.ZipInfo

    @property
    def is_system_file(self) -> bool:
        """Systems leave such things in archives; nobody put them there."""
        return "__MACOSX" in self.names or self.names[-1].lower() in _SYSTEM_FILES


def looks_like_zip(head: bytes) -> bool:
    """Tell from its first bytes; an empty archive has nothing but an end."""
    return head.startswith((_ENTRY_MARK, _END_MARK))


class Archive:
    """An open ZIP file. Raises `InvalidArchive` and `ArchiveTooLarge` when it is opened."""

    def __init__(self, path: Path) -> None:
        _require_small_directory(path)
        try:
            self._file = zipfile.ZipFile(path)
        except (zipfile.BadZipFile, zipfile.LargeZipFile, ValueError, NotImplementedError, struct.error):
            raise InvalidArchive from None
        infos = [info for info in self._file.infolist() if not info.is_dir()]
        total = sum(info.file_size for info in infos)
        if len(infos) > MOST_ENTRIES:
            raise ArchiveTooLarge(f"An archive has at most {MOST_ENTRIES} files.", entries=len(infos))
        if total > MOST_UNPACKED:
            raise ArchiveTooLarge("Unpacked, this archive is larger than 1 GiB.", unpacked=total)
        self.infos = infos

    def __enter__(self) -> "Archive":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def entry(self, number: int) -> Entry:
        """Look at an entry before it is read; raises why it is not taken."""
        info = self.infos[number]
        entry = Entry(number, _names(info.filename), info)
        if not stat.S_ISREG(info.external_attr >> 16) and stat.S_IFMT(info.external_attr >> 16):
            raise LinkInArchive
        if info.flag_bits & _IS_ENCRYPTED:
            raise EncryptedEntry
        if info.compress_type not in _PLAIN:
            raise UnsupportedCompression
        if info.file_size > max(_RATIO_COUNTS_FROM, MOST_RATIO * info.compress_size):
            raise SuspiciousRatio
        return entry

    def read(self, entry: Entry) -> Iterator[bytes]:
        """Give its bytes; `DamagedEntry` where they are not what the archive says, or more."""
        left = entry.info.file_size
        try:
            with self._file.open(entry.info) as source:
                while chunk := source.read(_CHUNK):
                    left -= len(chunk)
                    if left < 0:
                        raise DamagedEntry
                    yield chunk
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, struct.error):
            raise DamagedEntry from None
        if left:
            raise DamagedEntry


def _names(path: str) -> tuple[str, ...]:
    """Split a path; what leads upwards or elsewhere is no path into a corpus."""
    plain = path.replace("\\", "/")
    names = tuple(name for name in plain.split("/") if name not in {"", "."})
    if _ABSOLUTE.match(plain) or ".." in names or not names:
        raise UnsafeName
    return names


def _require_small_directory(path: Path) -> None:
    """Look at the end of the archive: its table of contents is read as a whole, so it must not be a large one."""
    size = path.stat().st_size
    with path.open("rb") as source:
        source.seek(max(0, size - _END.size - 0xFFFF - _LOCATOR_SIZE))
        tail = source.read()
    at = tail.rfind(_END_MARK)
    if at < 0 or len(tail) - at < _END.size:
        raise InvalidArchive
    *_, directory_size, _offset, _comment = _END.unpack_from(tail, at)
    if tail[max(0, at - _LOCATOR_SIZE) : at].startswith(_ZIP64_MARK):
        raise InvalidArchive("Archives of the ZIP64 kind are not read.")
    if directory_size > _MOST_DIRECTORY:
        raise ArchiveTooLarge(f"An archive has at most {MOST_ENTRIES} files.")
