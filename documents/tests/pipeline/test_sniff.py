"""What a file is, from its content."""

import random
import zipfile
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.pipeline.sniff import DEFAULT_LOOKAHEAD, sniff
from documents.tests.pipeline.conftest import DATA

GERMAN = "Die Würde des Menschen ist unantastbar. Sie zu achten und zu schützen ist Verpflichtung. "
RUSSIAN = "\u0412\u0441\u0435 люди рождаются свободными \u0438 равными \u0432 своём достоинстве \u0438 правах. "
JAPANESE = "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。"


def word_document() -> bytes:
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("word/document.xml", "<document/>")
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ((DATA / "contract.pdf").read_bytes(), "application/pdf"),
        (b"junk\n" * 100 + b"%PDF-1.4\n", "application/pdf"),  # readers accept junk before the header
        (b"x" * 2000 + b"%PDF-1.4\n", "text/plain"),  # but not so much
        ((DATA / "page.png").read_bytes(), "image/png"),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF", "image/jpeg"),
        (b"plain", "text/plain"),
        (b"", "text/plain"),  # emptiness is another error
        ((DATA / "udhr.txt").read_bytes(), "text/plain"),
        ((GERMAN * 3).encode("latin-1"), "text/plain"),
        ((RUSSIAN * 3).encode("cp1251"), "text/plain"),
        ((JAPANESE * 3).encode("shift_jis"), "text/plain"),
        (GERMAN.encode("utf-16"), "text/plain"),
        (GERMAN.encode("utf-16-be"), "text/plain"),  # without a mark
        (b"\xef\xbb\xbfwith a mark", "text/plain"),
        (b"{\\rtf1 hello}", "application/rtf"),
        (b"<!DOCTYPE html><p>hello", "text/html"),
        (word_document(), "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
        (bytes(range(256)) * 4, "application/octet-stream"),
    ],
)
def test_the_type_is_read_from_the_content(head, expected):
    # proves: S0-33
    assert sniff(head) == expected


def test_only_the_beginning_is_looked_at():
    # proves: S0-33
    text = b"a" * DEFAULT_LOOKAHEAD
    assert sniff(text + bytes(range(256))) == "text/plain"
    assert sniff(b"harmless " + bytes(range(1, 9)) * 50, lookahead=9) == "text/plain"


def test_a_character_cut_off_at_the_end_is_still_text():
    head = ("é" * DEFAULT_LOOKAHEAD).encode()
    assert sniff(head[: DEFAULT_LOOKAHEAD - 1]) == "text/plain"


def test_noise_is_not_text():
    noise = random.Random(7)
    assert not [n for n in range(50) if sniff(noise.randbytes(400)) == "text/plain"]


@given(st.binary(max_size=300))
def test_every_file_gets_a_type(head):
    assert "/" in sniff(head)
