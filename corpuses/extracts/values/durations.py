"""Durations as ISO 8601: years, months, weeks, days, hours, minutes, seconds; a quarter is three months. Pure."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Final, NamedTuple

from babel import Locale

from corpuses.extracts.values.base import ENGLISH, Endless, NoDuration, Options, Value, number_key
from corpuses.extracts.values.cues import (
    Asked,
    asked_about_duration,
    is_endless,
    is_limit,
    nearest,
    part_of_duration,
)
from corpuses.extracts.values.numbers import FIGURES, number_in_words, parse_figures

# Unit: its sign, how many of it one is, the days it takes for sorting.
UNITS: Final = {
    "year": ("Y", 1, 365.25),
    "quarter": ("M", 3, 91.3125),
    "month": ("M", 1, 30.4375),
    "week": ("W", 1, 7.0),
    "day": ("D", 1, 1.0),
    "hour": ("H", 1, 1 / 24),
    "minute": ("M", 1, 1 / 1440),
    "second": ("S", 1, 1 / 86400),
}
_TIME: Final = frozenset({"hour", "minute", "second"})
# Besides the names in CLDR.
_OTHER_UNITS: Final = {
    "yr": "year",
    "yrs": "year",
    "annum": "year",
    "wk": "week",
    "wks": "week",
    "hrs": "hour",
    "hr": "hour",
    "mins": "minute",
    "min": "minute",
    "secs": "second",
    "sec": "second",
    "anniversary": "year",
    "jahren": "year",
    "monaten": "month",
    "tagen": "day",
    "quartalen": "quarter",
}
_ISO: Final = re.compile(
    r"\s*(P(?=.)(?:\d+(?:\.\d+)?Y)?(?:\d+(?:\.\d+)?M)?(?:\d+(?:\.\d+)?W)?(?:\d+(?:\.\d+)?D)?"
    r"(?:T(?=.)(?:\d+(?:\.\d+)?H)?(?:\d+(?:\.\d+)?M)?(?:\d+(?:\.\d+)?S)?)?)\s*"
)
_PARTS: Final = re.compile(r"(\d+(?:\.\d+)?)([YMWDHS])")
_ARTICLES: Final = frozenset({"a", "an", "per", "each", "every", "one"})
_WORDS_BEFORE: Final = 60  # characters before a unit in which its number may be
_FILLER: Final = re.compile(
    r"(?:[\s)]+(?:full|consecutive|successive|subsequent|calendar|business|working|additional|further|more|weitere[nrsm]?))+[\s(-]*$"
)
_MISREAD: Final = re.compile(r"\(\s*[^\W\d]{1,4}\s*\)[\s-]*$")  # the figure 1 of "one (1)", misread by OCR
_EVERY: Final = {
    "year": "annual annually yearly jährlich jährliche jährlichen jährlicher annuel annuelle annuels anual anuales",
    "month": "monthly monatlich monatliche monatlichen monatlicher mensuel mensuelle mensual mensuales",
    "quarter": "quarterly vierteljährlich trimestriel trimestrielle trimestral",
    "week": "weekly wöchentlich hebdomadaire semanal",
    "day": "daily täglich quotidien diario",
}
_ORDINALS: Final = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
_ORDINAL: Final = re.compile(rf"(?<!\w)(?P<word>{'|'.join(_ORDINALS)})\s+(?:annual\s+)?$", re.IGNORECASE)
_JOINED: Final = re.compile(r"\s*,?\s*(?:and|und|et|y|e|en|og|och|plus)?\s*", re.IGNORECASE)


class Part(NamedTuple):
    """A number of one unit, and its position in the text."""

    number: Decimal
    unit: str
    start: int
    end: int


class FoundDuration(NamedTuple):
    """A duration and its position in the text. It is implied if the text has no number: "annual renewals"."""

    start: int
    end: int
    parts: tuple[Part, ...]
    is_implied: bool = False


def normalise_duration(text: str, options: Options) -> Value:
    """Return the duration that is asked for; without a hint, the first one."""
    if match := _ISO.fullmatch(text):
        return _value(_iso_parts(match[1]))
    found = find_durations(text, options)
    if not found:
        raise Endless if is_endless(text) else NoDuration
    chosen = _chosen(found, text, options)
    return _value([(part.number, part.unit) for part in chosen.parts])


def find_durations(text: str, options: Options) -> list[FoundDuration]:
    """Return the durations of a text, those with a number first; parts that follow each other belong together."""
    found: list[list[Part]] = []
    for part in _parts(text, options.locale):
        if found and _JOINED.fullmatch(text[found[-1][-1].end : part.start]):
            found[-1].append(part)
        else:
            found.append([part])
    explicit = [FoundDuration(parts[0].start, parts[-1].end, tuple(parts)) for parts in found]
    return explicit + list(_implied(text))


def _chosen(found: Sequence[FoundDuration], text: str, options: Options) -> FoundDuration:
    """Return the duration of the notice, of the renewal or of the term, if the question is about one of these."""
    asked = asked_about_duration(options.name, options.question)
    explicit = [each for each in found if not each.is_implied] or list(found)
    if asked is None:
        return nearest(explicit, text, f"{options.name} {options.question}")
    parts = {each: Asked.RENEWAL if each.is_implied else part_of_duration(text, each) for each in found}
    fitting = [each for each in found if parts[each] == asked]
    if not fitting:
        # A clause about the other durations does not answer the question.
        fitting = [each for each in explicit if parts[each] is None or Asked.NOTICE not in {asked, parts[each]}]
    if not fitting:
        raise NoDuration
    return min(fitting, key=lambda each: is_limit(text, each.start))


def _implied(text: str) -> Iterator[FoundDuration]:
    """Return the durations of "monthly", "year to year" and "annual"."""
    for match in _EVERY_PATTERN.finditer(text):
        unit = match["unit"].casefold() if match["unit"] else _UNIT_OF_WORD[match["word"].casefold()]
        part = Part(Decimal(1), unit, match.start(), match.end())
        yield FoundDuration(match.start(), match.end(), (part,), is_implied=True)


def _iso_parts(text: str) -> list[tuple[Decimal, str]]:
    days, _, time = text.removeprefix("P").partition("T")
    units = [(days, {"Y": "year", "M": "month", "W": "week", "D": "day"})]
    units.append((time, {"H": "hour", "M": "minute", "S": "second"}))
    return [(Decimal(number), names[unit]) for part, names in units for number, unit in _PARTS.findall(part)]


def _parts(text: str, locale: Locale) -> Iterator[Part]:
    pattern, names = _units(str(locale))
    end = 0
    for match in pattern.finditer(text):
        begin = max(end, match.start() - _WORDS_BEFORE)
        before = text[begin : match.start()]
        found = _ordinal_before(before) if match["unit"].casefold() == "anniversary" else None
        found = found or _number_before(before, locale)
        if found is not None:
            number, start = found
            yield Part(number, names[match["unit"].casefold()], begin + start, match.end())
            end = match.end()


_BEFORE = re.compile(
    rf"(?:(?P<figures>{FIGURES})(?:\s?(?:s ?t|n ?d|r ?d|t ?h)\b)?|(?P<words>[^\W\d_]+(?:[\s-]+[^\W\d_]+){{0,5}}))"
    r"\s*\)?[\s(-]*$"
)


def _ordinal_before(text: str) -> tuple[Decimal, int] | None:
    """Return the number of "the second", and its position."""
    match = _ORDINAL.search(text)
    return (Decimal(_ORDINALS.index(match["word"].casefold()) + 1), match.start()) if match else None


def _number_before(text: str, locale: Locale) -> tuple[Decimal, int] | None:
    """Return the number that a text ends with, in figures or in words, and its position."""
    text = _MISREAD.sub("", _FILLER.sub("", text))
    match = _BEFORE.search(text)
    if match is None:
        return None
    if match["figures"]:
        number = parse_figures(match["figures"], locale)
        return None if number is None else (number, _start_of_words(text, match, locale))
    words = list(re.finditer(r"[^\W\d_]+", match["words"]))
    for word in words:
        rest = text[match.start("words") + word.start() : match.end("words")]
        found = number_in_words(rest, locale)
        if found is not None and found.start == 0 and found.end == len(rest):
            return found.number, match.start("words") + word.start()
    last = words[-1]
    if last[0].casefold() in _ARTICLES:
        return Decimal(1), match.start("words") + last.start()
    return None


def _start_of_words(text: str, match: re.Match[str], locale: Locale) -> int:
    """Return where "three (3)" begins, so that parts that follow each other are found to do so."""
    before = text[: match.start("figures")].rstrip(" (")
    found = re.search(r"[^\W\d_]+(?:-[^\W\d_]+)*$", before)
    is_number = found is not None and number_in_words(found[0], locale) is not None
    return found.start() if found is not None and is_number else match.start("figures")


def _value(parts: list[tuple[Decimal, str]]) -> Value:
    totals: defaultdict[tuple[bool, str], Decimal] = defaultdict(Decimal)
    days = 0.0
    for number, unit in parts:
        sign, multiple, length = UNITS[unit]
        totals[unit in _TIME, sign] += number * multiple
        days += float(number) * length
    dates = "".join(_part(totals[False, sign], sign) for sign in "YMWD")
    times = "".join(_part(totals[True, sign], sign) for sign in "HMS")
    iso = f"P{dates}{'T' if times else ''}{times}"
    iso = "P0D" if iso == "P" else iso
    return Value(iso, iso, number_key(days))


def _part(number: Decimal, sign: str) -> str:
    return f"{number.normalize():f}{sign}" if number else ""


_UNIT_OF_WORD: Final = {word: unit for unit, words in _EVERY.items() for word in words.split()}
_EVERY_PATTERN: Final = re.compile(
    rf"(?<![^\W\d_])(?:(?P<unit>year|month|week|day|quarter)[\s-]+(?:to|by)[\s-]+(?P=unit)|(?P<word>{'|'.join(_UNIT_OF_WORD)}))"
    r"(?![^\W\d_])",
    re.IGNORECASE,
)


@lru_cache(maxsize=64)
def _units(identifier: str) -> tuple[re.Pattern[str], dict[str, str]]:
    """Return a pattern of the names of units in a language and in English, and the unit of each name."""
    names = dict(_OTHER_UNITS)
    for locale in (Locale.parse(ENGLISH), Locale.parse(identifier)):
        for unit in UNITS:
            for patterns in locale._data["unit_patterns"].get(f"duration-{unit}", {}).values():  # noqa: SLF001 - no other way to the names
                for pattern in patterns.values():
                    if isinstance(pattern, str):
                        name = pattern.replace("{0}", "").strip().casefold()
                        if len(name) >= len("yrs"):
                            names[name] = unit
    listed = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?<![^\W\d_])(?P<unit>{listed})(?![^\W\d_])", re.IGNORECASE), names
