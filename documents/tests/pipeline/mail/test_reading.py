"""Rules for reading messages, one by one."""

import io
import zipfile
from email.message import EmailMessage

import pytest
from PIL import Image

from core.errors import DomainError
from documents.pipeline.attachments import AttachedFile, AttachmentWriter
from documents.pipeline.mail import eml
from documents.pipeline.mail.bodies import choose_alternative, prepare_html
from documents.pipeline.mail.eml import parse_eml
from documents.pipeline.mail.headers import decode_header
from documents.pipeline.mail.message import Body
from documents.pipeline.mail.parser import plain_text_blocks

HEAD = b"From: a@example.org\nSubject: S\n"


def zip_file(files: dict[str, bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return target.getvalue()


def picture(width: int, height: int) -> bytes:
    target = io.BytesIO()
    Image.new("RGB", (width, height)).save(target, "png")
    return target.getvalue()


def write(tmp_path, *files: AttachedFile) -> tuple[list[tuple[str, str]], list[str]]:
    """Return folder and name of each attachment, and the messages of the warnings."""
    writer = AttachmentWriter(tmp_path)
    attachments = [(each.folder, each.filename) for each in writer.write(files)]
    return attachments, [warning.message for warning in writer.warnings]


@pytest.mark.parametrize(
    ("raw", "decoded"),
    [
        ("=?UTF-8?B?U8OkbWVyZWk=?=", "Sämerei"),
        ("=?iso-8859-1?Q?S=E4merei?= & Co", "Sämerei & Co"),
        ("=?utf-8?B?w6Q=?= =?utf-8?B?w7Y=?=", "äö"),  # no space between neighbours
        ("=?utf-8?B?!?= tea", "! tea"),  # not base64
        ("=?utf-8*de?Q?gr=C3=BCn?=", "grün"),  # with a language
        ("=?no-such-charset?Q?gr=C3=BCn?=", "grün"),
        ("two\r\n lines", "two lines"),
        ("raw \udcc3\udca4", "raw ä"),  # bytes without encoding
    ],
)
def test_headers_are_decoded(raw, decoded):
    assert decode_header(raw) == decoded


@pytest.mark.parametrize(
    ("plain", "html", "is_html"),
    [
        ("Dear Eve, please come.", "<p>Dear Eve, please come.</p>", False),
        ("See the web page.", "<p>" + "word " * 50 + "</p>", True),  # a hint only
        ("", "<p>Hello.</p>", True),
        ("Hello.", "<style>p { color: red }</style><img src='https://example.org/x.png'>", False),
    ],
)
def test_plain_text_is_preferred_unless_it_is_much_shorter(plain, html, is_html):
    (chosen,) = choose_alternative([[Body(plain)], [Body(html, is_html=True)]])
    assert chosen.is_html is is_html


@pytest.mark.parametrize(
    ("html", "is_table"),
    [
        ("<table><tr><td>Item</td><td>Price</td></tr><tr><td>Tea</td><td>3</td></tr></table>", True),
        ("<table><tr><td>One</td></tr><tr><td>below the other</td></tr></table>", False),
        ("<table role='presentation'><tr><td>a</td><td>b</td></tr></table>", False),
        ("<table><tr><td><table><tr><td>a</td><td>b</td></tr></table></td></tr></table>", True),  # the inner one
    ],
)
def test_layout_tables_are_removed_from_html(html, is_table):
    assert (prepare_html(html, {}).count(b"<table") == 1) is is_table


def test_plain_text_has_paragraphs_list_items_and_quotes():
    blocks = list(
        plain_text_blocks("Dear Eve,\nplease bring:\n\n - tea\n - milk,\n   much\n\n> You asked\n> for this\nYes.")
    )
    assert [(block.kind.value, block.text) for block in blocks] == [
        ("paragraph", "Dear Eve,\nplease bring:"),
        ("list_item", "• tea"),
        ("list_item", "• milk,\nmuch"),
        ("paragraph", "> You asked\n> for this"),
        ("paragraph", "Yes."),
    ]
    assert blocks[3].runs[0].italic


def test_a_zip_file_is_unpacked_with_its_folders(tmp_path):
    # proves: V5.2.3
    content = zip_file({"a/b/plan": b"Plan.", "note": b"Note.", "__MACOSX/x": b"-"})
    attachments, warnings = write(tmp_path, AttachedFile("all.zip", content))
    assert sorted(attachments) == [("all.zip", "note"), ("all.zip/a/b", "plan")]
    assert warnings == []


def test_harmful_entries_of_a_zip_file_are_skipped_with_a_warning(tmp_path):
    # proves: V5.2.3 V5.2.5 V5.3.3
    content = zip_file({"bomb": bytes(50 << 20), "../up": b"Up.", "note": b"Note."})
    attachments, warnings = write(tmp_path, AttachedFile("all.zip", content))
    assert attachments == [("all.zip", "note")]
    assert warnings == [
        "Not imported: “all.zip/bomb”. The compression ratio of this file is too high to unpack it safely.",
        "Not imported: “all.zip/../up”. The path of this file leads out of the archive.",
    ]


def test_a_damaged_zip_file_is_skipped_with_a_warning(tmp_path):
    attachments, (warning,) = write(tmp_path, AttachedFile("all.zip", b"PK\x03\x04" + bytes(100)))
    assert attachments == []
    assert "“all.zip”" in warning


def test_small_inline_pictures_are_left_out(tmp_path):
    files = [
        AttachedFile("logo.png", picture(200, 40), is_inline=True),
        AttachedFile("site.png", picture(300, 200), is_inline=True),
    ]
    files.append(AttachedFile("icon.png", picture(16, 16)))  # attached, not inline
    assert write(tmp_path, *files)[0] == [("", "site.png"), ("", "icon.png")]


def test_a_signature_gives_a_warning_and_no_attachment():
    message = parse_eml(
        HEAD + b'Content-Type: multipart/signed; protocol="application/pgp-signature"; boundary=b\n\n'
        b"--b\nContent-Type: text/plain\n\nHello.\n--b\nContent-Type: application/pgp-signature\n\nxyz\n--b--\n"
    )
    assert [body.text.strip() for body in message.bodies] == ["Hello."]
    assert message.files == []
    assert (message.metadata["signed"], [each.code for each in message.warnings]) == ("PGP", ["signature_not_verified"])


def test_names_of_attachments_are_decoded():
    message = EmailMessage()
    message.set_content("See.")
    message.add_attachment(b"x", maintype="text", subtype="csv", filename="Übersicht €.csv")
    (file,) = parse_eml(bytes(message)).files
    assert file.name == "Übersicht €.csv"


BOMBS = {
    "many parts": HEAD + b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\n\n" * (eml.MAX_PARTS + 1),
    "nested messages": HEAD + b"Content-Type: message/rfc822\n\n" * 5000,
    "nested parts": HEAD
    + b"".join(
        f"Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n".encode() for n in range(400)
    ),
    "long field": HEAD + b"Content-Type: text/plain" + b"; a=b" * 20_000 + b"\n\n",
    "long folded field": HEAD + b"Content-Disposition: attachment" + b";\n a=b" * 20_000 + b"\n\n",
    "long delivery report": HEAD + b"Content-Type: message/delivery-status\n\n" + b"Status: 5\n\n" * 50_000,
}  # fmt: skip


@pytest.mark.parametrize("content", BOMBS.values(), ids=BOMBS)
def test_messages_that_expand_too_much_are_refused(content):
    # proves: V5.2.3
    with pytest.raises(DomainError) as refused:
        parse_eml(content)
    assert refused.value.code == "unsafe_document"


@pytest.mark.parametrize("charset", ["unicode_escape", "raw_unicode_escape", "punycode", "idna", "utf-7", "zlib_codec"])
def test_codecs_that_are_not_text_encodings_are_ignored(charset):
    head = f"From: a@b.c\nContent-Type: text/plain; charset={charset}\n\n"
    (body,) = parse_eml(head.encode() + b"Words, \\ud800 and +2AA- more-z9").bodies
    assert body.text == "Words, \\ud800 and +2AA- more-z9"
    assert body.text.encode()


@pytest.mark.parametrize(
    "content",
    [
        b"Content-Type: multipart/mixed\n\nno boundary",
        HEAD + b"Content-Type: text/plain; charset=klingon\n\nHello.",
        HEAD + b"Content-Transfer-Encoding: base64\n\n!!!!",
        HEAD + b"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nNever ends",
        HEAD + b"Content-Type: text/plain; charset=utf-16\n\n\xff",
        HEAD + b"Date: yesterday\nTo: <<<>>>,,;;\n\nHello.",
        HEAD + b"Content-Type: text/plain; name*=utf-8''%zz; name=\"=?x?y?z?=\"\n\nHello.",
        HEAD + b"Content-Type: message/external-body; access-type=URL\n\n\n",
        b"\x00\xff\xfe" * 100,
    ],
)
def test_broken_messages_are_read_as_far_as_possible(content):
    assert parse_eml(content) is not None
