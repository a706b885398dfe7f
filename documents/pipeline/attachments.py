"""Attachments of messages and office documents: decorative pictures are skipped, ZIP files unpacked within limits."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from PIL import Image

from core.errors import UserFault
from documents.pipeline import zip_files
from documents.pipeline.filenames import without_invisible
from documents.pipeline.mime_types import ZIP
from documents.pipeline.sniff import sniff_file
from documents.types import Attachment, ParseWarning

MAX_FILES = 2_000
MAX_UNPACKED = 512 << 20
_MIN_PICTURE_SIDE = 100  # pixels: logos, icons and separator lines are smaller
_MAX_NAMES = 5


@dataclass(frozen=True, slots=True)
class AttachedFile:
    """An attached file. Pictures in the text are inline; HTML refers to them by `content_id`."""

    name: str
    content: bytes
    is_inline: bool = False
    content_id: str = ""


class AttachmentWriter:
    """Writes attachments to the scratch folder. `warnings` lists those that were skipped."""

    def __init__(self, scratch: Path) -> None:
        self._scratch = scratch
        self._count = 0
        self._remaining_bytes = MAX_UNPACKED
        self._skipped: dict[str, list[str]] = {}

    def write(self, files: Iterable[AttachedFile]) -> Iterator[Attachment]:
        for file in files:
            if file.is_inline and _is_decoration(file.content):
                continue
            path = self._next_path()
            path.write_bytes(file.content)
            if sniff_file(path, name=file.name) == ZIP:
                yield from self._unpack(path, file.name)
            else:
                yield Attachment(str(path), file.name)

    @property
    def warnings(self) -> Iterator[ParseWarning]:
        for reason, names in self._skipped.items():
            listed = ", ".join(f"“{without_invisible(name)}”" for name in names[:_MAX_NAMES])
            more = f" and {len(names) - _MAX_NAMES} more" if len(names) > _MAX_NAMES else ""
            yield ParseWarning("attachment_skipped", f"Not imported: {listed}{more}. {reason}")

    def _unpack(self, path: Path, name: str) -> Iterator[Attachment]:
        try:
            with zip_files.Archive(path) as archive:
                for number, info in enumerate(archive.infos):
                    try:
                        entry = archive.entry(number)
                        if not entry.is_system_file:
                            yield self._write_entry(archive, entry, name)
                    except UserFault as reason:
                        self._skip(f"{name}/{info.filename}"[-200:], reason)
        except UserFault as reason:
            self._skip(name, reason)

    def _write_entry(self, archive: zip_files.Archive, entry: zip_files.Entry, name: str) -> Attachment:
        if self._count >= MAX_FILES or entry.info.file_size > self._remaining_bytes:
            raise zip_files.ArchiveTooLarge
        path = self._next_path()
        with path.open("wb") as target:
            for chunk in archive.read(entry):
                self._remaining_bytes -= len(chunk)
                target.write(chunk)
        return Attachment(str(path), entry.names[-1], "/".join((name.replace("/", "_"), *entry.names[:-1])))

    def _next_path(self) -> Path:
        self._count += 1
        return self._scratch / f"attachment-{self._count}"

    def _skip(self, name: str, reason: UserFault) -> None:
        self._skipped.setdefault(reason.message, []).append(name)


def significant_pictures(files: Iterable[AttachedFile]) -> set[str]:
    """Return the content ids of files that are not decorative pictures."""
    return {file.content_id for file in files if file.content_id and not _is_decoration(file.content)}


def _is_decoration(content: bytes) -> bool:
    """Return whether the content is a picture too small to show anything."""
    try:
        with Image.open(BytesIO(content)) as image:
            return min(image.size) < _MIN_PICTURE_SIDE
    except (OSError, ValueError, Image.DecompressionBombError):
        return False
