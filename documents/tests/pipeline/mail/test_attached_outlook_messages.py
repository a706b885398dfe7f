"""A message attached to an Outlook message: its properties begin at another offset than those of a file."""

import struct
from email import message_from_bytes, policy

from oxmsg import Message
from oxmsg.storage import Storage, Stream

from documents.pipeline.mail import msg

UNICODE = 0x001F
SUBJECT, BODY = 0x0037, 0x1000


def storage(path: str, header: int, texts: dict[int, str], *storages: Storage) -> Storage:
    """Return a storage with text properties after a header of some bytes."""
    values = {number: text.encode("utf-16-le") for number, text in texts.items()}
    entries = (struct.pack("<HHIII", UNICODE, number, 6, len(value) + 2, 0) for number, value in values.items())
    streams = [Stream(f"{path}__properties_version1.0", bytes(header) + b"".join(entries))]
    streams += [Stream(f"{path}__substg1.0_{number:04X}001F", value) for number, value in values.items()]
    return Storage(path.rstrip("/"), tuple(streams), storages)


def test_a_message_attached_to_an_outlook_message_becomes_an_attachment():
    folder = "__attach_version1.0_#00000000/"
    texts = {SUBJECT: "Rent of May", BODY: "Please pay by the tenth."}
    inner = storage(f"{folder}__substg1.0_3701000D/", 24, texts)
    outer = storage("", 32, {SUBJECT: "Forwarded"}, storage(folder, 8, {}, inner))
    message = msg._convert(Message(outer), depth=0)
    assert message.subject == "Forwarded"
    (file,) = message.files
    assert file.name == "Rent of May.eml"
    attached = message_from_bytes(file.content, policy=policy.default)
    assert attached["Subject"] == "Rent of May"
    assert attached.get_content().strip() == "Please pay by the tenth."
