"""A ZIP file that is created while it is sent, without temporary files."""

import io
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePosixPath

from core.errors import DomainError

LEFT_OUT = "LEFT OUT.txt"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A file of the archive. `open` yields its content, or raises why it is not available."""

    name: str
    changed: datetime
    open: Callable[[], Iterable[bytes]]
    is_compact: bool = False
    """Already compressed: it is stored as it is."""


def stream_zip(entries: Iterable[Entry]) -> Iterator[bytes]:
    """Yield a ZIP file in chunks. Files that are not available are listed, with the reason, in an extra file."""
    sink = _Sink()
    left_out: list[str] = []
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
        for entry in _with_unique_names(entries):
            try:
                pieces = iter(entry.open())
            except DomainError as error:
                left_out.append(f"{entry.name}: {error.message}\n")
                continue
            with archive.open(_info(entry), "w", force_zip64=True) as target:
                for piece in pieces:
                    target.write(piece)
                    yield sink.drain()
        if left_out:
            archive.writestr(LEFT_OUT, "".join(left_out))
    yield sink.drain()


def _info(entry: Entry) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(entry.name, entry.changed.timetuple()[:6])
    info.compress_type = zipfile.ZIP_STORED if entry.is_compact else zipfile.ZIP_DEFLATED
    info.external_attr = 0o600 << 16
    return info


def _with_unique_names(entries: Iterable[Entry]) -> Iterator[Entry]:
    """Yield entries with names that differ on every system: a second `Lease.pdf` becomes `Lease (2).pdf`."""
    taken: set[str] = {LEFT_OUT.casefold()}
    for entry in entries:
        name, count = entry.name, 1
        while name.casefold() in taken:
            count += 1
            path = PurePosixPath(entry.name)
            name = str(path.with_name(f"{path.stem} ({count}){path.suffix}"))
        taken.add(name.casefold())
        yield Entry(name=name, changed=entry.changed, open=entry.open, is_compact=entry.is_compact)


class _Sink(io.RawIOBase):
    """Buffers what is written until it is drained. It cannot seek, so sizes are written after the files."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        piece = bytes(data)  # type: ignore[call-overload]  # any buffer, like the base class
        self._pieces.append(piece)
        return len(piece)

    def drain(self) -> bytes:
        pieces, self._pieces = self._pieces, []
        return b"".join(pieces)
