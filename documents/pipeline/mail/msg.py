"""Reading of Outlook messages (MSG). An attached message is converted to MIME, which other programs can open."""

import struct
from collections.abc import Iterator
from email.errors import MessageError
from email.message import EmailMessage
from email.parser import HeaderParser
from email.policy import compat32
from email.utils import format_datetime, formataddr
from pathlib import Path
from typing import Any, Final

from documents.errors import CorruptDocument, ParserOutOfMemory, UnsafeDocument
from documents.pipeline.attachments import AttachedFile
from documents.pipeline.mail.bodies import choose_alternative
from documents.pipeline.mail.eml import MAX_BYTES
from documents.pipeline.mail.headers import decode_bytes, displayed_headers, header_metadata
from documents.pipeline.mail.message import Body, MailMessage
from documents.pipeline.reflow.rtf import rtf_text

_HEADER: Final = struct.Struct("<IIII")
_COMPRESSED, _UNCOMPRESSED = 0x75465A4C, 0x414C454D
_WINDOW: Final = 4096
_MAX_BYTES: Final = 64 * 1024 * 1024
_INITIAL_WINDOW: Final = (
    rb"{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript \fdecor MS Sans Serif"
    rb"SymbolArialTimes New RomanCourier{\colortbl\red0\green0\blue0"
    b"\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx"
)


def decompress(data: bytes) -> bytes:
    """Return the RTF; raise `CorruptDocument` or `ParserOutOfMemory`."""
    if len(data) < _HEADER.size:
        raise CorruptDocument
    _, size, kind, _ = _HEADER.unpack_from(data)
    if size > _MAX_BYTES:
        raise ParserOutOfMemory(limit=_MAX_BYTES)
    content = data[_HEADER.size :]
    if kind == _UNCOMPRESSED:
        return content[:size]
    if kind != _COMPRESSED:
        raise CorruptDocument
    return _decompress(content, size)


def _decompress(content: bytes, size: int) -> bytes:
    """Decode the content: a control byte marks its next eight entries as bytes or references.

    A reference to the current position is the end.
    """
    window = _Window()
    entries = iter(content)
    for control in entries:
        for bit in range(8):
            first = next(entries, None)
            if first is None or len(window.output) >= size:
                return bytes(window.output[:size])
            if not control >> bit & 1:
                window.write(first)
                continue
            token = first << 8 | next(entries, 0)
            if token >> 4 == window.position:
                return bytes(window.output)
            window.copy(token >> 4, (token & 0xF) + 2)
    return bytes(window.output[:size])


class _Window:
    """The output, and its last bytes in a ring buffer."""

    def __init__(self) -> None:
        self._ring = bytearray(_INITIAL_WINDOW.ljust(_WINDOW, b"\x00"))
        self.position = len(_INITIAL_WINDOW)
        self.output = bytearray()

    def write(self, byte: int) -> None:
        self._ring[self.position] = byte
        self.output.append(byte)
        self.position = (self.position + 1) % _WINDOW

    def copy(self, offset: int, length: int) -> None:
        for step in range(length):
            self.write(self._ring[(offset + step) % _WINDOW])


_HTML: Final = 0x1013
_SENT_TIME: Final = 0x0039
_MESSAGE_ID: Final = 0x1035
_TRANSPORT_HEADERS: Final = 0x007D
_RECIPIENT_TYPE: Final = 0x0C15
_CONTENT_ID: Final = 0x3712
_SHORT_NAME: Final = 0x3704
_IS_HIDDEN: Final = 0x7FFE
_RTF: Final = 0x1009
_ATTACHED_MESSAGE: Final = "__substg1.0_3701000D"  # the storage of an attached message
_ATTACHED_MESSAGE_HEADER: Final = 24  # bytes before its properties
_RECIPIENT_FIELDS: Final = {2: "Cc", 3: "Bcc"}
_MAX_DEPTH: Final = 20
_DAMAGE = (
    OSError,
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    AssertionError,
    struct.error,
    OverflowError,
    MessageError,
)  # raised by the library for damaged files


def read_msg(path: Path) -> MailMessage:
    """Return the message; raise the reason if it cannot be read."""
    from oxmsg import Message  # noqa: PLC0415  # only for this format

    if path.stat().st_size > MAX_BYTES:
        raise ParserOutOfMemory(limit=MAX_BYTES)
    try:
        return _convert(Message.load(str(path)), depth=0)
    except RecursionError as error:
        raise UnsafeDocument from error
    except _DAMAGE as error:
        raise CorruptDocument(detail=f"{type(error).__name__}: {error}"[:200]) from error


def _convert(message: Any, *, depth: int) -> MailMessage:
    fields = list(_fields(message))
    bodies = choose_alternative([[body] for body in (list(_bodies(message)) or _rtf_body(message))])
    files = [file for number, each in enumerate(message.attachments, 1) for file in _files(each, number, depth)]
    return MailMessage(displayed_headers(fields), bodies, files, header_metadata(fields))


def _fields(message: Any) -> Iterator[tuple[str, str]]:
    """Yield header fields from Outlook's properties, then those of the transport headers of a received message."""
    yield "Subject", message.subject
    yield "From", message.sender or ""
    recipients: dict[str, list[str]] = {}
    for recipient in message.recipients:
        field = _RECIPIENT_FIELDS.get(recipient.properties.int_prop_value(_RECIPIENT_TYPE) or 1, "To")
        address = recipient.email_address or ""
        name = recipient.name if recipient.name != address else ""
        recipients.setdefault(field, []).append(_format_address(name, address))
    yield from ((field, ", ".join(filter(None, addresses))) for field, addresses in recipients.items())
    sent_time = message.properties.date_prop_value(_SENT_TIME)
    if sent_time is not None:
        yield "Date", format_datetime(sent_time)
    yield "Message-ID", message.properties.str_prop_value(_MESSAGE_ID) or ""
    transport_headers = message.properties.str_prop_value(_TRANSPORT_HEADERS) or ""
    yield from HeaderParser(policy=compat32).parsestr(transport_headers).raw_items()


def _format_address(name: str, address: str) -> str:
    """Return an address for display: names are not encoded."""
    if not name or name.isascii():
        return formataddr((name, address)) if address else name
    return f"{name} <{address}>" if address else name


def _bodies(message: Any) -> Iterator[Body]:
    if message.body and message.body.strip():
        yield Body(message.body.replace("\r\n", "\n").replace("\x00", ""))
    raw = message.properties.binary_prop_value(_HTML)
    html = decode_bytes(raw, message.properties.body_encoding) if raw else message.properties.str_prop_value(_HTML)
    if html:
        yield Body(html.replace("\x00", ""), is_html=True)


def _rtf_body(message: Any) -> Iterator[Body]:
    """Yield the text of a message that has only an RTF body."""
    compressed = message.properties.binary_prop_value(_RTF)
    text = rtf_text(decompress(compressed).decode("latin-1")) if compressed else ""
    if text.strip():
        yield Body(text.strip())


def _files(attachment: Any, number: int, depth: int) -> Iterator[AttachedFile]:
    properties = attachment.properties
    name = attachment.file_name or properties.str_prop_value(_SHORT_NAME) or f"attachment-{number}"
    storages = attachment._storage.storages  # noqa: SLF001  # oxmsg has no public method for it
    attached = next((storage for storage in storages if storage.name == _ATTACHED_MESSAGE), None)
    if attached is not None and depth < _MAX_DEPTH:
        message = _convert(_attached_message(attached), depth=depth + 1)
        yield AttachedFile(f"{message.subject[:100] or name}.eml", _to_eml(message))
    elif attachment.file_bytes is not None:
        content_id = (properties.str_prop_value(_CONTENT_ID) or "").strip("<>")
        is_inline = bool(properties.int_prop_value(_IS_HIDDEN)) or bool(content_id)
        yield AttachedFile(name, attachment.file_bytes, is_inline, content_id)


def _attached_message(storage: Any) -> Any:
    """Return an attached message; its properties have another offset."""
    from oxmsg import Message  # noqa: PLC0415  # only for this format
    from oxmsg.properties import Properties  # noqa: PLC0415  # as above

    message = Message(storage)
    # The library computes them on first use, and refuses assignments.
    vars(message)["_properties"] = Properties(storage, properties_header_offset=_ATTACHED_MESSAGE_HEADER)
    return message


def _to_eml(message: MailMessage) -> bytes:
    eml = EmailMessage()
    for name, text in message.headers.items():
        eml[name] = text
    for number, body in enumerate(message.bodies):
        add = eml.add_attachment if number else eml.set_content
        add(body.text, subtype="html" if body.is_html else "plain")
    for file in message.files:
        eml.add_attachment(file.content, maintype="application", subtype="octet-stream", filename=file.name)
    return eml.as_bytes()
