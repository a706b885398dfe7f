"""The types of values. Pure."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import Any, Final

import jsonschema

from corpuses.extracts.values.base import (
    Endless,
    NoBoolean,
    NoChoice,
    NoDate,
    NoJson,
    NoValue,
    Options,
    RelativeDate,
    SchemaMismatch,
    UnknownType,
    Value,
)
from corpuses.extracts.values.cues import Asked, asked_about_date, edge_of_date, is_endless, part_of_duration
from corpuses.extracts.values.dates import FoundDate, find_dates, first_date
from corpuses.extracts.values.definitions import named_dates
from corpuses.extracts.values.durations import FoundDuration, find_durations, normalise_duration
from corpuses.extracts.values.money import normalise_money
from corpuses.extracts.values.numbers import normalise_integer, normalise_number
from corpuses.extracts.values.shifting import shift

_YES: Final = "yes true y 1 ja oui sí si sim tak да 是 はい".split()  # noqa: SIM905 - a list of literals is longer
_NO: Final = "no false n 0 none not nein non não nao nie нет 否 いいえ".split()  # noqa: SIM905 - same
_WORD: Final = re.compile(r"\w+")


def normalise_boolean(text: str, options: Options) -> Value:
    """Return yes or no, if the text begins with it."""
    word = _WORD.search(text.casefold())
    if word is None:
        raise NoBoolean
    if word[0] in _NO:
        return Value(False, "No", "0")  # noqa: FBT003 - the value itself
    if word[0] in _YES:
        return Value(True, "Yes", "1")  # noqa: FBT003 - same
    raise NoBoolean


def normalise_enum(text: str, options: Options) -> Value:
    """Return the choice that the text is; else the one that it contains, the first, and the longest of those."""
    wanted = _folded(text)
    for choice in options.choices:
        if _folded(choice) == wanted:
            return _value(choice, options)
    found = [
        (match.start(), -len(choice), choice)
        for choice in options.choices
        if _folded(choice) and (match := re.search(rf"(?<!\w){re.escape(_folded(choice))}(?!\w)", wanted))
    ]
    if not found:
        raise NoChoice
    return _value(min(found)[2], options)


def _value(choice: str, options: Options) -> Value:
    order = list(options.choices).index(choice)
    return Value(choice, choice, f"{order:06}")


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


_SHOWN = 2_000  # characters of an object
_DETAIL = 200
Normalise = Callable[[str, str, Options], Value]


def normalise_list(text: str, options: Options, *, item: Normalise) -> Value:
    """Return the values of a JSON list or of lines; a text of one line is one value."""
    if options.items == "list":
        raise UnknownType
    values = [item(options.items, each, options) for each in _items(text)]
    if not values:
        raise NoValue
    unique = {value.sort_key + value.text: value for value in values}.values()
    return Value(
        [value.data for value in unique],
        "; ".join(value.text for value in unique),
        "\n".join(value.sort_key for value in unique),
    )


def normalise_object(text: str, options: Options) -> Value:
    """Return a JSON value that fits the schema."""
    try:
        value = json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise NoJson from error
    validator = jsonschema.Draft202012Validator(
        dict(options.schema), format_checker=jsonschema.Draft202012Validator.FORMAT_CHECKER
    )
    mismatch = next(validator.iter_errors(value), None)
    if mismatch is not None:
        raise SchemaMismatch(f"{SchemaMismatch.reason.rstrip('.')}: {mismatch.message[:_DETAIL]}")
    shown = json.dumps(value, ensure_ascii=False, sort_keys=True)
    return Value(value, shown[:_SHOWN], shown[:_SHOWN].casefold())


def _items(text: str) -> list[str]:
    try:
        parsed: Any = json.loads(text)
    except (ValueError, RecursionError):
        parsed = None
    if isinstance(parsed, list):
        parts = [each if isinstance(each, str) else json.dumps(each, ensure_ascii=False) for each in parsed]
    else:
        parts = text.splitlines()
    return [part for each in parts if (part := each.strip())]


def _refuse(constant: str) -> None:
    raise ValueError(constant)  # NaN and Infinity are no JSON


LONGEST = 10_000  # characters of a text that is searched for a value


def normalise(type_: str, text: str, options: Options | None = None) -> Value:
    """Return the value of this type that the text has; raise `DoesNotFit` if it has none."""
    if type_ not in TYPES:
        raise UnknownType
    if not text.strip():
        raise NoValue
    is_whole = type_ in {"string", "list", "object"}
    return TYPES[type_](text if is_whole else text[:LONGEST], options or Options())


def _string(text: str, options: Options) -> Value:
    shown = " ".join(text.split())
    return Value(shown, shown, shown.casefold())


def _list(text: str, options: Options) -> Value:
    return normalise_list(text, options, item=normalise)


# The date that a question asks for: the begin of a period, its end, or an end that follows from both.

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


def _normalise_date(text: str, options: Options) -> Value:
    """Return the date that is asked for; without a hint, the first full one, else the one that says most.

    Terms that the document defines count as dates: what depends on the "Effective Date" has its definition as a place.
    """
    found = find_dates(text, options)
    named = {each.found: (each.start, each.end) for each in named_dates(text, options)}
    match asked_about_date(options.name, options.question):
        case Asked.START:
            begins = [each for each in found if _edge(text, each, found) != Asked.END]
            return _date_value(first_date(begins or _begins(text, [*named])), named)
        case Asked.END:
            return _end(text, found, named, options)
        case _:
            return _date_value(first_date(found or _begins(text, [*named])), named)


def _end(text: str, found: Sequence[FoundDate], named: _Named, options: Options) -> Value:
    every = sorted([*found, *named])
    every_duration = find_durations(text, options)
    edges = {each: _edge_beside(text, each, every, every_duration) for each in every}
    # A term without such a word is only mentioned.
    ends = [each for each in every if edges[each] == Asked.END] or [each for each in found if edges[each] is None]
    if ends:
        return _date_value(ends[0], named)
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


def _date_value(found: FoundDate, named: _Named) -> Value:
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


TYPES: Final[Mapping[str, Callable[[str, Options], Value]]] = {
    "string": _string,
    "number": normalise_number,
    "integer": normalise_integer,
    "boolean": normalise_boolean,
    "date": _normalise_date,
    "money": normalise_money,
    "duration": normalise_duration,
    "enum": normalise_enum,
    "list": _list,
    "object": normalise_object,
}
