"""The header of a passage: what the document and the section are about, which the passage itself seldom repeats. Pure.

It is embedded before the text, and its words count a little in the search by words (benchmarks/search).
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

TITLE_LENGTH = 100  # characters
PARTIES_LENGTH = 160
SECTION_LENGTH = 80
OPENING = 4_000  # characters of the text in which parties are named
MOST_PARTIES = 6

_SUFFIXES = (
    r"Inc|LLC|L\.L\.C|Ltd|Limited|Corp|Corporation|Company|Co|LP|L\.P|LLP|L\.L\.P|PLC|plc|GmbH|AG|SE|KG|S\.A|SA|SAS|"
    r"S\.[Rr]\.[Ll]|S\.p\.A|N\.V|B\.V|N\.A|A/S|AB|Oy|Bank|Trust|Association|University"
)
_CAPITAL = r"[A-Z\u00c0-\u00de][\w@&.'\u2019/\u00ad-]*|[a-z]{1,2}-[A-Za-z]\w+"
_WORDS = rf"(?:{_CAPITAL})(?:[ ](?:(?:of|the|for|de|du|von)[ ](?=[A-Z]))?(?:{_CAPITAL}|&|-))"
_NAME = re.compile(rf"{_WORDS}{{0,7}}?(?:,?[ ](?:{_SUFFIXES})\b\.?)+|{_WORDS}{{0,7}}")
_COMPANY = re.compile(rf"\b(?:{_SUFFIXES})\.?$")
_DEFINED = re.compile(r"\([^()\"\u201c]{0,60}[\"\u201c]([^\"\u201c\u201d]{2,40})[\"\u201d][^()]{0,80}\)")
_GENERIC = re.compile(rf"(?:(?:{_SUFFIXES}|Agreement|Part(?:y|ies)|[A-Z][a-z]+ Company)[., ]*)+")
_BETWEEN = re.compile(r"\b(?:[Bb]etween|[Aa]mong|BETWEEN|AMONG|by and|entered into by)\b:?")
_REACH = 600  # characters after "between" in which parties follow
_NO_NAMES = re.compile(
    r"\A(?:(?:This|These|The|That|Those|In|As|At|By|If|It|Such|Each|Any|All|And|AND|For|From|Of|On|Or|To|WHEREAS|Whereas"
    r"|NOW|Now|Exhibit|EXHIBIT|Section|SECTION|Article|ARTICLE|Recitals|RECITALS|Gentlemen|Dear|Ladies|Page) )+"
)


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of the document."""

    start: int
    level: int
    text: str


class Headers:
    """Builds the headers of the passages of one document."""

    def __init__(self, title: str, text: str, headings: Sequence[Heading]) -> None:
        self._document = "\n".join(filter(None, [_line(title, TITLE_LENGTH), parties_line(text)]))
        self._headings = headings
        self._starts = [heading.start for heading in headings]

    def at(self, start: int) -> str:
        """Return the header of a passage that starts there."""
        return "\n".join(filter(None, [self._document, self._section(start)]))

    def _section(self, start: int) -> str:
        """Return the headings above an offset, from the outermost to the innermost."""
        path: list[Heading] = []
        for heading in reversed(self._headings[: bisect_right(self._starts, start)]):
            if not path or heading.level < path[-1].level:
                path.append(heading)
            if heading.level <= 1:
                break
        return " > ".join(_line(heading.text, SECTION_LENGTH) for heading in reversed(path))


def parties_line(text: str) -> str:
    """Return the parties that the beginning of `text` names, in one line; empty if it names none."""
    line = ""
    for party in parties(text):
        longer = f"{line}; {party}" if line else party
        if len(longer) > PARTIES_LENGTH:
            break
        line = longer
    return line


def parties(text: str) -> list[str]:
    """Return names before a defined term, as `Acme, Inc. (the "Seller")`, and names that follow "between"."""
    opening = " ".join(text[:OPENING].split())
    found: dict[str, None] = {}
    end = 0
    for defined in _DEFINED.finditer(opening):
        name = _party_before(opening[max(end, defined.start() - 300) : defined.start()])
        end = defined.end()
        if name:
            found.setdefault(f"{name} ({defined[1].rstrip(' .,')})")
    joined = " ".join(found)
    between = _BETWEEN.search(opening)
    if between:
        following = opening[between.end() : between.end() + _REACH]
        for name in _names(following):
            if _COMPANY.search(name) and name not in joined:
                found.setdefault(name)
    return list(found)[:MOST_PARTIES]


def _party_before(segment: str) -> str:
    """Return the party that a defined term stands for: the first company named before it."""
    ends = [keyword.end() for keyword in _BETWEEN.finditer(segment)]
    names = _names(segment[ends[-1] :] if ends else segment)
    companies = [name for name in names if _COMPANY.search(name)]
    if companies:
        return companies[-1] if segment.rstrip(" ,").endswith(companies[-1]) else companies[0]
    return names[0] if ends and names else ""


def _names(text: str) -> list[str]:
    found = (_NO_NAMES.sub("", f"{match.group()} ", count=1).strip(" ,-&") for match in _NAME.finditer(text))
    return [name for name in found if len(name) > 2 and not _GENERIC.fullmatch(name)]  # noqa: PLR2004 - initials


def _line(text: str, length: int) -> str:
    return " ".join(text.split())[:length]
