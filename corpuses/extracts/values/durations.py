"""Durations as ISO 8601: years, months, weeks, days, hours, minutes, seconds; a quarter is three months. Pure."""

import re
from collections import defaultdict
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache
from typing import Final, NamedTuple

from babel import Locale

from corpuses.extracts.values.base import ENGLISH, NoDuration, Options, Value, number_key
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
_ENGLISH_UNITS: Final = {
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
}
_ISO: Final = re.compile(
    r"\s*(P(?=.)(?:\d+(?:\.\d+)?Y)?(?:\d+(?:\.\d+)?M)?(?:\d+(?:\.\d+)?W)?(?:\d+(?:\.\d+)?D)?"
    r"(?:T(?=.)(?:\d+(?:\.\d+)?H)?(?:\d+(?:\.\d+)?M)?(?:\d+(?:\.\d+)?S)?)?)\s*"
)
_PARTS: Final = re.compile(r"(\d+(?:\.\d+)?)([YMWDHS])")
_ARTICLES: Final = frozenset({"a", "an", "per", "each", "every", "one"})
_WORDS_BEFORE: Final = 60  # characters before a unit in which its number may be
_FILLER: Final = re.compile(
    r"(?:[\s)]+(?:full|consecutive|successive|calendar|business|working|additional|further|more))+[\s(-]*$"
)
_JOINED: Final = re.compile(r"\s*,?\s*(?:and|und|et|y|e|en|og|och|plus)?\s*", re.IGNORECASE)


class _Part(NamedTuple):
    number: Decimal
    unit: str
    start: int
    end: int


def normalise_duration(text: str, options: Options) -> Value:
    """Return the first duration of the text; parts that follow each other belong together."""
    if match := _ISO.fullmatch(text):
        return _value(_iso_parts(match[1]))
    parts: list[_Part] = []
    for part in _parts(text, options.locale):
        if parts and not _JOINED.fullmatch(text[parts[-1].end : part.start]):
            break
        parts.append(part)
    if not parts:
        raise NoDuration
    return _value([(part.number, part.unit) for part in parts])


def _iso_parts(text: str) -> list[tuple[Decimal, str]]:
    days, _, time = text.removeprefix("P").partition("T")
    units = [(days, {"Y": "year", "M": "month", "W": "week", "D": "day"})]
    units.append((time, {"H": "hour", "M": "minute", "S": "second"}))
    return [(Decimal(number), names[unit]) for part, names in units for number, unit in _PARTS.findall(part)]


def _parts(text: str, locale: Locale) -> Iterator[_Part]:
    pattern, names = _units(str(locale))
    end = 0
    for match in pattern.finditer(text):
        begin = max(end, match.start() - _WORDS_BEFORE)
        found = _number_before(text[begin : match.start()], locale)
        if found is not None:
            number, start = found
            yield _Part(number, names[match["unit"].casefold()], begin + start, match.end())
            end = match.end()


_BEFORE = re.compile(
    rf"(?:(?P<figures>{FIGURES})(?:\s?(?:s ?t|n ?d|r ?d|t ?h)\b)?|(?P<words>[^\W\d_]+(?:[\s-]+[^\W\d_]+){{0,5}}))"
    r"\s*\)?[\s(-]*$"
)


def _number_before(text: str, locale: Locale) -> tuple[Decimal, int] | None:
    """Return the number that a text ends with, in figures or in words, and its position."""
    match = _BEFORE.search(_FILLER.sub("", text))
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


@lru_cache(maxsize=64)
def _units(identifier: str) -> tuple[re.Pattern[str], dict[str, str]]:
    """Return a pattern of the names of units in a language and in English, and the unit of each name."""
    names = dict(_ENGLISH_UNITS)
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
