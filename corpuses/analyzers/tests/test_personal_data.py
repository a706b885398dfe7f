"""Personal data: numbers are marked if their check digits fit, or if words say what they are."""

import time

import pytest

from corpuses.analyzers.personal_data import PersonalData
from corpuses.analyzers.protocol import DocumentText

pytestmark = pytest.mark.unit


def find(text, language="en"):
    document = DocumentText(text=text, language=language)
    return [(each.label, text[each.start : each.end], each.value) for each in PersonalData().analyze(document, {})]


@pytest.mark.parametrize(
    ("text", "label", "words", "value"),
    [
        ("Write to ada@example.org.", "E-mail", "ada@example.org", "ada@example.org"),
        ("Call (212) 736-5000 today.", "Phone", "(212) 736-5000", "+12127365000"),
        ("Tel: 212 736 5000", "Phone", "212 736 5000", "+12127365000"),
        ("+44 20 7946 0958 is ours.", "Phone", "+44 20 7946 0958", "+442079460958"),
        ("IBAN DE89 3704 0044 0532 0130 00, Berlin", "IBAN", "DE89 3704 0044 0532 0130 00", "DE89370400440532013000"),
        ("to GB82WEST12345698765432.", "IBAN", "GB82WEST12345698765432", "GB82WEST12345698765432"),
        ("DE89 3704 0044 0532 0130 00 BIC COBADEFF", "IBAN", "DE89 3704 0044 0532 0130 00", "DE89370400440532013000"),
        ("card 4111 1111 1111 1111 expires", "Card number", "4111 1111 1111 1111", "4111111111111111"),
        ("card 3782-822463-10005", "Card number", "3782-822463-10005", "378282246310005"),
        ("SSN 219-09-9999", "Tax or identity number", "219-09-9999", "219-09-9999"),
        ("EIN: 12-3456789", "Tax or identity number", "12-3456789", "12-3456789"),
        ("NI number AB 12 34 56 C", "Tax or identity number", "AB 12 34 56 C", "AB123456C"),
        ("Date of birth: May 1, 1970", "Date of birth", "May 1, 1970", "1970-05-01"),
    ],
)
def test_personal_data_is_found(text, label, words, value):
    assert find(text) == [(label, words, value)]


@pytest.mark.parametrize(
    ("text", "label", "value"),
    [
        ("Telefon 030 901820", "Phone", "+4930901820"),
        ("Steuer-ID 86 095 742 719", "Tax or identity number", "86095742719"),
        ("geboren am 1. Mai 1970", "Date of birth", "1970-05-01"),
    ],
)
def test_german(text, label, value):
    assert [(found, kept) for found, _, kept in find(text, "de")] == [(label, value)]


@pytest.mark.parametrize(
    "text",
    [
        "Invoice 4111 1111 1111 1112",  # check digit
        "IBAN DE88 3704 0044 0532 0130 00",
        "Order 2127365000 of 2024-05-01",
        "USD 1,234,567.89 and 12.345.678,90 EUR",
        "File 12-3456789 was closed",
        "Steuer-ID 86 095 742 718",
        "ISBN 978-3-16-148410-0",
        "000-12-3456 and 666-12-3456",
        "Version 10.2.3.4, section 212-736",
        "The agreement of May 1, 1970",
        "0000 0000 0000 0000",
    ],
)
def test_other_numbers_are_not_marked(text):
    assert find(text) == []


@pytest.mark.parametrize("unit", ["4", "1 ", "+1 ", "DE89 ", "tel ", "born ", "(212) ", "AB 12 "])
def test_no_text_makes_it_slow(unit):
    text = unit * (100_000 // len(unit))
    begin = time.process_time()
    list(PersonalData().analyze(DocumentText(text=text), {}))
    assert time.process_time() - begin < 5
