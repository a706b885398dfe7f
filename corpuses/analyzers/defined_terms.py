"""Terms that a contract defines, in English or German: (the "Company"), "Affiliate" means …, AFFILIATE means …"""

from collections.abc import Iterator, Mapping
from typing import Any

import regex

from corpuses.analyzers.protocol import WITHOUT_SETTINGS, DocumentText, Finding

LABEL = "Defined term"

_OPENING, _CLOSING = '"“„«»', '"“”«»'
_WORD = r"\p{Lu}[\p{L}\p{N}]+"
_TERM = rf"[{_OPENING}](?P<term>\p{{L}}[^{_OPENING}{_CLOSING}\n]{{0,80}})[{_CLOSING}]"
_CAPITALS = r"(?P<term>(?!(?:IT|THIS|THAT|WHICH)\b)\p{Lu}{2,}(?:[ -]\p{Lu}{2,}){0,5})"
_SINGLE = r"(?<!\w)['\u2018](?P<term>\p{L}[^'\u2018\u2019\n]{0,80})['\u2019]"
_TITLED = rf"(?P<term>(?!(?i:It|This|That|These|Those|Which|What|By|No|All|Such)\b){_WORD}(?:[ -]{_WORD}){{0,5}})"
_MEANS = r"(?:shall\s|will\s)?(?:means?|ha(?:s|ve)\sthe\s(?:same\s)?meaning)|bedeute[nt]|bezeichne[nt]"
_VERB = rf"(?:{_MEANS}|(?:is|are|(?:shall|will)\sbe)\sdefined|(?:shall\s|will\s)?(?:refers?\sto|includes?))\b"
_OR_ANOTHER = rf"(?:\s{{1,4}}(?:or|and|oder|und)\s{{1,4}}[{_OPENING}][^{_OPENING}{_CLOSING}\n]{{1,80}}[{_CLOSING}])?"
_NUMBERING = r"^[ \t]{0,8}(?:(?:\(?\w{1,4}[.)]|\d{1,2}(?:\.\d{1,2}){0,3}\.?)\s{1,4})?"
_HEREINAFTER = r"(?i:herein(?:after)?|nachstehend|(?:im\s)?(?:nach)?folgenden)"
_CALLED = r"(?:(?i:referred\sto\sas|called|genannt|the|als|der|die|das)\s){0,3}"

_DEFINITIONS = tuple(
    regex.compile(pattern, regex.MULTILINE)
    for pattern in (
        # (the "Company"), (collectively, the "Parties") or (im Folgenden „Mieter“)
        rf"\([^(){_OPENING}{_CLOSING}]{{0,60}}{_TERM}[^()]{{0,60}}\)",
        # (hereinafter referred to as SUPPLIER)
        rf"\({_HEREINAFTER}[\s,:]{{1,3}}{_CALLED}{_CAPITALS}\)",
        # "Affiliate" means …, "Affiliate" shall mean …, "Affiliate" has the meaning …, „Mieter“ bedeutet …
        # "Affiliate" or "Affiliates" means …
        rf"{_TERM}(?={_OR_ANOTHER}\s{{1,4}}{_VERB})",
        # 'Affiliate' means …
        rf"{_SINGLE}\s{{1,4}}(?:{_MEANS})\b",
        # "Territory" is …, "Services": …, at the beginning of a line
        rf"{_NUMBERING}{_TERM}(?:\s?:|\s{{1,4}}(?:is|are)\b)",
        # AFFILIATE means …, Affiliate means …, at the beginning of a line
        rf"{_NUMBERING}(?:{_CAPITALS}\s{{1,4}}{_VERB}|{_TITLED}\s{{1,4}}(?:{_MEANS})\b)",
    )
)


class DefinedTerms:
    """Marks each term where it is defined."""

    name = "defined-terms"
    version = "3"
    title = "Defined terms"
    description = "Finds the terms that a contract defines, where it defines them."
    labels = (LABEL,)
    schema = WITHOUT_SETTINGS

    def analyze(self, document: DocumentText, settings: Mapping[str, Any]) -> Iterator[Finding]:
        """Return the terms without their quotation marks, at each of their definitions."""
        text = document.text
        places = {found.span("term") for each in _DEFINITIONS for found in each.finditer(text)}
        for start, end in sorted(places):
            yield Finding(start, end, LABEL)
