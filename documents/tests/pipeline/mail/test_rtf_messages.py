"""Outlook messages with an RTF body only, and its decompression."""

import pytest

from documents.errors import CorruptDocument, ParserOutOfMemory
from documents.pipeline.mail.msg import decompress, read_msg
from documents.tests.pipeline.conftest import DATA

HELLO = "2d0000002b0000004c5a4675f1c5c7a703000a0072637067313235423" + "20af32068656c090020627705b06c647d0a800fa0"
REPEATED = "1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0"  # both from [MS-OXRTFCP] 4


def test_compressed_rtf_is_decompressed():
    assert decompress(bytes.fromhex(HELLO)) == b"{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n"
    assert decompress(bytes.fromhex(REPEATED)) == b"{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}"


def test_uncompressed_rtf_is_returned_unchanged():
    assert decompress(b"\x10\x00\x00\x00\x04\x00\x00\x00MELA\x00\x00\x00\x00{\\r}more") == b"{\\r}"


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"", CorruptDocument),
        (b"\x00" * 20, CorruptDocument),
        (b"\x00\x00\x00\x00\xff\xff\xff\xffLZFu\x00\x00\x00\x00", ParserOutOfMemory),
    ],
)
def test_damaged_or_huge_rtf_is_refused(data, error):
    with pytest.raises(error):
        decompress(data)


def test_truncated_rtf_is_read_as_far_as_possible():
    assert decompress(bytes.fromhex(HELLO)[:30]).startswith(b"{\\rtf1\\ansi")


def test_a_message_with_rtf_only_is_read(tmp_path):
    content = (DATA / "mail" / "test_outlook_msg.msg").read_bytes()
    path = tmp_path / "message.msg"
    path.write_bytes(content.replace(b"\x1f\x00\x00\x10", b"\x1f\x00\xfa\x3f"))  # renames the plain text
    message = read_msg(path)
    assert [body.text for body in message.bodies] == ["This is the body of the test email message"]
    assert not message.warnings
