"""Cross-references of a contract, and the headings that they refer to: Section 4.2, Article III, Exhibit A.

Headings are recognized by their numbers at the beginning of lines: plain texts have no structure.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final, NamedTuple

from corpuses.analyzers.protocol import WITHOUT_SETTINGS, DocumentText, Finding

LABEL: Final = "Cross-reference"

_ATTACHED: Final = "exhibit|schedule|appendix|annex|attachment|anlage|anhang"
_NUMBERED: Final = "section|clause|paragraph|abschnitt|ziffer|ziff\\.|§"
_DIVIDED: Final = "article|artikel"
_ROMAN: Final = re.compile(r"(?=[IVXLC])(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})")
_VALUES: Final = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}

_HEADING: Final = re.compile(
    rf"^[ \t]{{0,40}}(?:(?:(?P<word>{_ATTACHED}|{_NUMBERED}|{_DIVIDED})[ \t]{{1,4}})?"
    r"(?P<number>\d{1,2}(?:\.\d{1,2}){0,4}|[IVXLC]{1,6}|[A-Z](?:-?\d{1,2})?)(?P<mark>[.:)]?)[ \t]{0,8})"
    r"(?P<title>[^\n]{0,120})",
    re.IGNORECASE | re.MULTILINE,
)
_NUMBER: Final = (
    r"(?P<number>\d{1,2}(?:\.\d{1,2}){0,4}|[IVXLC]{1,6}|[A-Z](?:-?\d{1,2})?)(?:\([a-z0-9]{1,4}\)){0,4}(?![\w.]*\w)"
)
_REFERENCE: Final = re.compile(
    rf"(?<!\w)(?P<word>{_ATTACHED}|{_NUMBERED}|{_DIVIDED})(?P<plural>s|en|e|n)?\s{{1,3}}{_NUMBER}", re.IGNORECASE
)
_FOLLOWING: Final = re.compile(  # in lists: "Sections 1, 2 and 3", "§§ 2, 3"
    rf"(?:\s{{0,2}},\s{{0,3}}(?:(?:and|or|und|oder)\s{{1,3}})?|\s{{1,3}}(?:and|or|to|through|und|oder|bis|&)\s{{1,3}})(?P<item>{_NUMBER})"
)
_LONGEST_LIST: Final = 300
# "Section 13(d) of the Exchange Act" is about another document.
_ELSEWHERE: Final = re.compile(
    r"[\s,]{0,3}(?:thereof|(?:of|to|in|under|des|der)\s{1,3}(?!this\b|these\b|dieses\b|the\s+(?:present\s+)?agreement\b)"
    r"(?:(?:the|such|said|that|any|its|our)\s{1,3})?[A-Z\d])"
)
_TITLE_AFTER: Final = re.compile(r"\.?\s{1,3}(?:[-\u2013]\s{1,3})?[A-Z]\w")
_PREPOSITION: Final = re.compile(
    r"(?<!\w)(?:in|of|under|to|with|by|this|these|and|or|see|per|from|as|at|through|than|in\s+accordance|gemäß|nach|in\s+der)\s+$|[,(]\s*$",
    re.IGNORECASE,
)
_LONGEST_PREPOSITION: Final = 20
_END_OF_TITLE: Final = re.compile(r"(?<=[^\W\d_]{2})\.\s")


class Heading(NamedTuple):
    """A numbered heading: its family ("numbered", "divided", "attached"), its number and its words."""

    family: str
    number: str
    title: str
    start: int
    end: int


class References:
    """Marks references to sections, articles and exhibits of the same document. The value is the heading."""

    name = "references"
    version = "2"
    title = "Cross-references"
    description = (
        "Marks references to sections, articles and exhibits of the same document, with the heading that each leads to."
    )
    labels = (LABEL,)
    schema = WITHOUT_SETTINGS

    def analyze(self, document: DocumentText, settings: Mapping[str, Any]) -> Iterator[Finding]:
        """Return the references, each with the heading that it refers to."""
        text = document.text
        headings = find_headings(text)
        starts = {each.start for each in headings.values()}
        for references in _lists(text, 0, len(text)):
            first, last = references[0], references[-1]
            if first.start in starts or _ELSEWHERE.match(text, last.end) or _is_heading(text, first):
                continue
            for each in references:
                if target := headings.get(each.target):
                    yield Finding(each.start, each.end, LABEL, value=target.title)


class _Reference(NamedTuple):
    """The place of a reference, and the family and number of its heading."""

    start: int
    end: int
    target: tuple[str, str]


def _lists(text: str, begin: int, end: int) -> Iterator[list[_Reference]]:
    """Return the references that begin in a part of a text: each alone, or several numbers behind one word."""
    for match in _REFERENCE.finditer(text, begin, end):
        family = _family(match["word"])
        found = [(match.start(), match.end(), match["number"])]
        if match["plural"] or text[match.start() - 1 : match.start() + 1] == "§§":
            while following := _FOLLOWING.match(text, found[-1][1]):
                found.append((*following.span("item"), following["number"]))
        references = [
            _Reference(start, stop, (family, _canonical(number)))
            for start, stop, number in found
            if _is_number(family, number)
        ]
        if references:
            yield references


def _is_heading(text: str, first: _Reference) -> bool:
    """Check for a heading inside of a line, as in tables of contents: a title follows, no preposition is before it."""
    before = text[max(0, first.start - _LONGEST_PREPOSITION) : first.start]
    return bool(_TITLE_AFTER.match(text, first.end)) and not _PREPOSITION.search(before)


def target_of(text: str, start: int, headings: Mapping[tuple[str, str], Heading]) -> Heading | None:
    """Return the heading that the reference at an offset of a text leads to, if there is one."""
    for references in _lists(text, max(0, start - _LONGEST_LIST), min(len(text), start + _LONGEST_LIST)):
        for each in references:
            if each.start == start:
                return headings.get(each.target)
    return None


def find_headings(text: str, *, recognized: Collection[int] = ()) -> dict[tuple[str, str], Heading]:
    """Return the numbered headings of a text by family and number.

    The first one with a number counts, but one that begins at an offset in `recognized` comes before all others: there
    the parser has recognized a heading, and not a line of a table of contents.
    """
    found: dict[tuple[str, str], Heading] = {}
    for match in _HEADING.finditer(text):
        word, number = match["word"] or "", match["number"]
        family = _family(word) if word else "numbered"
        if not _is_number(family, number) or (not word and not _is_plain_heading(match)):
            continue
        title = " ".join(_END_OF_TITLE.split(match[0].strip() + " ")[0].split()).rstrip(" .:")
        start = match.start("word") if word else match.start("number")
        heading = Heading(family, _canonical(number), title, start, match.end())
        known = found.setdefault((family, heading.number), heading)
        if start in recognized and known.start not in recognized:
            found[family, heading.number] = heading
    return found


def _is_plain_heading(match: re.Match[str]) -> bool:
    """Check a line that begins with a number alone: "4.2 Payment", and no page number or amount."""
    title = match["title"].strip()
    return (
        match["number"][0].isdigit()
        and bool(match["mark"] or "." in match["number"])
        and bool(title)
        and title[0].isalpha()
    )


def _is_number(family: str, number: str) -> bool:
    if family == "attached":
        return True
    return number[0].isdigit() or (family == "divided" and bool(_ROMAN.fullmatch(number.upper())))


def _family(word: str) -> str:
    folded = word.casefold()
    if folded in _ATTACHED.split("|"):
        return "attached"
    return "divided" if folded in _DIVIDED.split("|") else "numbered"


def _canonical(number: str) -> str:
    """Return a number that is the same however it is written: "III" is "3", "4.0" is "4"."""
    upper = number.upper()
    if len(upper) > 1 and _ROMAN.fullmatch(upper):
        return str(_roman(upper))
    return upper.removesuffix(".0")


def _roman(text: str) -> int:
    total = 0
    for sign, following in zip(text, [*text[1:], ""], strict=True):
        value = _VALUES[sign]
        total += -value if following and _VALUES[following] > value else value
    return total
