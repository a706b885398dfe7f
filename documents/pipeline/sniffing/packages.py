"""ZIP files that are documents. Reads the directory and one small entry; what is damaged is just an archive."""

import zipfile
from pathlib import Path

from documents.pipeline.sniffing.types import DOCX, EPUB, ODP, ODS, ODT, PPTX, XLSX, ZIP

SIGNATURE = b"PK\x03\x04"
_MOST_ENTRIES = 20_000
_MOST_BYTES = 256 * 1024
# Documents, templates and shows, with macros and without; macros are never run.
_MAIN_PARTS = (
    (b"wordprocessingml.document.main+xml", DOCX),
    (b"wordprocessingml.template.main+xml", DOCX),
    (b"ms-word.document.macroEnabled.main+xml", DOCX),
    (b"ms-word.template.macroEnabledTemplate.main+xml", DOCX),
    (b"presentationml.presentation.main+xml", PPTX),
    (b"presentationml.slideshow.main+xml", PPTX),
    (b"presentationml.template.main+xml", PPTX),
    (b"ms-powerpoint.presentation.macroEnabled.main+xml", PPTX),
    (b"ms-powerpoint.slideshow.macroEnabled.main+xml", PPTX),
    (b"ms-powerpoint.template.macroEnabled.main+xml", PPTX),
    (b"spreadsheetml.sheet.main+xml", XLSX),
    (b"spreadsheetml.template.main+xml", XLSX),
    (b"ms-excel.sheet.macroEnabled.main+xml", XLSX),
    (b"ms-excel.template.macroEnabled.main+xml", XLSX),
)
_ANNOUNCED = {
    ODT: ODT,
    f"{ODT}-template": ODT,
    ODS: ODS,
    f"{ODS}-template": ODS,
    ODP: ODP,
    f"{ODP}-template": ODP,
    EPUB: EPUB,
}


def package_type(path: Path) -> str:
    """The type of a ZIP file."""
    try:
        with zipfile.ZipFile(path) as archive:
            return _type_of(archive) or ZIP
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, RuntimeError, EOFError):
        return ZIP


def _type_of(archive: zipfile.ZipFile) -> str | None:
    names = set(archive.namelist()[:_MOST_ENTRIES])
    if "[Content_Types].xml" in names:
        return _of_main_part(_beginning(archive, "[Content_Types].xml"))
    if "mimetype" in names:
        return _ANNOUNCED.get(_beginning(archive, "mimetype").decode("ascii", "replace").strip())
    return EPUB if "META-INF/container.xml" in names else None


def _of_main_part(content_types: bytes) -> str | None:
    return next((mime_type for mark, mime_type in _MAIN_PARTS if mark in content_types), None)


def _beginning(archive: zipfile.ZipFile, name: str) -> bytes:
    with archive.open(name) as entry:
        return entry.read(_MOST_BYTES)
