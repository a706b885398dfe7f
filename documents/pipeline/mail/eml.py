"""Reads letters as they travel (RFC 5322 and MIME). Broken ones are read as far as they go; nothing is fetched."""

import re
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.errors import MessageError
from email.message import Message
from email.utils import collapse_rfc2231_value
from mimetypes import guess_extension
from pathlib import Path
from typing import TypeAlias

from documents.errors import CorruptDocument, EmptyFile, ParserOutOfMemory, UnsafeDocument
from documents.pipeline.mail.bodies import choose
from documents.pipeline.mail.enclosures import worth_showing
from documents.pipeline.mail.headers import decoded_bytes, facts_of, readable, shown_headers
from documents.pipeline.mail.letter import Body, Enclosed, Letter
from documents.pipeline.mail.sealed import SEALS, seal_of, warning_of
from documents.pipeline.text.encoding import detect_encoding
from documents.types import ParseWarning

Part: TypeAlias = "Message[str, str]"

MOST_BYTES = 200 << 20
MOST_PARTS = 5_000
_DEEPEST = 50
_BOUNDARY = re.compile(rb"boundary\s*=\s*\"?([^\";\s]{1,200})", re.IGNORECASE)
_REPORT = re.compile(rb"message/delivery-status", re.IGNORECASE)
_EMPTY_LINE = re.compile(rb"\n\r?\n")
_FIELD = re.compile(rb"^content-[a-z-]{1,40}:[^\n]*(?:\n[ \t][^\n]*)*", re.IGNORECASE | re.MULTILINE)
_LONGEST_FIELD = 32_000
_MOST_REPORTED = 20_000
_WIDE = ("utf-16", "utf-32")
_EXTENSIONS = {"message/rfc822": ".eml", "text/calendar": ".ics", "text/rfc822-headers": ".txt", "image/jpeg": ".jpg"}
_DAMAGE = (MessageError, ValueError, LookupError, TypeError, AttributeError)  # what broken MIME makes the library raise


def read_eml(path: Path) -> Letter:
    """Raises the typed reasons why it is not read."""
    if path.stat().st_size > MOST_BYTES:
        raise ParserOutOfMemory(limit=MOST_BYTES)
    return letter_of(path.read_bytes())


def letter_of(content: bytes) -> Letter:
    if not content.strip():
        raise EmptyFile
    content = _narrow(content)
    _require_few_parts(content)
    _require_short_fields(content)
    try:
        message = message_from_bytes(content, policy=policy.compat32)
        reader = _Reader()
        reader.take(message, depth=0)
    except RecursionError as error:
        raise UnsafeDocument from error
    except _DAMAGE as error:
        raise CorruptDocument(detail=f"{type(error).__name__}: {error}"[:200]) from error
    fields = list(message.raw_items())
    facts = facts_of(fields) | reader.facts
    return Letter(shown_headers(fields), reader.bodies, reader.enclosed, facts, reader.warnings)


def _narrow(content: bytes) -> bytes:
    """Letters travel in bytes; one that was saved in UTF-16 is made what it was."""
    encoding = detect_encoding(content[:4096]) or ""
    if encoding.startswith(_WIDE):
        return content.decode(encoding, "replace").encode()
    return content


def _require_few_parts(content: bytes) -> None:
    """Each part costs memory, so they are counted before."""
    boundaries = set(_BOUNDARY.findall(content))
    parts = sum(content.count(b"\n--" + boundary) for boundary in list(boundaries)[:MOST_PARTS])
    is_report = _REPORT.search(content) is not None
    if max(parts, len(boundaries)) > MOST_PARTS or (is_report and _has_many_lines(content)):
        raise UnsafeDocument(parts=parts)


def _require_short_fields(content: bytes) -> None:
    """Parameters take a time that grows with the square of their number."""
    for match in _FIELD.finditer(content):
        if match.end() - match.start() > _LONGEST_FIELD:
            raise UnsafeDocument


def _has_many_lines(content: bytes) -> bool:
    return sum(1 for _ in _EMPTY_LINE.finditer(content)) > _MOST_REPORTED


class _Reader:
    """Collects what the parts of a message are."""

    def __init__(self) -> None:
        self.bodies: list[Body] = []
        self.enclosed: list[Enclosed] = []
        self.warnings: list[ParseWarning] = []
        self.facts: dict[str, str] = {}

    def take(self, part: Part, *, depth: int) -> None:
        if depth > _DEEPEST:
            raise UnsafeDocument
        seal = seal_of(part)
        if seal is not None:
            self.facts.setdefault(seal.fact, seal.name)
            self.warnings += warning_of(seal)
        if part.get_content_type() not in SEALS and not (seal is not None and seal.is_closed):
            self._read(part, part.get_content_type(), depth)

    def _read(self, part: Part, kind: str, depth: int) -> None:
        if kind == "multipart/alternative":
            self._take_alternative(part, depth)
        elif part.is_multipart() and part.get_content_maintype() == "multipart":
            for child in _children(part):
                self.take(child, depth=depth + 1)
        elif _is_body(part):
            self.bodies.append(Body(text_of(part), is_html=kind == "text/html"))
        elif kind == "message/delivery-status":
            self.bodies.append(Body("\n".join(child.as_string() for child in _children(part))))
        else:
            self._enclose(part, kind)

    def _take_alternative(self, part: Part, depth: int) -> None:
        """The same, said several times: all files count, and one of the texts."""
        versions: list[list[Body]] = []
        for child in _children(part):
            reader = _Reader()
            reader.take(child, depth=depth + 1)
            versions.append(reader.bodies)
            self.enclosed += reader.enclosed
            self.warnings += reader.warnings
            self.facts |= reader.facts
        self.bodies += choose(versions, worth_showing(self.enclosed))

    def _enclose(self, part: Part, kind: str) -> None:
        content = content_of(part)
        name = _name_of(part, kind, len(self.enclosed) + 1)
        is_inline = part.get_content_maintype() == "image" and part["Content-ID"] is not None
        content_id = readable(part["Content-ID"] or "").strip().strip("<>")
        self.enclosed.append(Enclosed(name, content, is_inline, content_id))


def _children(part: Part) -> Iterator[Part]:
    payload = part.get_payload()
    if isinstance(payload, list):
        yield from (child for child in payload if isinstance(child, Message))


def _disposition(part: Part) -> str:
    return str(part["Content-Disposition"] or "").partition(";")[0].strip().lower()


def _is_body(part: Part) -> bool:
    """Text that is no file."""
    if part.is_multipart() or part.get_content_type() not in {"text/plain", "text/html"}:
        # What claims to have parts and has none is read as the text that it is.
        return part.get_content_maintype() == "multipart"
    return _disposition(part) != "attachment" and not _filename(part)


def text_of(part: Part) -> str:
    charset = part.get_content_charset() or ""
    content = content_of(part)
    return decoded_bytes(content, charset).removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def content_of(part: Part) -> bytes:
    """The bytes of a part; letters in letters as they are."""
    if part.get_content_type() == "message/rfc822":
        return b"".join(child.as_bytes() for child in _children(part))
    if part.is_multipart():
        return part.as_bytes()
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


def _filename(part: Part) -> str:
    for header, parameter in (("Content-Disposition", "filename"), ("Content-Type", "name")):
        value = part.get_param(parameter, header=header)
        if value:
            return readable(collapse_rfc2231_value(value, errors="replace"))
    return ""


def _name_of(part: Part, kind: str, number: int) -> str:
    """Its own; else that of what it says, with the usual ending."""
    if name := _filename(part):
        return name
    extension = _EXTENSIONS.get(kind) or guess_extension(kind) or ""
    subject = next((readable(child["Subject"] or "") for child in _children(part)), "")
    return f"{subject[:100] or f'attachment-{number}'}{extension}"
