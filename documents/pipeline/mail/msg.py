"""Reads letters as Outlook keeps them (MSG). A letter within becomes one as it would travel, which anybody can open."""

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
from documents.pipeline.flow.rich_text import text_of
from documents.pipeline.mail.bodies import choose
from documents.pipeline.mail.compressed_rich_text import unpacked
from documents.pipeline.mail.eml import MOST_BYTES
from documents.pipeline.mail.headers import decoded_bytes, facts_of, shown_headers
from documents.pipeline.mail.letter import Body, Enclosed, Letter

_HTML: Final = 0x1013
_SENT: Final = 0x0039
_MESSAGE_ID: Final = 0x1035
_RECIPIENT_TYPE: Final = 0x0C15
_CONTENT_ID: Final = 0x3712
_SHORT_NAME: Final = 0x3704
_IS_HIDDEN: Final = 0x7FFE
_RTF: Final = 0x1009
_INNER: Final = "__substg1.0_3701000D"  # the storage of a letter that was attached
_INNER_HEADER: Final = 24
_RECIPIENTS: Final = {2: "Cc", 3: "Bcc"}
_DEEPEST: Final = 20
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
)  # what damage makes the library raise


def read_msg(path: Path) -> Letter:
    """Raises the typed reasons why it is not read."""
    from oxmsg import Message  # noqa: PLC0415  # only for this format

    if path.stat().st_size > MOST_BYTES:
        raise ParserOutOfMemory(limit=MOST_BYTES)
    try:
        return _letter(Message.load(str(path)), depth=0)
    except RecursionError as error:
        raise UnsafeDocument from error
    except _DAMAGE as error:
        raise CorruptDocument(detail=f"{type(error).__name__}: {error}"[:200]) from error


def _letter(message: Any, *, depth: int) -> Letter:
    fields = list(_fields(message))
    bodies = choose([[body] for body in (list(_bodies(message)) or _rich_text(message))])
    enclosed = [file for number, each in enumerate(message.attachments, 1) for file in _enclosed(each, number, depth)]
    return Letter(shown_headers(fields), bodies, enclosed, facts_of(fields))


def _fields(message: Any) -> Iterator[tuple[str, str]]:
    """What the program noted of the letter, then the header with which it came, if it came."""
    yield "Subject", message.subject
    yield "From", message.sender or ""
    recipients: dict[str, list[str]] = {}
    for each in message.recipients:
        kind = _RECIPIENTS.get(each.properties.int_prop_value(_RECIPIENT_TYPE) or 1, "To")
        address = each.email_address or ""
        recipients.setdefault(kind, []).append(_address(each.name if each.name != address else "", address))
    yield from ((kind, ", ".join(filter(None, people))) for kind, people in recipients.items())
    sent = message.properties.date_prop_value(_SENT)
    if sent is not None:
        yield "Date", format_datetime(sent)
    yield "Message-ID", message.properties.str_prop_value(_MESSAGE_ID) or ""
    came_with = message.properties.str_prop_value(0x007D) or ""
    yield from HeaderParser(policy=compat32).parsestr(came_with).raw_items()


def _address(name: str, address: str) -> str:
    """Without encoding: it is to be read."""
    if not name or name.isascii():
        return formataddr((name, address)) if address else name
    return f"{name} <{address}>" if address else name


def _bodies(message: Any) -> Iterator[Body]:
    if message.body and message.body.strip():
        yield Body(message.body.replace("\r\n", "\n"))
    raw = message.properties.binary_prop_value(_HTML)
    html = decoded_bytes(raw, message.properties.body_encoding) if raw else message.properties.str_prop_value(_HTML)
    if html:
        yield Body(html, is_html=True)


def _rich_text(message: Any) -> Iterator[Body]:
    """What a letter has that was written in Outlook's own format, if it has nothing else."""
    packed = message.properties.binary_prop_value(_RTF)
    text = text_of(unpacked(packed).decode("latin-1")) if packed else ""
    if text.strip():
        yield Body(text.strip())


def _enclosed(attachment: Any, number: int, depth: int) -> Iterator[Enclosed]:
    properties = attachment.properties
    name = attachment.file_name or properties.str_prop_value(_SHORT_NAME) or f"attachment-{number}"
    inner = next((storage for storage in attachment._storage.storages if storage.name == _INNER), None)  # noqa: SLF001  # oxmsg has no other way to it
    if inner is not None and depth < _DEEPEST:
        letter = _letter(_inner_message(inner), depth=depth + 1)
        yield Enclosed(f"{letter.subject[:100] or name}.eml", _as_eml(letter))
    elif attachment.file_bytes is not None:
        content_id = (properties.str_prop_value(_CONTENT_ID) or "").strip("<>")
        is_inline = bool(properties.int_prop_value(_IS_HIDDEN)) or bool(content_id)
        yield Enclosed(name, attachment.file_bytes, is_inline, content_id)


def _inner_message(storage: Any) -> Any:
    """A letter in a letter: its properties begin elsewhere."""
    from oxmsg import Message  # noqa: PLC0415  # only for this format
    from oxmsg.properties import Properties  # noqa: PLC0415  # as above

    message = Message(storage)
    message._properties = Properties(storage, properties_header_offset=_INNER_HEADER)  # noqa: SLF001  # as above
    return message


def _as_eml(letter: Letter) -> bytes:
    message = EmailMessage()
    for name, text in letter.headers.items():
        message[name] = text
    for number, body in enumerate(letter.bodies):
        add = message.add_attachment if number else message.set_content
        add(body.text, subtype="html" if body.is_html else "plain")
    for file in letter.enclosed:
        message.add_attachment(file.content, maintype="application", subtype="octet-stream", filename=file.name)
    return message.as_bytes()
