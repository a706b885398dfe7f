"""Letters of Outlook that are kept as rich text only, plain and packed."""

import pytest

from documents.errors import CorruptDocument, ParserOutOfMemory
from documents.pipeline.mail.compressed_rich_text import unpacked
from documents.pipeline.mail.msg import read_msg
from documents.tests.pipeline.conftest import DATA

HELLO = "2d0000002b0000004c5a4675f1c5c7a703000a0072637067313235423" + "20af32068656c090020627705b06c647d0a800fa0"
SAME = "1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0"  # both of [MS-OXRTFCP] 4


def test_what_is_packed_is_unpacked():
    assert unpacked(bytes.fromhex(HELLO)) == b"{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n"
    assert unpacked(bytes.fromhex(SAME)) == b"{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}"


def test_what_is_not_packed_is_as_it_is():
    assert unpacked(b"\x10\x00\x00\x00\x04\x00\x00\x00MELA\x00\x00\x00\x00{\\r}more") == b"{\\r}"


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"", CorruptDocument),
        (b"\x00" * 20, CorruptDocument),
        (b"\x00\x00\x00\x00\xff\xff\xff\xffLZFu\x00\x00\x00\x00", ParserOutOfMemory),
    ],
)
def test_what_is_damaged_or_a_bomb_is_refused(data, error):
    with pytest.raises(error):
        unpacked(data)


def test_what_ends_too_early_is_read_as_far_as_it_goes():
    assert unpacked(bytes.fromhex(HELLO)[:30]).startswith(b"{\\rtf1\\ansi")


def test_a_letter_without_another_text_is_read(tmp_path):
    content = (DATA / "mail" / "test_outlook_msg.msg").read_bytes()
    path = tmp_path / "letter.msg"
    path.write_bytes(content.replace(b"\x1f\x00\x00\x10", b"\x1f\x00\xfa\x3f"))  # its plain text is something else now
    letter = read_msg(path)
    assert [body.text for body in letter.bodies] == ["This is the body of the test email message"]
    assert not letter.warnings
