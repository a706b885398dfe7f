"""Addresses in texts of a language model."""

import pytest

from corpuses.conversations.addresses import without_addresses

WORDS = "Write to WWW.Acme.example or https://acme.example/terms."


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("See www.acme.example.", "See www.acme.example."),
        ("See HTTPS://ACME.example/terms, please", "See HTTPS://ACME.example/terms, please"),
        ("See https://evil.example/?rent=1200", "See (address removed)"),
        ("xhttps://evil.example", "x(address removed)"),
        ("[here](javascript:alert(1))", "[here]((address removed)"),
    ],
)
def test_addresses_that_the_document_does_not_contain_are_removed(text, kept):
    assert without_addresses(text, WORDS) == kept
