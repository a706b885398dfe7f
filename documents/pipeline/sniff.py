"""MIME type detection from the content of a file.

The type sent by the client is ignored; the file name only chooses between kinds of text.
"""

import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import olefile
import puremagic

from documents.pipeline.mime_types import (
    ASCIIDOC,
    CSV,
    DOC,
    DOCX,
    EML,
    ENCRYPTED_OFFICE,
    EPUB,
    HTML,
    JATS,
    JPEG,
    MARKDOWN,
    MSG,
    ODP,
    ODS,
    ODT,
    PDF,
    PNG,
    PPT,
    PPTX,
    RTF,
    TEXT,
    TIFF,
    TSV,
    UNKNOWN,
    VTT,
    XLS,
    XLSB,
    XLSX,
    XML,
    ZIP,
)
from documents.pipeline.text.encoding import detect_encoding
from documents.pipeline.zip_files import has_many_entries

__all__ = ["DEFAULT_LOOKAHEAD", "PDF", "sniff", "sniff_file"]
DEFAULT_LOOKAHEAD = 5000
_PDF_HEADER_WINDOW = 1024  # readers accept junk before the header
_MIN_CONFIDENCE = 0.4
_IMAGES = (
    (b"\x89PNG\r\n\x1a\n", b"", PNG),
    (b"\xff\xd8\xff", b"", JPEG),
    (b"II*\x00", b"", TIFF),
    (b"MM\x00*", b"", TIFF),
    (b"II+\x00\x08\x00", b"", TIFF),
    (b"MM\x00+\x00\x08", b"", TIFF),
    (b"GIF87a", b"", "image/gif"),
    (b"GIF89a", b"", "image/gif"),
    (b"RIFF", b"WEBP", "image/webp"),
    (b"BM", b"\x00\x00", "image/bmp"),
)
_SECOND_SIGNATURE_OFFSET = 8
_ZIP_SIGNATURE = b"PK\x03\x04"
# Byte strings near the beginning of packages, for `sniff`, which has no complete file.
_ZIP_HINTS = (
    (b"word/", DOCX),
    (b"ppt/", PPTX),
    (b"xl/", XLSX),
    (b"mimetype" + ODT.encode(), ODT),
    (b"mimetype" + ODS.encode(), ODS),
    (b"mimetype" + ODP.encode(), ODP),
    (b"mimetype" + EPUB.encode(), EPUB),
)
_MAX_ZIP_ENTRIES = 20_000
_MAX_ZIP_READ = 256 * 1024
# Documents, templates and slide shows, with and without macros; macros are never run.
_OOXML_MAIN_PARTS = (
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
    (b"ms-excel.sheet.binary.macroEnabled.main", XLSB),
)
_MIMETYPE_ENTRIES = {
    ODT: ODT,
    f"{ODT}-template": ODT,
    ODS: ODS,
    f"{ODS}-template": ODS,
    ODP: ODP,
    f"{ODP}-template": ODP,
    EPUB: EPUB,
}
_COMPOUND_SIGNATURE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_COMPOUND_STREAMS = (
    ("EncryptedPackage", ENCRYPTED_OFFICE),
    ("__properties_version1.0", MSG),
    ("WordDocument", DOC),
    ("PowerPoint Document", PPT),
    ("Workbook", XLS),
    ("Book", XLS),
)


def sniff_file(path: Path, *, name: str = "", lookahead: int = DEFAULT_LOOKAHEAD) -> str:
    """Return the MIME type of a local file; the directories of ZIP packages and compound files are read."""
    with path.open("rb") as file:
        head = file.read(lookahead)
    if head.startswith(_ZIP_SIGNATURE) and not _is_pdf(head):
        return _package_type(path)
    if head.startswith(_COMPOUND_SIGNATURE):
        return _compound_type(path)
    return sniff(head, lookahead=lookahead, name=name)


def sniff(head: bytes, *, lookahead: int = DEFAULT_LOOKAHEAD, name: str = "") -> str:
    """Return the MIME type of a file that begins with `head`; only the first `lookahead` bytes are used."""
    head = head[:lookahead]
    if _is_pdf(head):
        return PDF
    if image := _image_type(head):
        return image
    encoding = detect_encoding(head)
    if encoding is not None:
        return _text_type(head.decode(encoding, "replace"), name=name)
    if head.startswith(_ZIP_SIGNATURE):
        return next((mime_type for hint, mime_type in _ZIP_HINTS if hint in head), ZIP)
    return _guess(head) or UNKNOWN


def _is_pdf(head: bytes) -> bool:
    return b"%PDF-" in head[:_PDF_HEADER_WINDOW]


def _image_type(head: bytes) -> str | None:
    for signature, second_signature, mime_type in _IMAGES:
        if head.startswith(signature) and head.startswith(second_signature, _SECOND_SIGNATURE_OFFSET):
            return mime_type
    return None


def _guess(head: bytes) -> str | None:
    """Return the best guess of puremagic. It is displayed only: no parser accepts these types."""
    try:
        guesses = puremagic.magic_string(head)
    except (puremagic.PureError, ValueError):
        return None
    return next((str(g.mime_type) for g in guesses if g.mime_type and g.confidence >= _MIN_CONFIDENCE), None)


def _package_type(path: Path) -> str:
    """Return the type of a document in a ZIP file; `ZIP` for other, damaged and very large ones."""
    if has_many_entries(path):
        return ZIP
    try:
        with zipfile.ZipFile(path) as archive:
            return _type_in_package(archive) or ZIP
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, RuntimeError, EOFError):
        return ZIP


def _type_in_package(archive: zipfile.ZipFile) -> str | None:
    names = set(archive.namelist()[:_MAX_ZIP_ENTRIES])
    if "[Content_Types].xml" in names:
        content_types = _read_entry(archive, "[Content_Types].xml")
        return next((mime_type for part, mime_type in _OOXML_MAIN_PARTS if part in content_types), None)
    if "mimetype" in names:
        return _MIMETYPE_ENTRIES.get(_read_entry(archive, "mimetype").decode("ascii", "replace").strip())
    return EPUB if "META-INF/container.xml" in names else None


def _read_entry(archive: zipfile.ZipFile, name: str) -> bytes:
    with archive.open(name) as entry:
        return entry.read(_MAX_ZIP_READ)


def _compound_type(path: Path) -> str:
    """Return the type of an OLE2 compound file by its stream names; `UNKNOWN` for a damaged directory."""
    try:
        with olefile.OleFileIO(str(path)) as compound:
            return next((mime_type for name, mime_type in _COMPOUND_STREAMS if compound.exists(name)), UNKNOWN)
    except (OSError, ValueError, IndexError, TypeError, AttributeError, RecursionError):  # raised for damaged files
        return UNKNOWN


# MIME types of texts: by unambiguous signatures first, then by the file name and by typical features.

_EXTENSIONS = {
    "md": MARKDOWN,
    "markdown": MARKDOWN,
    "mdown": MARKDOWN,
    "adoc": ASCIIDOC,
    "asciidoc": ASCIIDOC,
    "asc": ASCIIDOC,
    "csv": CSV,
    "tsv": TSV,
    "tab": TSV,
}
_PLAIN_EXTENSIONS = frozenset({"txt", "text", "log"})
_PROLOGUE = re.compile(r"(?:\s|<\?xml[^>]*\?>|<!--.*?-->|<\?[^>]*\?>)*", re.DOTALL)
_ELEMENTS = "html|head|body|title|meta|link|base|div|p|h[1-6]|table|ul|ol|span|script|style|section|main|center|font"
_HTML = re.compile(rf"<!doctype\s+html\b|<(?:{_ELEMENTS})(?:\s[^<>]*)?>", re.IGNORECASE)
_XHTML = re.compile(r"<(?:\w+:)?html[\s>]", re.IGNORECASE)
_JATS = re.compile(
    r"<!DOCTYPE\s+article\s+PUBLIC\s+\"-//NLM//DTD|<article[\s>](?=.*?<(?:front|article-meta)[\s>])", re.DOTALL
)
_MAIL_FIELDS = (
    "From|To|Cc|Subject|Date|Message-ID|MIME-Version|Received|Return-Path|Delivered-To|Content-Type"
    "|Content-Transfer-Encoding|Reply-To|Sender|X-[\\w-]+"
)
_HEADER = re.compile(rf"(?m)^(?:From |(?:{_MAIL_FIELDS}):)", re.IGNORECASE)
_FIELD = re.compile(r"[!-9;-~]+:(?:[ \t]|$)")
_MIN_FEATURES = 2  # one feature may be a coincidence
_MARKDOWN = (
    re.compile(r"(?m)^#{1,6} \S"),
    re.compile(r"(?m)^(?:```|~~~)"),
    re.compile(r"\[[^\]\n]+\]\([^)\s]+\)"),
    re.compile(r"(?m)^\|?(?: *:?-{3,}:? *\|)+"),
    re.compile(r"\*\*[^*\n]+\*\*"),
    re.compile(r"(?m)^ {0,3}[-*+] \S.*\n {0,3}[-*+] \S"),
    re.compile(r"\A---\n(?:.*\n){1,40}?---\n"),
)
_ASCIIDOC = (
    re.compile(r"\A= \S"),
    re.compile(r"(?m)^={2,5} \S"),
    re.compile(r"(?m)^:[\w-]+:(?: |$)"),
    re.compile(r"(?m)^\|===$"),
    re.compile(r"(?m)^(?:-{4}|\.{4}|={4})$"),
    re.compile(r"(?m)^\[(?:source|NOTE|TIP|quote|cols)\b"),
)


def _text_type(text: str, *, name: str = "") -> str:
    """Return the MIME type of a text that begins with `text`. `name` is the file name."""
    text = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    for detect in (_signature_type, _markup_type, _mail_type):
        if mime_type := detect(text):
            return mime_type
    return _type_by_features(text, name)


def _signature_type(text: str) -> str | None:
    start = text.lstrip()
    if start.startswith("{\\rtf"):
        return RTF
    return VTT if re.match(r"WEBVTT(?:[ \t\n]|\Z)", text) else None


def _markup_type(text: str) -> str | None:
    prologue = _PROLOGUE.match(text)
    start = text[prologue.end() if prologue else 0 :]
    if _JATS.match(start):
        return JATS
    if _HTML.match(start):
        return HTML
    is_xml = "<?xml" in text[: prologue.end() if prologue else 0] or start.startswith("<!DOCTYPE")
    if is_xml:
        return HTML if _XHTML.search(start[:2000]) else XML
    return XML if re.match(r"<[\w:-]+(?:\s[^<>]*)?>", start) else None


def _mail_type(text: str) -> str | None:
    """Return `EML` if the text begins with header fields only, one per line, and some of them are those of e-mail."""
    head = text.partition("\n\n")[0]
    lines = [line for line in head.split("\n") if not line.startswith((" ", "\t"))]
    if not lines or not all(_FIELD.match(line) or line.startswith("From ") for line in lines):
        return None
    return EML if len(set(_HEADER.findall(head))) >= _MIN_FEATURES else None


def _type_by_features(text: str, name: str) -> str:
    extension = name.rpartition(".")[2].lower() if "." in name else ""
    if extension in _PLAIN_EXTENSIONS:
        return TEXT
    type_of_name = _EXTENSIONS.get(extension)
    if type_of_name is not None and _CHECKS[type_of_name](text):
        return type_of_name
    counts = {kind: sum(1 for pattern in patterns if pattern.search(text)) for kind, patterns in _FEATURES.items()}
    best = max(counts, key=lambda kind: counts[kind])
    return best if counts[best] >= _MIN_FEATURES and type_of_name is None else TEXT


def _is_not_blank(text: str) -> bool:
    return bool(text.strip())


def _has_columns(delimiters: str) -> Callable[[str], bool]:
    """Return a check for lines with delimiters; a table of one column passes, too, if all lines are short."""

    def check(text: str) -> bool:
        lines = [line for line in text.split("\n") if line.strip()][:50]
        delimited = sum(any(delimiter in line for delimiter in delimiters) for line in lines)
        return bool(lines) and (2 * delimited >= len(lines) or max(map(len, lines)) <= 80)  # noqa: PLR2004  # a cell

    return check


_FEATURES = {MARKDOWN: _MARKDOWN, ASCIIDOC: _ASCIIDOC}
_CHECKS: dict[str, Callable[[str], bool]] = {
    MARKDOWN: _is_not_blank,
    ASCIIDOC: _is_not_blank,
    CSV: _has_columns(",;\t|"),
    TSV: _has_columns("\t"),
}
