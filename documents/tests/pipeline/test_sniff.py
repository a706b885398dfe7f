"""MIME type detection from the content of a file."""

import random
import tracemalloc
import zipfile
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.pipeline.mime_types import ZIP
from documents.pipeline.sniff import DEFAULT_LOOKAHEAD, sniff, sniff_file
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
        (b"x" * 2000 + b"%PDF-1.4\n", "text/plain"),  # but only a limited amount
        ((DATA / "page.png").read_bytes(), "image/png"),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF", "image/jpeg"),
        (b"plain", "text/plain"),
        (b"", "text/plain"),  # an empty file is refused elsewhere
        ((DATA / "udhr.txt").read_bytes(), "text/plain"),
        ((GERMAN * 3).encode("latin-1"), "text/plain"),
        ((RUSSIAN * 3).encode("cp1251"), "text/plain"),
        ((JAPANESE * 3).encode("shift_jis"), "text/plain"),
        (GERMAN.encode("utf-16"), "text/plain"),
        (GERMAN.encode("utf-16-be"), "text/plain"),  # without BOM
        (b"\xef\xbb\xbfwith a BOM", "text/plain"),
        (b"{\\rtf1 hello}", "application/rtf"),
        (b"<!DOCTYPE html><p>hello", "text/html"),
        (word_document(), "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
        (bytes(range(256)) * 4, "application/octet-stream"),
    ],
)
def test_the_type_is_detected_from_the_content(head, expected):
    # proves: S0-33
    assert sniff(head) == expected


def test_only_the_beginning_is_used():
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


def package(main_part: str, *, name: str = "[Content_Types].xml") -> bytes:
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("docProps/thumbnail.jpeg", bytes(9000))  # longer than the head
        archive.writestr(name, main_part)
    return buffer.getvalue()


OFFICE = "application/vnd.openxmlformats-officedocument."
OPEN = "application/vnd.oasis.opendocument."


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (package(f'<Override ContentType="{OFFICE}wordprocessingml.document.main+xml"/>'), "wordprocessingml.document"),
        (package('<Override ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/>'), "ml.document"),
        (package(f'<Override ContentType="{OFFICE}wordprocessingml.template.main+xml"/>'), "wordprocessingml.document"),
        (package(f'<Override ContentType="{OFFICE}presentationml.slideshow.main+xml"/>'), "ml.presentation"),
        (package('<Override ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/>'), "ml.sheet"),
        (
            package('<Override ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/>'),
            "binary.macroenabled.12",
        ),
        (package(f"{OPEN}text", name="mimetype"), "opendocument.text"),
        (package(f"{OPEN}spreadsheet-template", name="mimetype"), "opendocument.spreadsheet"),
        (package("<container/>", name="META-INF/container.xml"), "epub+zip"),
        (package("words", name="words.txt"), "application/zip"),
        (package("words")[:5000], "application/zip"),  # without directory
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "application/octet-stream"),  # without streams
        ((DATA / "word_sample.docx").read_bytes(), "wordprocessingml.document"),
    ],
)
def test_packages_are_detected_by_their_contents(tmp_path, content, expected):
    # proves: S0-33
    path = tmp_path / "file"
    path.write_bytes(content)
    assert sniff_file(path, name="picture.png").endswith(expected)


TABLE = "name;amount\nscrews;4\nnails;5\n"
README = "# Cartulary\n\nWords, **words** and [more](https://example.org).\n"
MAIL = "Received: from a by b\nFrom: Ada <ada@example.org>\nSubject: Lease\n\nSee below.\n"


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        (TABLE, "prices.csv", "text/csv"),
        (TABLE, "prices.txt", "text/plain"),  # the name says plain text
        (TABLE, "prices", "text/plain"),  # plain texts may have such lines
        ("a\tb\n1\t2\n", "prices.tsv", "text/tab-separated-values"),
        (GERMAN * 9, "prices.csv", "text/plain"),  # the name alone is not enough
        (README, "", "text/markdown"),
        (README, "README.txt", "text/plain"),
        (GERMAN, "notes.md", "text/markdown"),
        ("= Guide\n\n== First\n\nWords.\n", "", "text/asciidoc"),
        (MAIL, "", "message/rfc822"),
        ("From: one place\nto: another one.\n\nA poem.", "", "message/rfc822"),
        ("Note: this is a text.\nSubject: none.\n", "", "text/plain"),
        ("WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n", "", "text/vtt"),
        ("<p>Words without a frame.</p>", "", "text/html"),
        ("<!-- made by hand -->\n<HTML><body>", "", "text/html"),
        ("<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'>", "", "text/html"),
        ("<?xml version='1.0'?><note>Words</note>", "", "application/xml"),
        ("<article><front><article-meta/></front></article>", "", "application/jats+xml"),
        ("<b and other signs are no markup", "", "text/plain"),
        ("{\\rtf1\\ansi Words}", "lease.md", "application/rtf"),
        ("a < b and c > d", "sums.md", "text/markdown"),
    ],
)
def test_kinds_of_text_are_detected_and_the_name_only_chooses_between_them(text, name, expected):
    # proves: S0-33
    assert sniff(text.encode(), name=name) == expected
    assert sniff(text.encode("utf-16"), name=name) == expected


@pytest.mark.parametrize("name", ["lease.csv", "lease.md", "lease.docx", "lease.html"])
def test_binary_data_has_no_text_type_whatever_its_name(name):
    # proves: S0-33
    assert sniff(b"\x7fELF\x02\x01\x01" + bytes(100), name=name) not in {"text/csv", "text/markdown", "text/html"}


def test_a_zip_file_with_very_many_entries_is_not_read(tmp_path):
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
    content = buffer.getvalue()
    begin, end = content.index(b"PK\x01\x02"), content.index(b"PK\x05\x06")
    directory = content[begin:end] * 100_000  # all entries are the same file
    record = content[end:]
    path = tmp_path / "many.docx"
    path.write_bytes(content[:begin] + directory + record[:12] + len(directory).to_bytes(4, "little") + record[16:])
    with zipfile.ZipFile(path) as archive:
        assert len(archive.namelist()) == 100_000
    tracemalloc.start()
    try:
        assert sniff_file(path) == ZIP
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
    finally:
        tracemalloc.stop()
