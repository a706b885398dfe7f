"""Dates as ISO 8601, as much of them as the text says. Names of months and order of figures are CLDR's. Pure."""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from babel import Locale

from corpuses.extracts.values.base import ENGLISH, NoDate, Options

_CENTURY_BREAK = 50  # two figures below it are of this century
_SHORTEST = 3  # of the short name of a month
_MONTHS = 12

_ORDINAL = r"(?:\s?(?:s\s?t|n\s?d|r\s?d|t\s?h|er|º|ª|\.))?"  # PDFs set raised endings apart: "1s t"
_DAY = rf"(?P<day>\d{{1,2}}){_ORDINAL}"
_YEAR = r"(?P<year>\d{4}|(?<=')\d{2}|(?<=\u2019)\d{2})(?!\d)"
_FIGURES = re.compile(
    r"(?<![\d.])(?P<one>\d{1,2})(?P<mark>[./-])(?P<two>\d{1,2})(?P=mark)(?P<year>\d{4}|\d{2})(?![\d])"
)
_ISO = re.compile(r"(?<!\d)(?P<year>\d{4})(?P<mark>[-/.])(?P<month>\d{1,2})(?P=mark)(?P<day>\d{1,2})(?!\d)")
_ISO_MONTH = re.compile(r"\s*(?P<year>\d{4})-(?P<month>\d{2})\s*")
_EAST_ASIAN = re.compile(r"(?P<year>\d{4})\s?[年년]\s?(?P<month>\d{1,2})\s?[月월](?:\s?(?P<day>\d{1,2})\s?[日일])?")
_ONLY_YEAR = re.compile(r"\D*(?P<year>1[89]\d{2}|20\d{2})\D*")


class FoundDate(NamedTuple):
    """A date and its position in the text. `month` and `day` are 0 if the text does not say them."""

    start: int
    end: int
    year: int
    month: int
    day: int

    @property
    def iso(self) -> str:
        return "-".join([f"{self.year:04}", *(f"{part:02}" for part in (self.month, self.day) if part)])


class _Language(NamedTuple):
    months: dict[str, int]
    day_month_year: re.Pattern[str]
    month_day_year: re.Pattern[str]
    month_year: re.Pattern[str]
    month_comes_first: bool


def find_dates(text: str, options: Options) -> list[FoundDate]:
    """Return the full dates of a text in its order, then months with a year, else the year if there is just one."""
    found: list[FoundDate] = []
    ordered = sorted(
        _dates(text, _language(str(options.locale))), key=lambda each: (not each.day, not each.month, each.start)
    )
    for each in ordered:  # "May 2020" is also a part of "3 May 2020"
        if all(each.end <= other.start or other.end <= each.start for other in found):
            found.append(each)
    return found


def first_date(found: Sequence[FoundDate]) -> FoundDate:
    """Return the first of the dates that say most; raise `NoDate` if there is none."""
    if not found:
        raise NoDate
    return found[0]


def _dates(text: str, language: _Language) -> Iterator[FoundDate]:
    for pattern in (_ISO, _EAST_ASIAN):
        for match in pattern.finditer(text):
            yield from _checked(match, int(match["month"]), match["day"])
    for pattern in (language.day_month_year, language.month_day_year, language.month_year):
        for match in pattern.finditer(text):
            yield from _checked(match, language.months[_folded(match["month"])], match.groupdict().get("day"))
    for match in _FIGURES.finditer(text):
        yield from _in_figures(match, month_comes_first=language.month_comes_first)
    for pattern in (_ISO_MONTH, _ONLY_YEAR):
        if whole := pattern.fullmatch(text):
            yield from _checked(whole, int(whole.groupdict().get("month") or 0), None)


def _in_figures(match: re.Match[str], *, month_comes_first: bool) -> Iterator[FoundDate]:
    month, day = int(match["one"]), int(match["two"])
    if not month_comes_first or month > _MONTHS:
        month, day = day, month
    if month > _MONTHS:
        month, day = day, month
    yield from _checked(match, month, str(day))


def _checked(match: re.Match[str], month: int, day: str | None) -> Iterator[FoundDate]:
    number = int(match["year"])
    if len(match["year"]) <= len("99"):
        number += 2000 if number < _CENTURY_BREAK else 1900
    try:
        date(number, month or 1, int(day or 1))
    except ValueError:
        return
    if month or day is None:
        yield FoundDate(match.start(), match.end(), number, month, int(day or 0))


@lru_cache(maxsize=64)
def _language(identifier: str) -> _Language:
    locale = Locale.parse(identifier)
    months: dict[str, int] = {}
    for each in (Locale.parse(ENGLISH), locale):
        for context in ("format", "stand-alone"):
            for width in ("wide", "abbreviated"):
                for number, name in each.months[context][width].items():
                    if len(_folded(name)) >= _SHORTEST:
                        months[_folded(name)] = number
    months["sept"] = 9
    names = "|".join(re.escape(name) for name in sorted(months, key=len, reverse=True))
    month = rf"(?P<month>(?<!\w)(?:{names})(?!\w))\.?"
    short = locale.date_formats["short"].pattern
    between = r"[\s,]*(?:(?:of|day\s+of|de|del|di|do)\s+)?[\s,]*"
    return _Language(
        months=months,
        day_month_year=re.compile(rf"(?<!\d){_DAY}\s*(?:day\s+)?{between}{month}{between}'?{_YEAR}", re.IGNORECASE),
        month_day_year=re.compile(rf"{month}\s*{_DAY}[\s,]+'?{_YEAR}", re.IGNORECASE),
        month_year=re.compile(rf"{month}{between}(?P<year>\d{{4}})(?!\d)", re.IGNORECASE),
        month_comes_first=short.find("M") < short.find("d"),
    )


def _folded(name: str) -> str:
    return name.casefold().rstrip(".")
