"""Dates that a passage names by a term which the document defines: "from the Effective Date". Pure."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from corpuses.extracts.values.base import Options
from corpuses.extracts.values.cues import Asked, edge_of_date
from corpuses.extracts.values.dates import FoundDate, find_dates

_TERM: Final = re.compile(r"(?<!\w)(?:[A-Z][\w-]+\s+){1,3}(?:Date|DATE)(?!\w)")
_OWN: Final = re.compile(
    r"(?<!\w)date\s+(?:hereof|(?:first\s+)?(?:above\s+)?(?:first\s+)?(?:written|set\s+forth)(?:\s+above)?|of\s+(?:this|the)\s+agreement)(?!\w)",
    re.IGNORECASE,
)
_BEGINNING: Final = 2_000  # characters of a document, in which its own date is
_BEFORE: Final = 120  # characters before a term in which its date may be
_AFTER: Final = 100
_MOST: Final = 20  # mentions of a term that are examined
_OPENS: Final = re.compile(r"[\s,]*\((?:[^()\"\u201c\u201d]{0,60})[\"\u201c](?:the\s+)?$")
_MEANS: Final = re.compile(
    r"[\"\u201d]?\s*(?:of\s+this\s+agreement\s+)?(?:means?|shall\s+(?:mean|be)|is|refers\s+to|:)(?:\s+(?:the|this|as|of|on))*\s*$",
    re.IGNORECASE,
)


class NamedDate(NamedTuple):
    """A date at the position of its name in a passage, and the places in the document that define it."""

    found: FoundDate
    start: int
    end: int


def named_dates(text: str, options: Options) -> list[NamedDate]:
    """Return the dates that a passage names by terms of its document, whose definitions agree with each other."""
    if not options.document:
        return []
    found = []
    for pattern, definitions in ((_TERM, _definitions), (_OWN, _own_date)):
        for match in pattern.finditer(text):
            defined = list(definitions(match[0], options))
            if len({(date.year, date.month, date.day) for date, _, _ in defined}) == 1:
                date, start, end = defined[0]
                found.append(NamedDate(date._replace(start=match.start(), end=match.end()), start, end))
    return found


def _definitions(term: str, options: Options) -> Iterator[tuple[FoundDate, int, int]]:
    """Yield the dates of: May 1, 2020 (the "Effective Date"); "Effective Date" means May 1, 2020."""
    name = r"\s+".join(map(re.escape, term.split()))
    text = options.document
    for mention in islice(re.finditer(rf"(?<!\w){name}(?!\w)", text, re.IGNORECASE), _MOST):
        begin = max(0, mention.start() - _BEFORE)
        before = [date for date in find_dates(text[begin : mention.start()], options) if date.day]
        if before and _OPENS.fullmatch(text, begin + max(date.end for date in before), mention.start()):
            last = max(before, key=lambda date: date.end)
            yield last, begin + last.start, mention.end()
            continue
        after = [date for date in find_dates(text[mention.end() : mention.end() + _AFTER], options) if date.day]
        if after and _MEANS.fullmatch(text, mention.end(), mention.end() + min(date.start for date in after)):
            first = min(after, key=lambda date: date.start)
            yield first, mention.start(), mention.end() + first.end


def _own_date(_: str, options: Options) -> Iterator[tuple[FoundDate, int, int]]:
    """Yield the date of the document itself: the first one at its beginning, if it was made or signed then."""
    beginning = options.document[:_BEGINNING]
    for date in find_dates(beginning, options)[:1]:
        if date.day and edge_of_date(beginning, date.start) == Asked.START:
            yield date, date.start, date.end
