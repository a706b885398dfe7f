"""Header fields of letters as people read them: unfolded, decoded (RFC 2047), whatever their bytes."""

import binascii
import re
from base64 import b64decode
from codecs import lookup
from collections.abc import Iterable
from datetime import UTC
from email.quoprimime import header_decode
from email.utils import parsedate_to_datetime

from documents.pipeline.text.encoding import decode_text

SHOWN = ("From", "To", "Cc", "Bcc", "Date", "Subject")
_ENCODED = re.compile(r"=\?([^?\s*]{1,40})(?:\*[^?\s]{0,20})?\?([bBqQ])\?([^?]*)\?=")
_BETWEEN = re.compile(r"(\?=)\s+(?==\?[^?\s]{1,60}\?[bBqQ]\?)")
_LONGEST = 20_000
# What Python calls encodings and no letter is written in: they hide text, or take a time that grows with the square.
_NO_TEXT = frozenset({"idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape"})
_FACTS = {
    "Subject": "subject",
    "From": "from",
    "To": "to",
    "Cc": "cc",
    "Bcc": "bcc",
    "Date": "date",
    "Message-ID": "message_id",
    "In-Reply-To": "in_reply_to",
}
_LONGEST_FACT = 500


def shown_headers(fields: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Those that people read; of a field that stands there twice the first counts."""
    found: dict[str, str] = {}
    for name, value in fields:
        found.setdefault(name.strip().lower(), value)
    return {name: text for name in SHOWN if (text := readable(found.get(name.lower(), "")))}


def facts_of(fields: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The same in short words, the date in the way of ISO 8601 if it can be understood."""
    facts: dict[str, str] = {}
    words = {name.lower(): word for name, word in _FACTS.items()}
    for name, value in fields:
        word = words.get(name.strip().lower())
        text = readable(value)[:_LONGEST_FACT]
        if word and text:
            facts.setdefault(word, _iso(text) if word == "date" else text)
    return facts


def readable(value: str) -> str:
    """One line. Bytes that stand in a header as they are count as UTF-8 or as what they look like."""
    value = value[:_LONGEST]
    if not value.isascii():
        raw = value.encode("utf-8", "surrogateescape")
        value = decode_text(raw) or raw.decode("utf-8", "replace")
    return " ".join(_decoded(value).replace("\x00", "\ufffd").split())


def _decoded(value: str) -> str:
    """Neighbouring words of one encoding are decoded together: some mailers cut in the middle of a character."""
    value = _BETWEEN.sub(r"\1", value)
    parts: list[str] = []
    charset, waiting, end = "", b"", 0
    for match in _ENCODED.finditer(value):
        if match.start() > end or match.group(1).lower() != charset:
            parts += [decoded_bytes(waiting, charset), value[end : match.start()]]
            charset, waiting = match.group(1).lower(), b""
        waiting += _bytes_of(match.group(2), match.group(3))
        end = match.end()
    return "".join((*parts, decoded_bytes(waiting, charset), value[end:]))


def _bytes_of(encoding: str, text: str) -> bytes:
    if encoding in "qQ":
        return header_decode(text).encode("latin-1", "replace")
    try:
        return b64decode(text + "=" * (-len(text) % 4)) or text.encode()
    except (binascii.Error, ValueError):
        return text.encode()


def decoded_bytes(content: bytes, charset: str) -> str:
    """What is said of an encoding is believed where it is one and fits; else the bytes are looked at."""
    try:
        text = content.decode(charset if charset and lookup(charset).name not in _NO_TEXT else "utf-8")
        text.encode()  # UTF-7 can name halves of characters, which nothing can keep
    except (LookupError, ValueError):
        return decode_text(content) or content.decode("utf-8", "replace")
    return text


def _iso(text: str) -> str:
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError, OverflowError):
        return text
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).isoformat()
