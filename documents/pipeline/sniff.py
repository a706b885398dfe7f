"""What a file is, from its content: a client's word proves nothing, and a name only chooses between kinds of text."""

from pathlib import Path

import puremagic

from documents.pipeline.sniffing import compound, packages
from documents.pipeline.sniffing.texts import text_type
from documents.pipeline.sniffing.types import (
    DOCX,
    EPUB,
    JPEG,
    ODP,
    ODS,
    ODT,
    PDF,
    PNG,
    PPTX,
    TIFF,
    UNKNOWN,
    XLSX,
    ZIP,
)
from documents.pipeline.text.encoding import detect_encoding

__all__ = ["DEFAULT_LOOKAHEAD", "PDF", "sniff", "sniff_file"]

DEFAULT_LOOKAHEAD = 5000
_PDF_HEADER_WINDOW = 1024  # readers accept junk before the header
_MIN_CONFIDENCE = 0.4
_PICTURES = (
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
_SECOND_MARK = 8  # bytes from the start: where the second mark of some formats begins

# What is likely to stand at the beginning; the whole file says it better.
_ZIP_CONTENTS = (
    (b"word/", DOCX),
    (b"ppt/", PPTX),
    (b"xl/", XLSX),
    (b"mimetype" + ODT.encode(), ODT),
    (b"mimetype" + ODS.encode(), ODS),
    (b"mimetype" + ODP.encode(), ODP),
    (b"mimetype" + EPUB.encode(), EPUB),
)


def sniff_file(path: Path, *, name: str = "", lookahead: int = DEFAULT_LOOKAHEAD) -> str:
    """The MIME type of a file that lies here; of packages and compound files the directory is read, too."""
    with path.open("rb") as file:
        head = file.read(lookahead)
    if head.startswith(packages.SIGNATURE) and not _is_pdf(head):
        return packages.package_type(path)
    if head.startswith(compound.SIGNATURE):
        return compound.compound_type(path)
    return sniff(head, lookahead=lookahead, name=name)


def sniff(head: bytes, *, lookahead: int = DEFAULT_LOOKAHEAD, name: str = "") -> str:
    """The MIME type of a file that begins with `head`; only the first `lookahead` bytes are looked at."""
    head = head[:lookahead]
    if _is_pdf(head):
        return PDF
    if picture := _picture(head):
        return picture
    encoding = detect_encoding(head)
    if encoding is not None:
        return text_type(head.decode(encoding, "replace"), name=name)
    return _packed(head) or _named(head) or UNKNOWN


def _is_pdf(head: bytes) -> bool:
    return b"%PDF-" in head[:_PDF_HEADER_WINDOW]


def _picture(head: bytes) -> str | None:
    return next(
        (name for mark, second, name in _PICTURES if head.startswith(mark) and head.startswith(second, _SECOND_MARK)),
        None,
    )


def _packed(head: bytes) -> str | None:
    if not head.startswith(packages.SIGNATURE):
        return None
    return next((name for mark, name in _ZIP_CONTENTS if mark in head), ZIP)


def _named(head: bytes) -> str | None:
    """The best guess of puremagic, which is for people to read: no parser is chosen by it."""
    try:
        guesses = puremagic.magic_string(head)
    except (puremagic.PureError, ValueError):
        return None
    return next((str(g.mime_type) for g in guesses if g.mime_type and g.confidence >= _MIN_CONFIDENCE), None)
