"""The rules by which letters are taken apart, each on its own."""

import io
import zipfile
from email.message import EmailMessage

import pytest
from PIL import Image

from core.errors import DomainError
from documents.pipeline.mail import eml, enclosures
from documents.pipeline.mail.bodies import choose, with_pictures
from documents.pipeline.mail.eml import letter_of
from documents.pipeline.mail.headers import readable
from documents.pipeline.mail.letter import Body, Enclosed
from documents.pipeline.mail.plain import blocks_of_text

HEAD = b"From: a@example.org\nSubject: S\n"


def packed(files: dict[str, bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return target.getvalue()


def picture(width: int, height: int) -> bytes:
    target = io.BytesIO()
    Image.new("RGB", (width, height)).save(target, "png")
    return target.getvalue()


def unpacked(tmp_path, *files: Enclosed):
    work = enclosures.Enclosures(tmp_path)
    found = [(each.folder, each.filename) for each in work.unpack(files)]
    return found, [warning.message for warning in work.warnings]


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("=?UTF-8?B?U8OkbWVyZWk=?=", "Sämerei"),
        ("=?iso-8859-1?Q?S=E4merei?= & Co", "Sämerei & Co"),
        ("=?utf-8?B?w6Q=?= =?utf-8?B?w7Y=?=", "äö"),  # no space between neighbours
        ("=?utf-8?B?!?= tea", "! tea"),  # no code at all
        ("=?utf-8*de?Q?gr=C3=BCn?=", "grün"),  # with a language
        ("=?no-such-charset?Q?gr=C3=BCn?=", "grün"),
        ("two\r\n lines", "two lines"),
        ("raw \udcc3\udca4", "raw ä"),  # bytes as they came
    ],
)
def test_headers_are_read_as_people_read_them(raw, shown):
    assert readable(raw) == shown


@pytest.mark.parametrize(
    ("plain", "html", "is_html"),
    [
        ("Dear Eve, please come.", "<p>Dear Eve, please come.</p>", False),
        ("See the web page.", "<p>" + "word " * 50 + "</p>", True),  # a mere hint
        ("", "<p>Hello.</p>", True),
        ("Hello.", "<style>p { color: red }</style><img src='https://example.org/x.png'>", False),
    ],
)
def test_of_two_versions_the_plain_one_is_read_unless_it_is_a_mere_hint(plain, html, is_html):
    (chosen,) = choose([[Body(plain)], [Body(html, is_html=True)]])
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
def test_tables_that_only_say_where_things_stand_are_none(html, is_table):
    assert (with_pictures(html, {}).count(b"<table") == 1) is is_table


def test_plain_text_has_paragraphs_items_and_quotes():
    blocks = list(
        blocks_of_text("Dear Eve,\nplease bring:\n\n - tea\n - milk,\n   much\n\n> You asked\n> for this\nYes.")
    )
    assert [(block.kind.value, block.text) for block in blocks] == [
        ("paragraph", "Dear Eve,\nplease bring:"),
        ("list_item", "• tea"),
        ("list_item", "• milk,\nmuch"),
        ("paragraph", "> You asked\n> for this"),
        ("paragraph", "Yes."),
    ]
    assert blocks[3].runs[0].italic


def test_an_archive_becomes_its_files_with_their_folders(tmp_path):
    # proves: V5.2.3
    content = packed({"a/b/plan": b"Plan.", "note": b"Note.", "__MACOSX/x": b"-"})
    found, warnings = unpacked(tmp_path, Enclosed("all.zip", content))
    assert sorted(found) == [("all.zip", "note"), ("all.zip/a/b", "plan")]
    assert warnings == []


def test_what_means_harm_in_an_archive_is_left_out_and_named(tmp_path):
    # proves: V5.2.3 V5.2.5 V5.3.3
    bomb = packed({"bomb": bytes(50 << 20), "../up": b"Up.", "note": b"Note."})
    found, said = unpacked(tmp_path, Enclosed("all.zip", bomb))
    assert found == [("all.zip", "note")]
    assert [name for name in ("bomb", "../up") if f"“all.zip/{name}”" in "".join(said)] == ["bomb", "../up"]


def test_an_archive_that_cannot_be_read_is_named(tmp_path):
    found, (said,) = unpacked(tmp_path, Enclosed("all.zip", b"PK\x03\x04" + bytes(100)))
    assert found == []
    assert "“all.zip”" in said


def test_decorations_are_left_out_and_pictures_are_not(tmp_path):
    files = [
        Enclosed("logo.png", picture(200, 40), is_inline=True),
        Enclosed("site.png", picture(300, 200), is_inline=True),
    ]
    files.append(Enclosed("icon.png", picture(16, 16)))  # sent along on purpose
    assert unpacked(tmp_path, *files)[0] == [("", "site.png"), ("", "icon.png")]


def test_a_signature_is_said_and_is_no_file():
    letter = letter_of(
        HEAD + b'Content-Type: multipart/signed; protocol="application/pgp-signature"; boundary=b\n\n'
        b"--b\nContent-Type: text/plain\n\nHello.\n--b\nContent-Type: application/pgp-signature\n\nxyz\n--b--\n"
    )
    assert [body.text.strip() for body in letter.bodies] == ["Hello."]
    assert letter.enclosed == []
    assert (letter.facts["signed"], [each.code for each in letter.warnings]) == ("PGP", ["signature_not_verified"])


def test_names_of_files_are_decoded():
    message = EmailMessage()
    message.set_content("See.")
    message.add_attachment(b"x", maintype="text", subtype="csv", filename="Übersicht €.csv")
    (file,) = letter_of(bytes(message)).enclosed
    assert file.name == "Übersicht €.csv"


BOMBS = {
    "parts without end": HEAD + b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\n\n" * (eml.MOST_PARTS + 1),
    "letters in letters": HEAD + b"Content-Type: message/rfc822\n\n" * 5000,
    "parts in parts": HEAD
    + b"".join(
        f"Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n".encode() for n in range(400)
    ),
    "a field without end": HEAD + b"Content-Type: text/plain" + b"; a=b" * 20_000 + b"\n\n",
    "a folded field without end": HEAD + b"Content-Disposition: attachment" + b";\n a=b" * 20_000 + b"\n\n",
    "a report without end": HEAD + b"Content-Type: message/delivery-status\n\n" + b"Status: 5\n\n" * 50_000,
}  # fmt: skip


@pytest.mark.parametrize("content", BOMBS.values(), ids=BOMBS)
def test_what_would_grow_beyond_all_bounds_is_refused(content):
    # proves: V5.2.3
    with pytest.raises(DomainError) as refused:
        letter_of(content)
    assert refused.value.code == "unsafe_document"


@pytest.mark.parametrize("charset", ["unicode_escape", "raw_unicode_escape", "punycode", "idna", "utf-7", "zlib_codec"])
def test_what_is_no_encoding_of_letters_is_read_as_it_stands(charset):
    head = f"From: a@b.c\nContent-Type: text/plain; charset={charset}\n\n"
    (body,) = letter_of(head.encode() + b"Words, \\ud800 and +2AA- more-z9").bodies
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
def test_what_is_broken_is_read_as_far_as_it_goes(content):
    assert letter_of(content) is not None
