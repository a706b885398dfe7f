"""Names and file name extensions of the accepted types."""

import mimetypes
from dataclasses import dataclass
from pathlib import PurePosixPath

from django.db.models import Case, CharField, F, Value, When

from documents.pipeline import registry
from documents.services.uploads import accepted_types

_OPEN = "application/vnd.openxmlformats-officedocument."
_ODF = "application/vnd.oasis.opendocument."

# Name and usual extensions; those of all other types come from `mimetypes`.
_KNOWN: dict[str, tuple[str, tuple[str, ...]]] = {
    "application/pdf": ("PDF", (".pdf",)),
    "image/png": ("PNG", (".png",)),
    "image/jpeg": ("JPEG", (".jpg", ".jpeg")),
    "image/tiff": ("TIFF", (".tif", ".tiff")),
    "image/gif": ("GIF", (".gif",)),
    "image/webp": ("WebP", (".webp",)),
    "image/bmp": ("BMP", (".bmp",)),
    "text/plain": ("Text", (".txt",)),
    "text/markdown": ("Markdown", (".md", ".markdown")),
    "text/asciidoc": ("AsciiDoc", (".adoc", ".asciidoc")),
    "text/html": ("HTML", (".html", ".htm")),
    "text/csv": ("CSV", (".csv",)),
    "text/tab-separated-values": ("TSV", (".tsv",)),
    "text/vtt": ("WebVTT", (".vtt",)),
    "application/rtf": ("RTF", (".rtf",)),
    "application/epub+zip": ("EPUB", (".epub",)),
    "application/xml": ("XML", (".xml",)),
    "application/jats+xml": ("JATS", (".xml", ".nxml")),
    "message/rfc822": ("E-mail", (".eml",)),
    "application/vnd.ms-outlook": ("Outlook", (".msg",)),
    "application/msword": ("Word 97 to 2003", (".doc",)),
    "application/vnd.ms-excel": ("Excel 97 to 2003", (".xls",)),
    "application/vnd.ms-powerpoint": ("PowerPoint 97 to 2003", (".ppt",)),
    "application/vnd.ms-office": ("protected Office files", ()),
    f"{_OPEN}wordprocessingml.document": ("Word", (".docx",)),
    f"{_OPEN}spreadsheetml.sheet": ("Excel", (".xlsx",)),
    "application/vnd.ms-excel.sheet.binary.macroenabled.12": ("Excel binary", (".xlsb",)),
    f"{_OPEN}presentationml.presentation": ("PowerPoint", (".pptx",)),
    f"{_ODF}text": ("OpenDocument text", (".odt",)),
    f"{_ODF}spreadsheet": ("OpenDocument sheet", (".ods",)),
    f"{_ODF}presentation": ("OpenDocument slides", (".odp",)),
}

# The name of one document of a type, if it differs from the name of the type.
_ONE: dict[str, str] = {
    "image/png": "PNG picture",
    "image/jpeg": "JPEG picture",
    "image/tiff": "TIFF picture",
    "image/gif": "GIF picture",
    "image/webp": "WebP picture",
    "image/bmp": "BMP picture",
    "text/plain": "Plain text",
    "text/html": "Web page",
    "text/csv": "CSV table",
    "text/tab-separated-values": "TSV table",
    "text/vtt": "WebVTT captions",
    "application/rtf": "RTF document",
    "application/epub+zip": "EPUB book",
    "application/jats+xml": "JATS article",
    "application/vnd.ms-outlook": "Outlook message",
    "application/msword": "Word document (97 to 2003)",
    "application/vnd.ms-excel": "Excel workbook (97 to 2003)",
    "application/vnd.ms-powerpoint": "PowerPoint presentation (97 to 2003)",
    "application/vnd.ms-office": "Office file under a password",
    f"{_OPEN}wordprocessingml.document": "Word document",
    f"{_OPEN}spreadsheetml.sheet": "Excel workbook",
    "application/vnd.ms-excel.sheet.binary.macroenabled.12": "Excel binary workbook",
    f"{_OPEN}presentationml.presentation": "PowerPoint presentation",
}


@dataclass(frozen=True, slots=True)
class FileType:
    """An accepted type. The content of a file decides its type; the extensions are for file dialogs."""

    mime_type: str
    name: str
    extensions: tuple[str, ...]


def file_types() -> list[FileType]:
    """Return the accepted types, the most common first."""
    order = {mime_type: place for place, mime_type in enumerate(_KNOWN)}
    taken = sorted(accepted_types(), key=lambda mime_type: (order.get(mime_type, len(order)), mime_type))
    return [_described(mime_type) for mime_type in taken]


def extensions() -> list[str]:
    """Return the extensions of the accepted types, without the dot."""
    return [extension[1:] for each in file_types() for extension in each.extensions]


def mime_types_of(name: str) -> tuple[str, ...]:
    """Return the types with this MIME type or extension (with or without the dot); none if it is unknown."""
    name = name.strip().lower()
    suffix = f".{name.removeprefix('.')}"
    return tuple(each.mime_type for each in file_types() if each.mime_type == name or suffix in each.extensions)


def type_name(mime_type: str) -> str:
    """Return the name of a document of this type, or the type itself if it has no name."""
    if name := _ONE.get(mime_type) or _KNOWN.get(mime_type, ("",))[0]:
        return name
    readers = registry.parsers().names_for(mime_type)
    return readers[0] if readers else mime_type


def short_type_name(mime_type: str) -> str:
    """Return the short name of a type, such as “PDF” or “Word”."""
    return _KNOWN[mime_type][0] if mime_type in _KNOWN else type_name(mime_type)


def short_type_name_column() -> Case:
    """Return the short name of the type of a row with a `mime_type`, for orders; of other types, the type itself."""
    names = (When(mime_type=mime_type, then=Value(name)) for mime_type, (name, _) in _KNOWN.items())
    return Case(*names, default=F("mime_type"), output_field=CharField())


def _described(mime_type: str) -> FileType:
    if mime_type in _KNOWN:
        return FileType(mime_type, *_KNOWN[mime_type])
    extensions = tuple(sorted(mimetypes.guess_all_extensions(mime_type)))
    readers = registry.parsers().names_for(mime_type)
    return FileType(mime_type, readers[0] if readers else PurePosixPath(mime_type).name, extensions)
