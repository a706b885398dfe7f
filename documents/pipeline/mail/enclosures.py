"""Files in a letter become attachments: decorations are left out, archives are unpacked within bounds."""

from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image

from core.errors import UserFault
from documents.pipeline import zip_files
from documents.pipeline.filenames import without_invisible
from documents.pipeline.mail.letter import Enclosed
from documents.pipeline.sniff import sniff_file
from documents.pipeline.sniffing.types import ZIP
from documents.types import Attachment, ParseWarning

MOST_FILES = 2_000
MOST_UNPACKED = 512 << 20
_SMALL_SIDE = 100  # pixels: logos, icons and the lines between paragraphs are not higher
_NAMED = 5


class Enclosures:
    """Writes them into the scratch folder. What is left out is in `warnings`."""

    def __init__(self, scratch: Path) -> None:
        self._scratch = scratch
        self._count = 0
        self._room = MOST_UNPACKED
        self._left_out: dict[str, list[str]] = {}

    def unpack(self, enclosed: Sequence[Enclosed]) -> Iterator[Attachment]:
        for each in enclosed:
            if each.is_inline and is_decoration(each.content):
                continue
            path = self._next()
            path.write_bytes(each.content)
            if sniff_file(path, name=each.name) == ZIP:
                yield from self._archive(path, each.name)
            else:
                yield Attachment(str(path), each.name)

    @property
    def warnings(self) -> Iterator[ParseWarning]:
        for reason, names in self._left_out.items():
            named = ", ".join(f"“{without_invisible(name)}”" for name in names[:_NAMED])
            more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
            yield ParseWarning("attachment_left_out", f"Not made a document: {named}{more}. {reason}")

    def _archive(self, path: Path, name: str) -> Iterator[Attachment]:
        try:
            with zip_files.Archive(path) as archive:
                for number, info in enumerate(archive.infos):
                    try:
                        entry = archive.entry(number)
                        if not entry.is_system_file:
                            yield self._entry(archive, entry, name)
                    except UserFault as reason:
                        self._leave_out(f"{name}/{info.filename}"[-200:], reason)
        except UserFault as reason:
            self._leave_out(name, reason)

    def _entry(self, archive: zip_files.Archive, entry: zip_files.Entry, name: str) -> Attachment:
        if self._count >= MOST_FILES or entry.info.file_size > self._room:
            raise zip_files.ArchiveTooLarge
        path = self._next()
        with path.open("wb") as target:
            for chunk in archive.read(entry):
                self._room -= len(chunk)
                target.write(chunk)
        return Attachment(str(path), entry.names[-1], "/".join((name.replace("/", "_"), *entry.names[:-1])))

    def _next(self) -> Path:
        self._count += 1
        return self._scratch / f"enclosed-{self._count}"

    def _leave_out(self, name: str, reason: UserFault) -> None:
        self._left_out.setdefault(reason.message, []).append(name)


def worth_showing(enclosed: Iterable[Enclosed]) -> set[str]:
    """Content ids of the pictures that are more than decorations."""
    return {each.content_id for each in enclosed if each.content_id and not is_decoration(each.content)}


def is_decoration(content: bytes) -> bool:
    """Whether a picture is too small to tell anything; what cannot be opened is no picture."""
    try:
        with Image.open(BytesIO(content)) as image:
            return min(image.size) < _SMALL_SIDE
    except (OSError, ValueError, Image.DecompressionBombError):
        return False
