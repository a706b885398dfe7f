"""Reading of MIME messages (RFC 5322). Broken messages are read as far as possible; nothing is fetched.

Signatures are not verified and nothing is decrypted.
"""

import re
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.errors import MessageError
from email.message import Message
from email.utils import collapse_rfc2231_value
from mimetypes import guess_extension
from pathlib import Path
from typing import NamedTuple, TypeAlias

from documents.errors import CorruptDocument, EmptyFile, ParserOutOfMemory, UnsafeDocument
from documents.pipeline.attachments import AttachedFile, significant_pictures
from documents.pipeline.mail.bodies import choose_alternative
from documents.pipeline.mail.headers import decode_bytes, decode_header, displayed_headers, header_metadata
from documents.pipeline.mail.message import Body, MailMessage
from documents.pipeline.text.encoding import detect_encoding
from documents.types import ParseWarning

Part: TypeAlias = "Message[str, str]"

MAX_BYTES = 200 << 20
MAX_PARTS = 5_000
_MAX_DEPTH = 50
_MAX_FIELD_LENGTH = 32_000
_MAX_REPORT_BLOCKS = 20_000
_BOUNDARY = re.compile(rb"boundary\s*=\s*\"?([^\";\s]{1,200})", re.IGNORECASE)
_REPORT = re.compile(rb"message/delivery-status", re.IGNORECASE)
_EMPTY_LINE = re.compile(rb"\n\r?\n")
_FIELD = re.compile(rb"^content-[a-z-]{1,40}:[^\n]*(?:\n[ \t][^\n]*)*", re.IGNORECASE | re.MULTILINE)
_WIDE_ENCODINGS = ("utf-16", "utf-32")
_EXTENSIONS = {"message/rfc822": ".eml", "text/calendar": ".ics", "text/rfc822-headers": ".txt", "image/jpeg": ".jpg"}
_DAMAGE = (MessageError, ValueError, LookupError, TypeError, AttributeError)  # raised by `email` for broken MIME
# Parts without content for users.
_SIGNATURES = frozenset(
    {
        "application/pgp-signature",
        "application/pgp-encrypted",
        "application/pkcs7-signature",
        "application/x-pkcs7-signature",
    }
)
_PKCS7 = frozenset({"application/pkcs7-mime", "application/x-pkcs7-mime"})


def read_eml(path: Path) -> MailMessage:
    """Return the message; raise the reason if it cannot be read."""
    if path.stat().st_size > MAX_BYTES:
        raise ParserOutOfMemory(limit=MAX_BYTES)
    return parse_eml(path.read_bytes())


def parse_eml(content: bytes) -> MailMessage:
    """Return the message; raise the reason if it cannot be read."""
    if not content.strip():
        raise EmptyFile
    content = _to_utf8(content)
    _check_parts(content)
    _check_fields(content)
    try:
        message = message_from_bytes(content, policy=policy.compat32)
        reader = _Reader()
        reader.read(message, depth=0)
    except RecursionError as error:
        raise UnsafeDocument from error
    except _DAMAGE as error:
        raise CorruptDocument(detail=f"{type(error).__name__}: {error}"[:200]) from error
    fields = list(message.raw_items())
    metadata = header_metadata(fields) | reader.metadata
    return MailMessage(displayed_headers(fields), reader.bodies, reader.files, metadata, reader.warnings)


def _to_utf8(content: bytes) -> bytes:
    """Return a message that was saved in UTF-16 or UTF-32 in UTF-8."""
    encoding = detect_encoding(content[:4096]) or ""
    if encoding.startswith(_WIDE_ENCODINGS):
        return content.decode(encoding, "replace").encode()
    return content


def _check_parts(content: bytes) -> None:
    """Raise `UnsafeDocument` for too many parts; they are counted before parsing because each takes memory."""
    boundaries = set(_BOUNDARY.findall(content))
    parts = sum(content.count(b"\n--" + boundary) for boundary in list(boundaries)[:MAX_PARTS])
    is_report = _REPORT.search(content) is not None
    if max(parts, len(boundaries)) > MAX_PARTS or (is_report and _has_many_blocks(content)):
        raise UnsafeDocument(parts=parts)


def _check_fields(content: bytes) -> None:
    """Raise `UnsafeDocument` for long fields: parsing takes quadratic time in the number of parameters."""
    for match in _FIELD.finditer(content):
        if match.end() - match.start() > _MAX_FIELD_LENGTH:
            raise UnsafeDocument


def _has_many_blocks(content: bytes) -> bool:
    return sum(1 for _ in _EMPTY_LINE.finditer(content)) > _MAX_REPORT_BLOCKS


class _Protection(NamedTuple):
    """A signed or encrypted part; `is_opaque` if its content cannot be read without a mail client."""

    state: str
    method: str
    is_opaque: bool

    def warning(self) -> ParseWarning:
        if not self.is_opaque:
            message = f"This message is signed ({self.method}). The signature was not verified."
            return ParseWarning("signature_not_verified", message)
        reason = "encrypted" if self.state == "encrypted" else "enclosed in a signature"
        message = f"The text of this message is {reason} ({self.method}). Only the header was read."
        return ParseWarning("message_protected", f"{message} Open the message in a mail client to read it.")


def _protection_of(part: Part) -> _Protection | None:
    content_type = part.get_content_type()
    protocol = str(part.get_param("protocol") or "")
    method = "PGP" if "pgp" in protocol.lower() else "S/MIME"
    if content_type == "multipart/encrypted":
        return _Protection("encrypted", method, is_opaque=True)
    if content_type == "multipart/signed":
        return _Protection("signed", method, is_opaque=False)
    if content_type in _PKCS7:
        is_signed = "signed" in str(part.get_param("smime-type") or "").lower()
        return _Protection("signed" if is_signed else "encrypted", "S/MIME", is_opaque=True)
    return None


class _Reader:
    """Collects bodies, files, warnings and metadata from the parts of a message."""

    def __init__(self) -> None:
        self.bodies: list[Body] = []
        self.files: list[AttachedFile] = []
        self.warnings: list[ParseWarning] = []
        self.metadata: dict[str, str] = {}

    def read(self, part: Part, *, depth: int) -> None:
        if depth > _MAX_DEPTH:
            raise UnsafeDocument
        protection = _protection_of(part)
        if protection is not None:
            self.metadata.setdefault(protection.state, protection.method)
            self.warnings.append(protection.warning())
        is_opaque = protection is not None and protection.is_opaque
        if part.get_content_type() not in _SIGNATURES and not is_opaque:
            self._read_content(part, part.get_content_type(), depth)

    def _read_content(self, part: Part, content_type: str, depth: int) -> None:
        if content_type == "multipart/alternative":
            self._read_alternatives(part, depth)
        elif part.is_multipart() and part.get_content_maintype() == "multipart":
            for child in _children(part):
                self.read(child, depth=depth + 1)
        elif _is_body(part):
            self.bodies.append(Body(_text_of(part), is_html=content_type == "text/html"))
        elif content_type == "message/delivery-status":
            self.bodies.append(Body("\n".join(child.as_string() for child in _children(part))))
        else:
            self._add_file(part, content_type)

    def _read_alternatives(self, part: Part, depth: int) -> None:
        """Read all alternatives: one of the bodies is used, and the files of all of them."""
        alternatives: list[list[Body]] = []
        for child in _children(part):
            reader = _Reader()
            reader.read(child, depth=depth + 1)
            alternatives.append(reader.bodies)
            self.files += reader.files
            self.warnings += reader.warnings
            self.metadata |= reader.metadata
        self.bodies += choose_alternative(alternatives, significant_pictures(self.files))

    def _add_file(self, part: Part, content_type: str) -> None:
        name = _file_name(part, content_type, len(self.files) + 1)
        is_inline = part.get_content_maintype() == "image" and part["Content-ID"] is not None
        content_id = decode_header(part["Content-ID"] or "").strip().strip("<>")
        self.files.append(AttachedFile(name, _content_of(part), is_inline, content_id))


def _children(part: Part) -> Iterator[Part]:
    payload = part.get_payload()
    if isinstance(payload, list):
        yield from (child for child in payload if isinstance(child, Message))


def _is_body(part: Part) -> bool:
    """Return whether the part is text and not an attached file."""
    if part.is_multipart() or part.get_content_type() not in {"text/plain", "text/html"}:
        # A multipart without parts is read as text.
        return part.get_content_maintype() == "multipart"
    disposition = str(part["Content-Disposition"] or "").partition(";")[0].strip().lower()
    return disposition != "attachment" and not _declared_name(part)


def _text_of(part: Part) -> str:
    charset = part.get_content_charset() or ""
    content = _content_of(part)
    text = decode_bytes(content, charset).removeprefix("\ufeff").replace("\x00", "")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _content_of(part: Part) -> bytes:
    """Return the decoded bytes of a part; an attached message is returned as it is."""
    if part.get_content_type() == "message/rfc822":
        return b"".join(child.as_bytes() for child in _children(part))
    if part.is_multipart():
        return part.as_bytes()
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


def _declared_name(part: Part) -> str:
    for header, parameter in (("Content-Disposition", "filename"), ("Content-Type", "name")):
        value = part.get_param(parameter, header=header)
        if value:
            return decode_header(collapse_rfc2231_value(value, errors="replace"))
    return ""


def _file_name(part: Part, content_type: str, number: int) -> str:
    """Return the declared name, else the subject of an attached message or a number, with the usual extension."""
    if name := _declared_name(part):
        return name
    extension = _EXTENSIONS.get(content_type) or guess_extension(content_type) or ""
    subject = next((decode_header(child["Subject"] or "") for child in _children(part)), "")
    return f"{subject[:100] or f'attachment-{number}'}{extension}"
