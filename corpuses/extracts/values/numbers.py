"""Numbers in figures, in the notation of the document's language, and in words. Pure."""

import re
from decimal import Decimal, InvalidOperation
from typing import NamedTuple

from babel import Locale
from babel.numbers import NumberFormatError, parse_decimal
from text_to_num import text2num

from corpuses.extracts.values.base import ENGLISH, NoNumber, NotWhole, Options, Value, number_key

FIGURES = r"\d(?:[\d.,'\u2019\u00a0\u202f]*\d)?"
LONGEST = 30  # figures
_NUMBER = re.compile(rf"(?P<sign>(?<![\w.)])[-\u2212+]\s?)?(?P<figures>{FIGURES})")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_MOST_WORDS = 6  # of a number
_GROUP = re.compile(r"(?<=\d) (?=\d{3}(?!\d))")
_SPACES = re.compile(r"[\u00a0\u202f\u2019']")


class Found(NamedTuple):
    """A number and its position in the text."""

    number: Decimal
    start: int
    end: int


def normalise_number(text: str, options: Options) -> Value:
    """Return the first number of the text."""
    number = first_number(text, options)
    data: int | float = int(number) if number == number.to_integral_value() else float(number)
    return Value(data, f"{number:f}", number_key(float(number)))


def normalise_integer(text: str, options: Options) -> Value:
    """Return the first number of the text, which must be whole."""
    value = normalise_number(text, options)
    if not isinstance(value.data, int):
        raise NotWhole
    return Value(value.data, str(value.data), value.sort_key)


def first_number(text: str, options: Options) -> Decimal:
    """Return the first number in figures, else the first in words."""
    for match in _NUMBER.finditer(join_groups(text, options.locale)):
        number = parse_figures(match["figures"], options.locale)
        if number is not None:
            return -number if (match["sign"] or "").strip() in {"-", "\u2212"} else number
    found = number_in_words(text, options.locale)
    if found is None:
        raise NoNumber
    return found.number


def join_groups(text: str, locale: Locale) -> str:
    """Mark the spaces that group figures, in languages that write "10 000"; the length stays the same."""
    group = locale.number_symbols["latn"]["group"]
    return _GROUP.sub("\u202f", text) if group.isspace() else text


def parse_figures(figures: str, locale: Locale) -> Decimal | None:
    """Return a number in the notation of the language, else in the English one, else as it can only be meant."""
    if len(figures) > LONGEST:
        return None
    plain = _SPACES.sub("", figures)
    for each in (locale, Locale.parse(ENGLISH)):
        try:
            return _plain(parse_decimal(plain, locale=each, strict=True))
        except NumberFormatError:
            continue
    return _guess(plain)


def _guess(figures: str) -> Decimal | None:
    """Take the last mark for the decimal one if it occurs once, and others for grouping."""
    marks = [mark for mark in figures if mark in ".,"]
    last = marks[-1] if marks else "."
    whole, _, fraction = figures.rpartition(last) if marks.count(last) == 1 else (figures, "", "")
    try:
        return _plain(Decimal(re.sub(r"[.,]", "", whole) + (f".{fraction}" if fraction else "")))
    except InvalidOperation:
        return None


def _plain(number: Decimal) -> Decimal:
    return number if number.is_finite() else Decimal(0)


def number_in_words(text: str, locale: Locale) -> Found | None:
    """Return the first number that is written in words, as long as possible."""
    words = list(_WORD.finditer(text))
    for first in range(len(words)):
        for last in range(min(len(words), first + _MOST_WORDS), first, -1):
            start, end = words[first].start(), words[last - 1].end()
            number = _words(text[start:end], locale)
            if number is not None:
                return Found(number, start, end)
    return None


def _words(words: str, locale: Locale) -> Decimal | None:
    for language in dict.fromkeys((locale.language, ENGLISH)):
        try:
            return Decimal(text2num(words.lower(), language))
        except (ValueError, KeyError, OverflowError):
            continue
    return None
