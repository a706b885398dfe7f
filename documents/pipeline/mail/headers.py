"""Header fields of messages: unfolded and decoded (RFC 2047), in any encoding."""

import binascii
import re
from base64 import b64decode
from codecs import lookup
from collections.abc import Iterable
from datetime import UTC
from email.quoprimime import header_decode
from email.utils import parsedate_to_datetime

from documents.pipeline.text.encoding import decode_text

_DISPLAYED = ("From", "To", "Cc", "Bcc", "Date", "Subject")
_ENCODED_WORD = re.compile(r"=\?([^?\s*]{1,40})(?:\*[^?\s]{0,20})?\?([bBqQ])\?([^?]*)\?=")
_SPACE_BETWEEN = re.compile(r"(\?=)\s+(?==\?[^?\s]{1,60}\?[bBqQ]\?)")
_MAX_LENGTH = 20_000
# Codecs of Python that are not text encodings: they hide text, or take quadratic time.
_NOT_TEXT = frozenset({"idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape"})
_METADATA_NAMES = {
    "Subject": "subject",
    "From": "from",
    "To": "to",
    "Cc": "cc",
    "Bcc": "bcc",
    "Date": "date",
    "Message-ID": "message_id",
    "In-Reply-To": "in_reply_to",
}
_MAX_METADATA_LENGTH = 500


def displayed_headers(fields: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return the headers to be displayed; of repeated fields the first is used."""
    first: dict[str, str] = {}
    for name, value in fields:
        first.setdefault(name.strip().lower(), value)
    return {name: text for name in _DISPLAYED if (text := decode_header(first.get(name.lower(), "")))}


def header_metadata(fields: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return headers as metadata, with the date in ISO 8601 if it can be parsed."""
    metadata: dict[str, str] = {}
    names = {field.lower(): name for field, name in _METADATA_NAMES.items()}
    for field, value in fields:
        name = names.get(field.strip().lower())
        text = decode_header(value)[:_MAX_METADATA_LENGTH]
        if name and text:
            metadata.setdefault(name, _iso_date(text) if name == "date" else text)
    return metadata


def decode_header(value: str) -> str:
    """Return the value on one line. Raw bytes are decoded as UTF-8 or in a detected encoding."""
    value = value[:_MAX_LENGTH]
    if not value.isascii():
        raw = value.encode("utf-8", "surrogateescape")
        value = decode_text(raw) or raw.decode("utf-8", "replace")
    return " ".join(_decode_words(value).replace("\x00", "\ufffd").split())


def _decode_words(value: str) -> str:
    """Decode adjacent encoded words of one encoding together: some clients split them inside a character."""
    value = _SPACE_BETWEEN.sub(r"\1", value)
    parts: list[str] = []
    charset, pending, end = "", b"", 0
    for match in _ENCODED_WORD.finditer(value):
        if match.start() > end or match.group(1).lower() != charset:
            parts += [decode_bytes(pending, charset), value[end : match.start()]]
            charset, pending = match.group(1).lower(), b""
        pending += _word_bytes(match.group(2), match.group(3))
        end = match.end()
    return "".join((*parts, decode_bytes(pending, charset), value[end:]))


def _word_bytes(encoding: str, text: str) -> bytes:
    if encoding in "qQ":
        return header_decode(text).encode("latin-1", "replace")
    try:
        return b64decode(text + "=" * (-len(text) % 4)) or text.encode()
    except (binascii.Error, ValueError):
        return text.encode()


def decode_bytes(content: bytes, charset: str) -> str:
    """Decode with the declared charset if it is a text encoding and fits, otherwise with a detected encoding."""
    try:
        text = content.decode(charset if charset and lookup(charset).name not in _NOT_TEXT else "utf-8")
        text.encode()  # UTF-7 can encode single surrogates, which cannot be stored
    except (LookupError, ValueError):
        return decode_text(content) or content.decode("utf-8", "replace")
    return text


def _iso_date(text: str) -> str:
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError, OverflowError):
        return text
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).isoformat()
