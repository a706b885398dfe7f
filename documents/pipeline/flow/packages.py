"""Office documents and books as packages: refused where they mean harm, and made plain where readers would stumble.

A plain copy has no macros, is no template, has no comments in its XML, and no more cells than can be set.
"""

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from documents.errors import CorruptDocument, EncryptedDocument, UnsafeDocument
from documents.pipeline.flow.book_parts import missing_chapters, with_pictures
from documents.pipeline.flow.repeats import shortened
from documents.pipeline.sniffing.types import DOCX, EPUB, PPTX, XLSX
from documents.pipeline.text.nesting import refuse_deep_markup
from documents.types import ParseWarning

MOST_ENTRIES: Final = 10_000
MOST_UNPACKED: Final = 400 * 1024 * 1024
MOST_RATIO: Final = 200
MOST_CELLS: Final = 100_000
_RATIO_COUNTS_FROM: Final = 8 * 1024 * 1024
_HEAD: Final = 4096
_XML: Final = (".xml", ".rels", ".xhtml", ".html", ".htm", ".opf", ".ncx")
_CONTENT_TYPES: Final = "[Content_Types].xml"
_PLAIN_MAIN: Final = {
    DOCX: b"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
    PPTX: b"application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml",
    XLSX: b"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
}
_OTHER_MAIN = re.compile(
    rb"application/vnd\.(?:ms-(?:word|excel|powerpoint)\.[\w.]+?\.main\+xml"
    rb"|openxmlformats-officedocument\.(?:\w+\.template|presentationml\.slideshow)\.main\+xml)"
)
_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)
_SHEET = re.compile(r"xl/worksheets/[^/]+\.xml")
_NO_RESULT = re.compile(rb"</f>\s*(?:<v\s*/>|<v>\s*</v>)?\s*</c>")
_CELL = re.compile(rb"<c[ >/]")
_PLACE = re.compile(rb"<c\s[^>]*?\br=\"([A-Z]{1,3})(\d{1,7})\"")
_MOST_PLACES: Final = 2_000_000
_CHAPTER = re.compile(rb"<(?:\w+:)?itemref\b")
_REPEATS = re.compile(r"(?:^|/)(?:content|styles)\.xml$")


class Package:
    """An open package and what was found to be left out of it."""

    def __init__(self, path: Path, mime_type: str) -> None:
        self._path = path
        self._mime_type = mime_type
        self.warnings: list[ParseWarning] = []
        self._cells = MOST_CELLS

    def plain(self, scratch: Path) -> Path:
        """The file itself where it is plain already. Raises what is wrong with it."""
        try:
            with zipfile.ZipFile(self._path) as archive:
                entries = archive.infolist()
                self._check(archive, entries)
                if any(entry.filename.lower().endswith("vbaproject.bin") for entry in entries):
                    self._warn("macros_ignored", "The macros of this document are neither run nor kept.")
                changed = dict(self._parts(archive, entries))
                return self._copy(archive, entries, changed, scratch) if changed else self._path
        except (zipfile.BadZipFile, EOFError, NotImplementedError, OSError, ValueError) as error:
            raise CorruptDocument(detail=str(error)[:200]) from error

    def _check(self, archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo]) -> None:
        """What the directory says, then the beginnings of the parts; readers do not unpack more than it says."""
        unpacked, packed = sum(entry.file_size for entry in entries), sum(entry.compress_size for entry in entries)
        is_suspicious = unpacked > _RATIO_COUNTS_FROM and unpacked > MOST_RATIO * max(1, packed)
        if len(entries) > MOST_ENTRIES or unpacked > MOST_UNPACKED or is_suspicious:
            raise UnsafeDocument(unpacked=unpacked, packed=packed, entries=len(entries))
        for entry in entries:
            if entry.flag_bits & 1:
                raise EncryptedDocument
            if entry.filename.endswith(_XML):
                self._check_head(archive, entry)
        if self._mime_type == EPUB:
            _check_book(archive, entries)

    def _check_head(self, archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> None:
        with archive.open(entry) as part:
            head = part.read(_HEAD).replace(b"\x00", b"")
        if b"<!ENTITY" in head or (b"<!DOCTYPE" in head and self._mime_type != EPUB):
            raise UnsafeDocument(part=entry.filename[:200])
        if entry.filename == "META-INF/manifest.xml" and b"encryption-data" in head:
            raise EncryptedDocument
        if entry.filename == "META-INF/encryption.xml" and b"EncryptedData" in head and b"obfuscation" not in head:
            raise EncryptedDocument

    def _parts(self, archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo]) -> Iterator[tuple[str, bytes]]:
        if self._mime_type == EPUB:
            self.warnings += missing_chapters(archive)
            return with_pictures(archive)
        return self._changed(archive, entries) if self._mime_type in _PLAIN_MAIN else self._shorter(archive, entries)

    def _changed(self, archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo]) -> Iterator[tuple[str, bytes]]:
        """Parts that readers would stumble over, as they should be."""
        for entry in entries:
            if entry.filename == _CONTENT_TYPES:
                yield from self._plain_content_types(entry.filename, archive.read(entry))
            elif self._mime_type == DOCX and re.fullmatch(r"word/\w+\.xml", entry.filename):
                content = archive.read(entry)
                if b"<!--" in content:
                    yield entry.filename, _COMMENT.sub(b"", content)
            elif self._mime_type == XLSX and _SHEET.fullmatch(entry.filename):
                yield from self._short_sheet(entry.filename, archive.read(entry))

    def _plain_content_types(self, name: str, content: bytes) -> Iterator[tuple[str, bytes]]:
        plain = _OTHER_MAIN.sub(_PLAIN_MAIN[self._mime_type], content)
        if plain != content:
            yield name, plain

    def _shorter(self, archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo]) -> Iterator[tuple[str, bytes]]:
        """Parts of OpenDocument that repeat cells beyond what can be set."""
        for entry in entries:
            if not _REPEATS.search(entry.filename):
                continue
            part = shortened(archive.read(entry), room=self._cells)
            if part is not None:
                self._cells = max(0, self._cells - part.cells)
                if part.is_cut:
                    self._warn_of_cut()
                yield entry.filename, part.content

    def _short_sheet(self, name: str, content: bytes) -> Iterator[tuple[str, bytes]]:
        """The first rows of a sheet with more cells than can be set."""
        if _NO_RESULT.search(content):
            self._warn("results_missing", "Formulas whose results are not kept in this workbook are left out.")
        cells = 0
        for cells, cell in enumerate(_CELL.finditer(content), 1):
            if cells > self._cells:
                end, rest = content.find(b"</row>", cell.start()), content.find(b"</sheetData>")
                if 0 <= end < rest:
                    self._warn_of_cut()
                    yield name, content[: end + len(b"</row>")] + content[rest:]
                break
        else:
            yield from self._without_far_rows(name, content)
        self._cells = max(0, self._cells - cells)

    def _without_far_rows(self, name: str, content: bytes) -> Iterator[tuple[str, bytes]]:
        """Readers go through every place between the first cell and the last, whatever is there."""
        widest = 0
        for place in _PLACE.finditer(content):
            widest = max(widest, _column(place.group(1)))
            if widest * int(place.group(2)) > _MOST_PLACES:
                start, rest = content.rfind(b"<row", 0, place.start()), content.find(b"</sheetData>")
                if 0 <= start < rest:
                    self._warn_of_cut()
                    yield name, content[:start] + content[rest:]
                break

    def _warn_of_cut(self) -> None:
        self._warn("sheet_cut", f"Only the first {MOST_CELLS:,} cells of this workbook are shown.")

    def _warn(self, code: str, message: str) -> None:
        if not any(warning.code == code for warning in self.warnings):
            self.warnings.append(ParseWarning(code, message))

    def _copy(
        self, archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo], changed: dict[str, bytes], scratch: Path
    ) -> Path:
        target = scratch / "plain.zip"
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as copy:
            for entry in entries:
                content = changed.get(entry.filename)
                copy.writestr(entry.filename, archive.read(entry) if content is None else content)
        return target


def _check_book(archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo]) -> None:
    """Whatever it is called, a part may be a chapter; each chapter is read once."""
    for entry in entries:
        content = archive.read(entry)
        if len(_CHAPTER.findall(content)) > len(entries):
            raise UnsafeDocument(part=entry.filename[:200])
        refuse_deep_markup(content)


def _column(letters: bytes) -> int:
    """Its number, the first being 1."""
    number = 0
    for letter in letters:
        number = 26 * number + letter - ord("A") + 1
    return number


def is_package(mime_type: str) -> bool:
    return mime_type in _PLAIN_MAIN or mime_type == EPUB or ".opendocument." in mime_type
