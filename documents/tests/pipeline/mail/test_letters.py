"""Letters from the file to pages, and what was sent along to files."""

from pathlib import Path

import pytest

from documents.errors import EmptyFile
from documents.pipeline.sandbox import Sandbox
from documents.tests.pipeline.conftest import DATA
from documents.tests.pipeline.results import collect
from documents.types import Attachment, ParseOptions, StructureKind

MAIL = DATA / "mail"

# File, subject, a line of its header, a sentence of its text, files that were sent along.
LETTERS = [
    ("email-no-utf8-2014-03-17.111517.eml", "Google Account password changed", "From: no-reply@accounts.google.com",
     "recently changed.", []),
    ("email-replace-mime-encodings-error-1.eml", "Someone has joined your meeting - Someone: 45 Minute Meeting",
     "From: Zoom <email@domain.com>", "Someone has joined your meeting:", []),
    ("fake-email-attachment.eml", "Fake email with attachment", "To: Mallori Harrell <mallori@unstructured.io>",
     "• Lots of whitespace", ["fake-attachment.txt"]),
    ("fake-email-attachment.msg", "Fake email with attachment", "To: Mallori Harrell <mallori@unstructured.io>",
     "• Lots of whitespace", ["fake-attachment.txt"]),
    ("fake-email-header.eml", "Test Email", "Cc: Fake Email <fake-email@unstructured.io>, test@unstructured.io",
     "• Roses are red", []),
    ("fake-email-malformed-encoding.eml", "Test Email", "Date: Fri, 16 Dec 2022 17:04:16 -0500", "• Roses are red", []),
    ("fake-email-utf-16-le.eml", "Test Email", "Date: Fri, 16 Dec 2022 17:04:16 -0500", "• Roses are red", []),
    ("fake-encrypted.eml", "", "From: Michael Elkins <elkins@aero.org>", "", []),
    ("mime-different-plain-html.eml", "Example MIME Email", "To: recipient@example.com",
     "This is the text/plain part.", []),
    ("mime-multipart-digest.eml", "Example Multipart Digest Email", "Bcc: dave@example.com", "",
     ["First Message.eml", "Second Message.eml", "Third Message.eml"]),
    ("mime-no-body.eml", "Image Only Email", "From: sender@example.com", "", ["image.jpg"]),
    ("mime-word-encoded-subject.eml", "Simple email with ☸☿ Unicode subject", "From: sender@example.com",
     "This is a simple email message with Unicode characters in the subject.", []),
    ("eml_with_attachment.eml", "Email with Attachment", "From: Alice Example <alice@example.com>",
     "This email contains an attachment.", ["test.txt"]),
    ("msg_simple.msg", "Simple Email", "To: Bob Example <bob@example.com>", "This is a simple email body.", []),
    ("test_outlook_msg.msg", "Test Email Message", "From: M. C. Kurtuluş <muratcan.kurtulus@gmail.com>",
     "This is the body of the test email message", []),
]  # fmt: skip


def names(result) -> list[str]:
    return [each.filename for each in result.of(Attachment)]


@pytest.mark.parametrize(("name", "subject", "header", "sentence", "files"), LETTERS, ids=[row[0] for row in LETTERS])
def test_a_letter_shows_its_header_its_text_and_what_was_sent_along(parse, name, subject, header, sentence, files):
    # proves: X-18
    result = parse(MAIL / name)
    lines = result.text.splitlines()
    assert lines[0] == (subject or header)
    assert header in lines
    assert not sentence or sentence in lines
    assert names(result) == files
    assert result.structure.title == subject


@pytest.mark.parametrize("name", [row[0] for row in LETTERS])
def test_every_word_of_a_letter_has_its_box(parse, name):
    for page in parse(MAIL / name).pages:
        assert all(page.text[token.start :].startswith(token.text) for token in page.tokens)
        assert "".join(token.text for token in page.tokens) == "".join(page.text.split())


def test_a_letter_knows_who_wrote_it_when_and_about_what(parse):
    assert parse(MAIL / "fake-email-attachment.eml").structure.facts == {
        "date": "2022-12-23T12:08:48-06:00",
        "from": "Mallori Harrell <mallori@unstructured.io>",
        "message_id": "<CAPgNNXSzLVJ-d1OCX_TjFgJU7ugtQrjFybPtAMmmYZzphxNFYg@mail.gmail.com>",
        "subject": "Fake email with attachment",
        "to": "Mallori Harrell <mallori@unstructured.io>",
    }


def test_what_nobody_can_read_is_said(parse):
    result = parse(MAIL / "fake-encrypted.eml")
    assert [warning.code for warning in result.warnings] == ["letter_sealed"]
    assert result.structure.facts["encrypted"] == "PGP"


def test_the_files_are_what_was_sent(parse):
    (file,) = parse(MAIL / "eml_with_attachment.eml").of(Attachment)
    sent = b"This is a test attachment file.\nIt contains some dummy content.\n"
    assert Path(file.path).read_bytes() == sent


def test_a_page_of_layout_tables_is_read_as_the_text_that_it_is(parse):
    result = parse(MAIL / "email-replace-mime-encodings-error-1.eml")
    assert result.items(StructureKind.TABLE) == []


def test_a_file_that_is_empty_is_no_letter(parse):
    with pytest.raises(EmptyFile):
        parse(MAIL / "empty.eml")


def test_the_sandbox_reads_it_as_we_do(parse, sandbox: Sandbox, tmp_path):
    path = MAIL / "fake-email-attachment.msg"
    result = collect(sandbox.parse(path, ParseOptions("application/vnd.ms-outlook", str(tmp_path))))
    assert result.text == parse(path).text
    assert names(result) == ["fake-attachment.txt"]
    assert sandbox.thumbnail(path, "application/vnd.ms-outlook").startswith(b"RIFF")
