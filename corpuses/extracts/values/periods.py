"""The date that a question asks for: the begin of a period, its end, or an end that follows from both. Pure."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import Final

from corpuses.extracts.values.base import Endless, NoDate, Options, RelativeDate, Value
from corpuses.extracts.values.cues import Asked, asked_about_date, edge_of_date, is_endless, part_of_duration
from corpuses.extracts.values.dates import FoundDate, find_dates, first_date
from corpuses.extracts.values.definitions import named_dates
from corpuses.extracts.values.durations import FoundDuration, find_durations
from corpuses.extracts.values.shifting import shift

_Named = Mapping[FoundDate, tuple[int, int]]
"""Dates that the passage names by a term, with the places in the document that define it."""

# "… of five years from": the date that follows is the begin.
_FROM: Final = re.compile(
    r"(?:\s*\([^)]*\))?[\s,]*(?:in\s+duration\s+)?(?:(?:to\s+)?commenc\w+|begin\w*|start\w*|from|after|following|of|ab|seit"
    r"|vom|à compter|à partir|desde|a partir)"
    r"(?:\s+(?:and including|on|as|at|from|the|du|de|le|del|dem|tentative|launch|date|of|with))*\s*",
    re.IGNORECASE,
)
# "… five years from the Launch Date": the passage does not say when that is. "from that date" is about one it names.
_ELSEWHERE: Final = re.compile(
    r"(?:\s*\([^)]*\))?[\s,)]*(?:commencing|beginning|starting|from|after|following|of|ab|nach|à compter|desde)"
    r"(?!\s+(?:such|that|said|this)\s+date)",
    re.IGNORECASE,
)
_DAY_BEFORE: Final = re.compile(r"day\s+(?:prior\s+to|before|preceding)\s+(?:the\s+)?$", re.IGNORECASE)


def normalise_date(text: str, options: Options) -> Value:
    """Return the date that is asked for; without a hint, the first full one, else the one that says most.

    Terms that the document defines count as dates: what depends on the "Effective Date" has its definition as a place.
    """
    found = find_dates(text, options)
    named = {each.found: (each.start, each.end) for each in named_dates(text, options)}
    match asked_about_date(options.name, options.question):
        case Asked.START:
            begins = [each for each in found if _edge(text, each, found) != Asked.END]
            return _value(first_date(begins or _begins(text, [*named])), named)
        case Asked.END:
            return _end(text, found, named, options)
        case _:
            return _value(first_date(found or _begins(text, [*named])), named)


def _end(text: str, found: Sequence[FoundDate], named: _Named, options: Options) -> Value:
    every = sorted([*found, *named])
    every_duration = find_durations(text, options)
    edges = {each: _edge_beside(text, each, every, every_duration) for each in every}
    # A term without such a word is only mentioned.
    ends = [each for each in every if edges[each] == Asked.END] or [each for each in found if edges[each] is None]
    if ends:
        return _value(ends[0], named)
    durations = [each for each in every_duration if part_of_duration(text, each) not in {Asked.NOTICE, Asked.RENEWAL}]
    computed = list(_computed(text, every, durations))
    if computed:
        end, begin = max(computed)
        return Value(end.isoformat(), end.isoformat(), end.isoformat(), _places(begin, named))
    if is_endless(text):
        raise Endless
    if durations:
        raise RelativeDate
    raise NoDate


def _value(found: FoundDate, named: _Named) -> Value:
    return Value(found.iso, found.iso, found.iso, _places(found, named))


def _places(found: FoundDate, named: _Named) -> tuple[tuple[int, int], ...]:
    return (named[found],) if found in named else ()


def _begins(text: str, named: Sequence[FoundDate]) -> list[FoundDate]:
    return [each for each in named if _edge(text, each, named) == Asked.START]


def _edge(text: str, found: FoundDate, others: Sequence[FoundDate]) -> Asked | None:
    after = max((other.end for other in others if other.end <= found.start), default=0)
    return edge_of_date(text, found.start, after=after)


def _edge_beside(
    text: str, found: FoundDate, others: Sequence[FoundDate], durations: Sequence[FoundDuration]
) -> Asked | None:
    """Return the edge of a date; in "until three years after 1 May 2020", the date is the begin."""
    if any(_FROM.fullmatch(text, duration.end, found.start) for duration in durations):
        return Asked.START
    return _edge(text, found, others)


def _computed(
    text: str, begins: Sequence[FoundDate], durations: Sequence[FoundDuration]
) -> Iterator[tuple[date, FoundDate]]:
    """Yield the ends that follow from a begin and a duration, with the begin: "for three years from 1 May 2020"."""
    full = [each for each in begins if each.day]
    for duration in durations:
        following = [each for each in full if _FROM.fullmatch(text, duration.end, each.start)]
        if not following and not _ELSEWHERE.match(text, duration.end):
            following = full if len({each.iso for each in full}) == 1 else []
        for begin in following[:1]:
            end = shift(date(begin.year, begin.month, begin.day), duration)
            if end is not None:
                is_before = _DAY_BEFORE.search(text[: duration.start])
                yield end - timedelta(days=1) if is_before else end, begin
