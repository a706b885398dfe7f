"""Dates, amounts of money, percentages and e-mail addresses, as they are written in the common European languages.

Every repetition is bounded, so that no text makes the search slow.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from corpuses.analyzers.protocol import WITHOUT_SETTINGS, DocumentText, Finding

_MONTHS = (
    # English, German, French, Spanish, Italian, Portuguese, Dutch; longer names first, so that they win
    "january|february|march|april|may|june|july|august|september|october|november|december"
    "|januar|februar|m\u00e4rz|mai|juni|juli|oktober|dezember"
    "|janvier|f\u00e9vrier|mars|avril|juin|juillet|ao\u00fbt|septembre|octobre|novembre|d\u00e9cembre"
    "|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre"
    "|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre"
    "|janeiro|fevereiro|mar\u00e7o|maio|junho|julho|setembro|outubro|novembro|dezembro"
    "|januari|februari|maart|mei|augustus"
    r"|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|okt|nov|dec|dez)(?:\.|\b)"
)
_MONTH = rf"(?:{_MONTHS})"
_DAY = r"(?:3[01]|[12]\d|0?[1-9])"
_YEAR = r"(?:1[5-9]|20)\d\d"
_GAP = r"[\s,]{1,4}"
_OF = r"(?:\s{1,3}(?:day\s{1,3}of|of|de|del|di))?"

_DATES = (
    rf"\b{_YEAR}-(?:1[0-2]|0[1-9])-(?:3[01]|[12]\d|0[1-9])\b",
    rf"\b{_DAY}[./]{_DAY}[./](?:{_YEAR}|\d\d)\b(?![./]\d)",
    rf"\b{_MONTH}\s{{1,3}}{_DAY}(?:st|nd|rd|th)?{_GAP}{_YEAR}\b",
    rf"\b{_DAY}(?:st|nd|rd|th|er|\.|\u00ba)?{_OF}\s{{1,3}}{_MONTH}{_OF}{_GAP}{_YEAR}\b",
)
_NUMBER = r"\d{1,3}(?:(?:[,.'\u00a0\u202f]\d{3}){1,5}(?:[.,]\d{1,2})?|\d{0,12}(?:[.,]\d{1,2})?)(?!\d)"
_SCALE = r"(?:\s?(?:thousand|million|billion|trillion|mio\.?|mrd\.?|bn|[mk])\b)?"
_CODES = r"(?:USD|EUR|GBP|CHF|JPY|CNY|RMB|CAD|AUD|INR|SEK|NOK|DKK|PLN|BRL|MXN|KRW|HKD|SGD)"
_SIGN = r"[$\u20ac\u00a3\u00a5\u20b9\u20a9]"
_WORDS = r"(?:(?:US\s|U\.S\.\s)?dollars?|euros?|pounds?(?:\ssterling)?|yen|francs?|rupees?|rubles?)"

_AMOUNTS = (
    rf"(?<![\w.])(?:{_CODES}\s?|(?:US|C|A|HK|R)?{_SIGN}\s?){_NUMBER}{_SCALE}",
    rf"(?<![\w.,]){_NUMBER}{_SCALE}\s?(?:{_CODES}\b|\u20ac|{_WORDS}\b)",
)
_PERCENTAGES = (r"(?<![\w.,])\d{1,12}(?:[.,]\d{1,6})?\s?(?:%|per\s?cent\b|Prozent\b|pour\scent\b|por\sciento\b)",)
_HOST_PART = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_EMAILS = (
    rf"(?<![\w.%+'-])[A-Za-z0-9](?:[\w.%+'-]{{0,62}}[\w+-])?@(?:{_HOST_PART}\.){{1,6}}[A-Za-z]{{2,24}}(?![\w-])",
)


def _any_of(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


EMAIL = _any_of(*_EMAILS)
_LABELLED = {
    "Date": _any_of(*_DATES),
    "Amount": _any_of(*_AMOUNTS),
    "Percentage": _any_of(*_PERCENTAGES),
    "E-mail": EMAIL,
}


class Patterns:
    """Finds text that is recognized by its form."""

    name = "patterns"
    version = "1"
    title = "Dates, amounts, percentages, e-mail addresses"
    description = "Finds text that is recognized by its form, in the common European languages."
    labels = tuple(_LABELLED)
    schema = WITHOUT_SETTINGS

    def analyze(self, document: DocumentText, settings: Mapping[str, Any]) -> Iterator[Finding]:
        """Return the findings, label by label."""
        for label, pattern in _LABELLED.items():
            for found in pattern.finditer(document.text):
                yield Finding(found.start(), found.end(), label)
