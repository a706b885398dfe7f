"""What a file is, from its content alone: a client's word and a file's name prove nothing."""

import puremagic

from documents.pipeline.text.encoding import is_text

PDF = "application/pdf"
PNG = "image/png"
JPEG = "image/jpeg"
_PICTURES = (
    (b"\x89PNG\r\n\x1a\n", b"", PNG),
    (b"\xff\xd8\xff", b"", JPEG),
    (b"II*\x00", b"", "image/tiff"),
    (b"MM\x00*", b"", "image/tiff"),
    (b"II+\x00\x08\x00", b"", "image/tiff"),
    (b"MM\x00+\x00\x08", b"", "image/tiff"),
    (b"GIF87a", b"", "image/gif"),
    (b"GIF89a", b"", "image/gif"),
    (b"RIFF", b"WEBP", "image/webp"),
    (b"BM", b"\x00\x00", "image/bmp"),
)
_SECOND_MARK = 8  # bytes from the start: where the second mark of some formats begins
TEXT = "text/plain"
UNKNOWN = "application/octet-stream"

DEFAULT_LOOKAHEAD = 5000
_PDF_HEADER_WINDOW = 1024  # readers accept junk before the header
_MIN_CONFIDENCE = 0.4

# Formats written in characters that are no plain text to their readers.
_MARKUP = (
    (b"{\\rtf", "application/rtf"),
    (b"<!doctype html", "text/html"),
    (b"<html", "text/html"),
    (b"<?xml", "application/xml"),
)
_OOXML = "application/vnd.openxmlformats-officedocument."
_ZIP_CONTENTS = (
    (b"word/", _OOXML + "wordprocessingml.document"),
    (b"ppt/", _OOXML + "presentationml.presentation"),
    (b"xl/", _OOXML + "spreadsheetml.sheet"),
    (b"mimetypeapplication/vnd.oasis.opendocument.text", "application/vnd.oasis.opendocument.text"),
    (b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet", "application/vnd.oasis.opendocument.spreadsheet"),
    (b"mimetypeapplication/vnd.oasis.opendocument.presentation", "application/vnd.oasis.opendocument.presentation"),
    (b"mimetypeapplication/epub+zip", "application/epub+zip"),
)


def sniff(head: bytes, *, lookahead: int = DEFAULT_LOOKAHEAD) -> str:
    """The MIME type of a file that begins with `head`; only the first `lookahead` bytes are looked at."""
    head = head[:lookahead]
    if b"%PDF-" in head[:_PDF_HEADER_WINDOW]:
        return PDF
    if picture := _picture(head):
        return picture
    if is_text(head):
        return _markup(head) or TEXT
    return _packed(head) or _named(head) or UNKNOWN


def _picture(head: bytes) -> str | None:
    return next(
        (name for mark, second, name in _PICTURES if head.startswith(mark) and head.startswith(second, _SECOND_MARK)),
        None,
    )


def _markup(head: bytes) -> str | None:
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")[:64].lower()
    return next((name for mark, name in _MARKUP if start.startswith(mark)), None)


def _packed(head: bytes) -> str | None:
    if not head.startswith(b"PK\x03\x04"):
        return None
    return next((name for mark, name in _ZIP_CONTENTS if mark in head), "application/zip")


def _named(head: bytes) -> str | None:
    """The best guess of puremagic, which is for people to read: no parser is chosen by it."""
    try:
        guesses = puremagic.magic_string(head)
    except (puremagic.PureError, ValueError):
        return None
    return next((str(g.mime_type) for g in guesses if g.mime_type and g.confidence >= _MIN_CONFIDENCE), None)
