"""Office documents and books as ZIP packages: harmful ones are refused, others are normalised for their readers.

A normalised copy has no macros, is not a template, has no comments in its XML, no text in elements that readers pass
over, and no more cells than can be set.
Pictures of books are embedded into the chapters that show them.
"""

import posixpath
import re
import zipfile
from base64 import b64encode
from collections.abc import Container, Iterator
from functools import partial
from pathlib import Path
from typing import Final
from urllib.parse import unquote

from documents.errors import CorruptDocument, EncryptedDocument, UnsafeDocument
from documents.pipeline.image.open_image import JPEG_START, has_too_many_scans
from documents.pipeline.mime_types import DOCX, EPUB, PPTX, XLSB, XLSX
from documents.pipeline.pictures import white_pixel
from documents.pipeline.reflow.cell_limits import MAX_CELLS, MAX_GRID, limit_grid, limit_repeats, truncation_warning
from documents.pipeline.reflow.damaged_packages import damage_warning, missing_sheets
from documents.pipeline.reflow.diagrams import Diagrams
from documents.pipeline.reflow.drawing_text import readings_at_the_end
from documents.pipeline.reflow.package_parts import transitional, xml_root
from documents.pipeline.reflow.ruby import with_readings_at_the_end
from documents.pipeline.reflow.word_text import readable_word_part
from documents.pipeline.text.markup_safety import defines_entities, flat_page, refuse_deep_markup
from documents.types import ParseWarning

MAX_ENTRIES: Final = 10_000
MAX_UNPACKED: Final = 400 * 1024 * 1024
MAX_RATIO: Final = 200
_RATIO_THRESHOLD: Final = 8 * 1024 * 1024  # bytes: smaller packages may have any ratio
_HEAD: Final = 4096
_XML: Final = (".xml", ".rels", ".xhtml", ".html", ".htm", ".opf", ".ncx")
_CONTENT_TYPES: Final = "[Content_Types].xml"
_DOCUMENT_TYPES: Final = {
    DOCX: b"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
    PPTX: b"application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml",
    XLSX: b"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
}
_TEMPLATE_OR_MACRO_TYPE = re.compile(
    rb"application/vnd\.(?:ms-(?:word|excel|powerpoint)\.[\w.]+?\.main\+xml"
    rb"|openxmlformats-officedocument\.(?:\w+\.template|presentationml\.slideshow)\.main\+xml)"
)
_MACRO_PART = re.compile(r"vbaproject\.bin$|^basic/.+\.xml$")
_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)
_WORD_PART = re.compile(r"word/\w+\.xml")
_SLIDE = re.compile(r"ppt/slides/\w+\.xml")
_WORKBOOK: Final = "xl/workbook.xml"
_EXTERNAL_REFERENCES = re.compile(rb"<(?:\w+:)?externalReferences>.*?</(?:\w+:)?externalReferences>", re.DOTALL)
_SHEET = re.compile(r"xl/worksheets/[^/]+\.xml")
_BINARY_SHEET = re.compile(r"xl/\w+/[^/]+\.bin", re.IGNORECASE)
_FORMULA_WITHOUT_RESULT = re.compile(rb"</f>\s*(?:<v\s*/>|<v>\s*</v>)?\s*</c>")
_CELL = re.compile(rb"<c[ >/]")
_CELL_REFERENCE = re.compile(rb"<c\s[^>]*?\br=\"([A-Z]{1,3})(\d{1,7})\"")
_CHAPTER_REFERENCE = re.compile(rb"<(?:\w+:)?itemref\b")
_ODF_CONTENT = re.compile(r"(?:^|/)(?:content|styles)\.xml$")
_CHAPTERS: Final = (".xhtml", ".html", ".htm")
_IMAGE_SOURCE = re.compile(rb"(<img\b[^>]*?\bsrc\s*=\s*)([\"'])([^\"'>]+)\2", re.IGNORECASE)
_RUBY = re.compile(rb"<ruby\b", re.IGNORECASE)
_MAX_PICTURE: Final = 8 << 20  # bytes
_MAX_PICTURES: Final = 64 << 20


def is_package(mime_type: str) -> bool:
    """Return whether files of this type are ZIP packages."""
    return mime_type in _DOCUMENT_TYPES or mime_type in {EPUB, XLSB} or ".opendocument." in mime_type


class Package:
    """A package to be normalised; `warnings` lists what was left out."""

    def __init__(self, path: Path, mime_type: str) -> None:
        self._path = path
        self._mime_type = mime_type
        self.warnings: list[ParseWarning] = []
        self._remaining_cells = MAX_CELLS
        self._diagrams = Diagrams()
        self._flat_chapters: set[str] = set()

    def normalize(self, scratch: Path) -> Path:
        """Return a normalised copy, or the file itself if it needs no change. Raise the reason if it is refused."""
        try:
            with zipfile.ZipFile(self._path) as archive:
                entries = archive.infolist()
                self._check(archive, entries)
                if any(_MACRO_PART.search(entry.filename.lower()) for entry in entries):
                    self._warn("macros_ignored", "This document has macros. They were not run and not imported.")
                changed = {**dict(self._changed_parts(archive, entries)), **self._blank_pictures(archive, entries)}
                return self._write_copy(archive, entries, changed, scratch) if changed else self._path
        except (zipfile.BadZipFile, EOFError, NotImplementedError, OSError, ValueError) as error:
            raise CorruptDocument(detail=str(error)[:200]) from error

    def _blank_pictures(self, archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo]) -> dict[str, bytes]:
        """Return a white pixel for each picture that would take minutes to decode, and warn of them."""
        parts = [entry for entry in entries if not entry.filename.endswith(_XML)]
        harmful = [entry.filename for entry in parts if _is_harmful_picture(archive, entry)]
        if harmful:
            self.warnings.append(damage_warning(harmful))
        return dict.fromkeys(harmful, white_pixel())

    def _check(self, archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo]) -> None:
        """Check the sizes in the directory, which `zipfile` enforces, and the beginning of each XML part."""
        unpacked, packed = sum(entry.file_size for entry in entries), sum(entry.compress_size for entry in entries)
        is_suspicious = unpacked > _RATIO_THRESHOLD and unpacked > MAX_RATIO * max(1, packed)
        if len(entries) > MAX_ENTRIES or unpacked > MAX_UNPACKED or is_suspicious:
            raise UnsafeDocument(unpacked=unpacked, packed=packed, entries=len(entries))
        for entry in entries:
            if entry.flag_bits & 1:
                raise EncryptedDocument
            if entry.filename.endswith(_XML):
                self._check_head(archive, entry)
        if self._mime_type == EPUB:
            self._check_book(archive, entries)

    def _check_book(self, archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo]) -> None:
        """Check all parts of a book: any of them may be a chapter, and each chapter may be listed once."""
        for entry in entries:
            content = archive.read(entry)
            if len(_CHAPTER_REFERENCE.findall(content)) > len(entries):
                raise UnsafeDocument(part=entry.filename[:200])
            try:
                refuse_deep_markup(content)
            except UnsafeDocument:
                self._flatten(entry.filename)

    def _flatten(self, part: str) -> None:
        """Let a chapter be its text only; raise `UnsafeDocument` for another part."""
        if not part.lower().endswith(_CHAPTERS):
            raise UnsafeDocument(part=part[:200])
        self._flat_chapters.add(part)
        message = "The structure of a chapter could not be analysed. The text was kept line by line."
        self._warn("structure_missing", message)

    def _check_head(self, archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> None:
        with archive.open(entry) as part:
            head = part.read(_HEAD).replace(b"\x00", b"")
        # OpenDocument and books may name their public document types; Office files never do.
        has_document_type = b"<!DOCTYPE" in head and self._mime_type in _DOCUMENT_TYPES
        if b"<!ENTITY" in head or has_document_type or (self._mime_type != EPUB and defines_entities(head)):
            if self._mime_type != EPUB:
                raise UnsafeDocument(part=entry.filename[:200])
            self._flatten(entry.filename)
        if entry.filename == "META-INF/manifest.xml" and b"encryption-data" in head:
            raise EncryptedDocument
        if entry.filename == "META-INF/encryption.xml" and b"EncryptedData" in head and b"obfuscation" not in head:
            raise EncryptedDocument

    def _changed_parts(self, archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo]) -> Iterator[tuple[str, bytes]]:
        if self._mime_type == EPUB:
            self.warnings += _missing_chapters(archive)
            return _changed_chapters(archive, self._flat_chapters)
        if self._mime_type == XLSB:
            return self._changed_binary_sheets(archive, entries)
        if self._mime_type == XLSX:
            self.warnings += missing_sheets(archive)
        if self._mime_type in _DOCUMENT_TYPES:
            return self._changed_ooxml_parts(archive, entries)
        return self._changed_odf_parts(archive, entries)

    def _changed_ooxml_parts(
        self, archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo]
    ) -> Iterator[tuple[str, bytes]]:
        for entry in entries:
            if not entry.filename.endswith(_XML):
                continue
            original = archive.read(entry)
            content = self._readable_part(archive, entry.filename, transitional(original))
            if entry.filename == _CONTENT_TYPES:
                content = _TEMPLATE_OR_MACRO_TYPE.sub(_DOCUMENT_TYPES[self._mime_type], content)
            elif self._mime_type == XLSX and entry.filename == _WORKBOOK:
                content = _EXTERNAL_REFERENCES.sub(b"", content)
            elif self._mime_type == XLSX and _SHEET.fullmatch(entry.filename):
                content = self._truncated_sheet(content)
            if content != original:
                yield entry.filename, content

    def _readable_part(self, archive: zipfile.ZipFile, name: str, content: bytes) -> bytes:
        if self._mime_type == DOCX and _WORD_PART.fullmatch(name):
            content = readable_word_part(_COMMENT.sub(b"", content))
        elif self._mime_type != PPTX or not _SLIDE.fullmatch(name):
            return content
        return self._diagrams.with_text(archive, name, content)

    def _changed_odf_parts(
        self, archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo]
    ) -> Iterator[tuple[str, bytes]]:
        """Yield parts of OpenDocument files with fewer repeated cells, and readings at the ends of the paragraphs."""
        for entry in entries:
            if not _ODF_CONTENT.search(entry.filename):
                continue
            original = archive.read(entry)
            content = readings_at_the_end(original)
            part = limit_repeats(content, max_cells=self._remaining_cells)
            if part is None and content != original:
                yield entry.filename, content
            elif part is not None:
                self._remaining_cells = max(0, self._remaining_cells - part.cells)
                if part.is_truncated:
                    self._warn_truncated()
                yield entry.filename, part.content

    def _changed_binary_sheets(
        self, archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo]
    ) -> Iterator[tuple[str, bytes]]:
        """Yield the sheets of a binary workbook whose grid has to be smaller."""
        for entry in entries:
            if not _BINARY_SHEET.fullmatch(entry.filename):
                continue
            sheet = limit_grid(archive.read(entry), max_cells=MAX_CELLS)
            if sheet is not None:
                if sheet.is_truncated:
                    self._warn_truncated()
                yield entry.filename, sheet.content

    def _truncated_sheet(self, content: bytes) -> bytes:
        """Return the sheet, or its first rows if it has too many cells."""
        if _FORMULA_WITHOUT_RESULT.search(content):
            self._warn("results_missing", "Some formulas were skipped because the workbook has no results for them.")
        cells = 0
        for cells, cell in enumerate(_CELL.finditer(content), 1):
            if cells > self._remaining_cells:
                end, rest = content.find(b"</row>", cell.start()), content.find(b"</sheetData>")
                if 0 <= end < rest:
                    self._warn_truncated()
                    content = content[: end + len(b"</row>")] + content[rest:]
                break
        else:
            content = self._without_distant_rows(content)
        self._remaining_cells = max(0, self._remaining_cells - cells)
        return content

    def _without_distant_rows(self, content: bytes) -> bytes:
        """Return a sheet without distant rows: readers visit every cell of the grid, even if it is empty."""
        columns = 0
        for reference in _CELL_REFERENCE.finditer(content):
            columns = max(columns, _column_number(reference.group(1)))
            if columns * int(reference.group(2)) > MAX_GRID:
                start, rest = content.rfind(b"<row", 0, reference.start()), content.find(b"</sheetData>")
                if 0 <= start < rest:
                    self._warn_truncated()
                    return content[:start] + content[rest:]
                break
        return content

    def _warn_truncated(self) -> None:
        warning = truncation_warning()
        self._warn(warning.code, warning.message)

    def _warn(self, code: str, message: str) -> None:
        if not any(warning.code == code for warning in self.warnings):
            self.warnings.append(ParseWarning(code, message))

    def _write_copy(
        self, archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo], changed: dict[str, bytes], scratch: Path
    ) -> Path:
        target = scratch / "normalized.zip"
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as copy:
            for entry in entries:
                content = changed.get(entry.filename)
                copy.writestr(entry.filename, archive.read(entry) if content is None else content)
        return target


def _is_harmful_picture(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bool:
    with archive.open(entry) as part:
        is_jpeg = part.read(len(JPEG_START)) == JPEG_START
    return is_jpeg and has_too_many_scans(archive.read(entry))


def _column_number(letters: bytes) -> int:
    """Return the number of a column from its letters, the first being 1."""
    number = 0
    for letter in letters:
        number = 26 * number + letter - ord("A") + 1
    return number


def _missing_chapters(archive: zipfile.ZipFile) -> list[ParseWarning]:
    """Return a warning if the reading order of a book lists chapters that are not in the file."""
    names = set(archive.namelist())
    missing = [
        path
        for package in names
        if package.endswith(".opf")
        for path in _chapter_paths(archive.read(package), posixpath.dirname(package))
        if path not in names
    ]
    if not missing:
        return []
    chapters = "1 chapter of this book is" if len(missing) == 1 else f"{len(missing)} chapters of this book are"
    return [ParseWarning("chapter_missing", f"{chapters} missing in the file.")]


def _chapter_paths(content: bytes, folder: str) -> Iterator[str]:
    root = xml_root(content)
    if root is None:
        return
    paths = {item.get("id"): item.get("href") or "" for item in root.iter("{*}item")}
    for entry in root.iter("{*}itemref"):
        path = paths.get(entry.get("idref"))
        if path:
            yield posixpath.normpath(posixpath.join(folder, unquote(path)))


def _changed_chapters(archive: zipfile.ZipFile, flat: Container[str]) -> Iterator[tuple[str, bytes]]:
    """Yield the chapters of a book that contain pictures of the book, with these as data URLs, or ruby text.

    Those of `flat` are yielded as paragraphs of text.
    """
    embedder = _PictureEmbedder(archive)
    for entry in archive.infolist():
        if entry.filename in flat:
            yield entry.filename, flat_page(archive.read(entry))
        elif entry.filename.lower().endswith(_CHAPTERS):
            content = archive.read(entry)
            changed = _IMAGE_SOURCE.sub(partial(embedder.embed, posixpath.dirname(entry.filename)), content)
            if _RUBY.search(content):
                changed = _without_ruby(changed)
            if changed != content:
                yield entry.filename, changed


def _without_ruby(chapter: bytes) -> bytes:
    """Return a chapter with its readings at the ends of the lines; one in another encoding is not changed."""
    try:
        return with_readings_at_the_end(chapter.decode("utf-8")).encode()
    except UnicodeDecodeError:
        return chapter


class _PictureEmbedder:
    """Replaces picture names by data URLs, up to a total size."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self._sizes = {entry.filename: entry.file_size for entry in archive.infolist()}
        self._remaining = _MAX_PICTURES

    def embed(self, folder: str, image: re.Match[bytes]) -> bytes:
        source = unquote(image.group(3).decode("utf-8", "replace").partition("#")[0])
        name = posixpath.normpath(posixpath.join(folder, source))
        size = self._sizes.get(name, _MAX_PICTURE + 1)
        if size > min(_MAX_PICTURE, self._remaining):
            return image.group()
        self._remaining -= size
        content = self._archive.read(name)
        if has_too_many_scans(content):
            content = white_pixel()
        return image.group(1) + b'"data:image/png;base64,' + b64encode(content) + b'"'
