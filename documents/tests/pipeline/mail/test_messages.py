"""E-mail messages: pages with header and text, and attachments as files."""

from pathlib import Path

import pytest

from documents.errors import EmptyFile
from documents.pipeline.sandbox import Sandbox
from documents.tests.pipeline.conftest import DATA
from documents.tests.pipeline.results import collect
from documents.types import Attachment, ParseOptions, StructureKind

MAIL = DATA / "mail"

# File, subject, a header line, a sentence of the text, attachments.
MESSAGES = [
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


@pytest.mark.parametrize(("name", "subject", "header", "sentence", "files"), MESSAGES, ids=[row[0] for row in MESSAGES])
def test_a_message_has_header_text_and_attachments(parse, name, subject, header, sentence, files):
    # proves: X-18
    result = parse(MAIL / name)
    lines = result.text.splitlines()
    assert lines[0] == (subject or header)
    assert header in lines
    assert not sentence or sentence in lines
    assert names(result) == files
    assert result.structure.title == subject


@pytest.mark.parametrize("name", [row[0] for row in MESSAGES])
def test_every_word_of_a_message_has_its_box(parse, name):
    for page in parse(MAIL / name).pages:
        assert all(page.text[token.start :].startswith(token.text) for token in page.tokens)
        assert "".join(token.text for token in page.tokens) == "".join(page.text.split())


def test_the_header_becomes_metadata(parse):
    assert parse(MAIL / "fake-email-attachment.eml").structure.metadata == {
        "date": "2022-12-23T12:08:48-06:00",
        "from": "Mallori Harrell <mallori@unstructured.io>",
        "message_id": "<CAPgNNXSzLVJ-d1OCX_TjFgJU7ugtQrjFybPtAMmmYZzphxNFYg@mail.gmail.com>",
        "subject": "Fake email with attachment",
        "to": "Mallori Harrell <mallori@unstructured.io>",
    }


def test_an_encrypted_message_gives_a_warning(parse):
    result = parse(MAIL / "fake-encrypted.eml")
    assert [warning.code for warning in result.warnings] == ["message_protected"]
    assert result.structure.metadata["encrypted"] == "PGP"


def test_attachments_have_the_original_bytes(parse):
    (file,) = parse(MAIL / "eml_with_attachment.eml").of(Attachment)
    content = b"This is a test attachment file.\nIt contains some dummy content.\n"
    assert Path(file.path).read_bytes() == content


def test_layout_tables_are_read_as_text(parse):
    result = parse(MAIL / "email-replace-mime-encodings-error-1.eml")
    assert result.items(StructureKind.TABLE) == []


def test_an_empty_file_is_refused(parse):
    with pytest.raises(EmptyFile):
        parse(MAIL / "empty.eml")


def test_the_sandbox_returns_the_same_result(parse, sandbox: Sandbox, tmp_path):
    path = MAIL / "fake-email-attachment.msg"
    result = collect(sandbox.parse(path, ParseOptions("application/vnd.ms-outlook", str(tmp_path))))
    assert result.text == parse(path).text
    assert names(result) == ["fake-attachment.txt"]
    assert sandbox.thumbnail(path, "application/vnd.ms-outlook").startswith(b"RIFF")
