"""Terms that a contract defines, in English or German: (the "Company"), "Affiliate" means …, AFFILIATE means …"""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

import regex

from corpuses.analyzers.protocol import WITHOUT_SETTINGS, DocumentText, Finding

LABEL = "Defined term"

_OPENING, _CLOSING = '"“„«»', '"“”«»'
_TERM = rf"[{_OPENING}](?P<term>\p{{L}}[^{_OPENING}{_CLOSING}\n]{{0,80}})[{_CLOSING}]"
_CAPITALS = r"(?P<term>(?!(?:IT|THIS|THAT|WHICH)\b)\p{Lu}{2,}(?:[ -]\p{Lu}{2,}){0,5})"
_VERB = r"(?:(?:shall\s|will\s)?(?:means?|has\sthe\smeaning|is\sdefined|refers\sto)|bedeute[nt]|bezeichne[nt])\b"
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
        rf"{_TERM}\s{{1,4}}{_VERB}",
        # AFFILIATE means …, at the beginning of a line
        rf"^[ \t]{{0,8}}(?:\(?\w{{1,4}}[.)]\s{{1,4}})?{_CAPITALS}\s{{1,4}}{_VERB}",
    )
)


class DefinedTerms:
    """Marks each term where it is defined."""

    name = "defined-terms"
    version = "2"
    title = "Defined terms"
    description = "Finds the terms that a contract defines, where it defines them."
    labels = (LABEL,)
    schema = WITHOUT_SETTINGS

    def analyze(self, document: DocumentText, settings: Mapping[str, Any]) -> Iterator[Finding]:
        """Return the terms without their quotation marks, at each of their definitions."""
        text = document.text
        for found in chain.from_iterable(each.finditer(text) for each in _DEFINITIONS):
            start, end = found.span("term")
            yield Finding(start, end, LABEL)
