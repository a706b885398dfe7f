"""Personal data: names of persons, and what has a form: numbers with check digits, telephone numbers, addresses.

Precision comes first: a number is marked only if its check digits fit, or if the words before it say what it is.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import phonenumbers

from corpuses.analyzers.patterns import EMAIL
from corpuses.analyzers.persons import persons
from corpuses.analyzers.protocol import WITHOUT_SETTINGS, DocumentText, Finding
from corpuses.extracts.values.base import Options
from corpuses.extracts.values.dates import find_dates

_LOOK_BACK: Final = 40  # characters before a number in which the word that says what it is may be
_REGIONS: Final = {"de": "DE", "fr": "FR", "es": "ES", "it": "IT", "nl": "NL", "pt": "PT", "pl": "PL"}

_PHONE: Final = re.compile(r"(?<![\w.,/-])(?:\+|\(\+?)?\d(?:[\s().\u2013-]{0,3}\d){6,15}(?![\w%])(?![.,-]\d)")
_PHONE_WORD: Final = re.compile(
    r"(?<!\w)(?:tel(?:ephone|efon)?|phone|mobile|mobil|cell|fax|telefax|call|(?<!\w)[tmf])\s?(?:no\.?|number|nr\.?)?[.:#]?\s*(?:at\s)?$",
    re.IGNORECASE,
)
_AMERICAN: Final = re.compile(r"(?:\(\d{3}\)\s?|\d{3}[-.])\d{3}[-.]\d{4}")
_IBAN: Final = re.compile(r"(?<!\w)[A-Z]{2}\d{2}(?:[ \u00a0]?[A-Z0-9]{4}){2,7}(?:[ \u00a0]?[A-Z0-9]{1,3})?(?!\w)")
_IBAN_LENGTHS: Final = {
    country: int(length)
    for country, length in re.findall(
        r"([A-Z]{2})(\d\d)",
        "AT20 BE16 BG22 CH21 CY28 CZ24 DE22 DK18 EE20 ES24 FI18 FR27 GB22 GR27 HR21 HU28 IE22 IS26 IT27 LI21 LT20 LU20"
        " LV21 MC27 MT31 NL18 NO15 PL28 PT25 RO24 SE24 SI19 SK24 SM27 TR26 AE23 IL23 SA24 BR29",
    )
}
_CARD: Final = re.compile(r"(?<![\w.,-])(?:3[47]|4|5[1-5]|2[2-7]|6(?:011|5))(?:[ -]?\d){11,17}(?![\w-]|[.,]\d)")
_CARD_LENGTHS: Final = frozenset({13, 15, 16, 19})
_SOCIAL_SECURITY: Final = re.compile(r"(?<![\w-])(?!000|666|9\d\d)\d{3}-(?!00)\d\d-(?!0000)\d{4}(?![\w-])")
_NATIONAL_INSURANCE: Final = re.compile(
    r"(?<!\w)(?!BG|GB|NK|KN|TN|NT|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d\d ?\d\d ?\d\d ?[A-D](?!\w)"
)
_GERMAN_TAX: Final = re.compile(r"(?<![\w.])[1-9]\d(?: ?\d{3}){3}(?![\w.]\d)")
_GERMAN_TAX_WORD: Final = re.compile(
    r"(?:IdNr|Steuer-?ID|Steueridentifikationsnummer|Identifikationsnummer)\W{0,5}$", re.I
)
_EMPLOYER: Final = re.compile(r"(?<![\w-])\d\d-\d{7}(?![\w-])")
_EMPLOYER_WORD: Final = re.compile(
    r"(?:EIN|TIN|(?:tax|employer|taxpayer)\s+(?:id|identification)(?:\s+(?:no\.?|number))?)\W{0,5}$", re.IGNORECASE
)
_BIRTH: Final = re.compile(
    r"(?<!\w)(?:date\s+of\s+birth|birth\s?date|DOB|born(?:\s+on)?|geboren(?:\s+am)?|geb\.|Geburtsdatum)\W{0,5}",
    re.IGNORECASE,
)


class PersonalData:
    """Marks names, e-mail addresses, telephone, account, card, tax and identity numbers, and dates of birth."""

    name = "personal-data"
    version = "2"
    title = "Personal data"
    description = (
        "Marks names of persons, e-mail addresses, telephone numbers, IBANs, card numbers, tax and identity numbers "
        "and dates of birth. Check digits are verified. Postal addresses are not recognized."
    )
    labels = ("Person", "E-mail", "Phone", "IBAN", "Card number", "Tax or identity number", "Date of birth")
    schema = WITHOUT_SETTINGS

    def analyze(self, document: DocumentText, settings: Mapping[str, Any]) -> Iterator[Finding]:
        """Return the findings, label by label. What is a part of an account or card number is no telephone number."""
        text = document.text
        yield from persons(text)
        yield from _matches(EMAIL, text, "E-mail")
        numbers = [*_ibans(text), *_cards(text), *_identity_numbers(text)]
        yield from numbers
        yield from _births(text, document.language or "en")
        for phone in _phones(text, _REGIONS.get(document.language[:2], "US")):
            if all(phone.end <= each.start or each.end <= phone.start for each in numbers):
                yield phone


def _matches(pattern: re.Pattern[str], text: str, label: str, word: re.Pattern[str] | None = None) -> Iterator[Finding]:
    """Yield the matches of a pattern, or those of them that have a word before them."""
    for match in pattern.finditer(text):
        if word is None or word.search(text[max(0, match.start() - _LOOK_BACK) : match.start()]):
            yield Finding(match.start(), match.end(), label, value=re.sub(r"\s", "", match[0]))


def _ibans(text: str) -> Iterator[Finding]:
    for match in _IBAN.finditer(text):
        length = _IBAN_LENGTHS.get(match[0][:2], 0)
        end, count = match.start(), 0
        while end < match.end() and count < length:  # a word may follow: "DE89 … 00 BIC"
            count += not text[end].isspace()
            end += 1
        number = re.sub(r"\s", "", text[match.start() : end])
        if length and count == length and not text[end : end + 1].isalnum() and _is_iban(number):
            yield Finding(match.start(), end, "IBAN", value=number)


def _is_iban(number: str) -> bool:
    """Verify the check digits (ISO 7064, modulo 97)."""
    return int("".join(str(int(sign, 36)) for sign in number[4:] + number[:4])) % 97 == 1


def _cards(text: str) -> Iterator[Finding]:
    for match in _CARD.finditer(text):
        number = re.sub(r"\D", "", match[0])
        if len(number) in _CARD_LENGTHS and len(set(number)) > 1 and _is_luhn(number):
            yield Finding(match.start(), match.end(), "Card number", value=number)


def _is_luhn(number: str) -> bool:
    doubled = (divmod(2 * int(digit), 10) for digit in number[-2::-2])
    return (sum(int(digit) for digit in number[::-2]) + sum(map(sum, doubled))) % 10 == 0


def _identity_numbers(text: str) -> Iterator[Finding]:
    label = "Tax or identity number"
    yield from _matches(_SOCIAL_SECURITY, text, label)
    yield from _matches(_NATIONAL_INSURANCE, text, label)
    yield from _matches(_EMPLOYER, text, label, _EMPLOYER_WORD)
    for found in _matches(_GERMAN_TAX, text, label, _GERMAN_TAX_WORD):
        if _is_german_tax_number(found.value or ""):
            yield found


def _is_german_tax_number(number: str) -> bool:
    """Verify the check digit (ISO 7064, modulo 11, 10)."""
    product = 10
    for digit in number[:-1]:
        total = (int(digit) + product) % 10 or 10
        product = 2 * total % 11
    return (11 - product) % 10 == int(number[-1])


def _births(text: str, language: str) -> Iterator[Finding]:
    for word in _BIRTH.finditer(text):
        for date in find_dates(text[word.end() : word.end() + _LOOK_BACK], Options(language=language)):
            if date.day and date.start == 0:
                yield Finding(word.end(), word.end() + date.end, "Date of birth", value=date.iso)


def _phones(text: str, region: str) -> Iterator[Finding]:
    """Yield valid numbers that begin with "+", are written as American ones, or follow a word for telephone."""
    for match in _PHONE.finditer(text):
        before = text[max(0, match.start() - _LOOK_BACK) : match.start()]
        is_american = bool(_AMERICAN.fullmatch(match[0]))
        if not ("+" in match[0][:2] or is_american or _PHONE_WORD.search(before)):
            continue
        try:
            number = phonenumbers.parse(match[0], "US" if is_american else region)
        except phonenumbers.NumberParseException:
            continue
        if phonenumbers.is_valid_number(number):
            value = phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)
            yield Finding(match.start(), match.end(), "Phone", value=value)
