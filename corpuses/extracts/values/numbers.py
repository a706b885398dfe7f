"""Numbers in figures and in words. Pure.

The shape of figures decides first whether a mark groups them or begins the fraction: 1.300.000, 1,300.50, 12,5. Only
if it can be both, as in 1,300, what is around the number decides, and then the language of the document.
"""

import re
from decimal import Decimal
from typing import NamedTuple

from babel import Locale
from text_to_num import text2num

from corpuses.extracts.values.base import ENGLISH, NoNumber, NotWhole, Options, Value, number_key

FIGURES = r"\d(?:[\d.,'\u2019\u00a0\u202f]*\d)?"
LONGEST = 30  # figures
_NUMBER = re.compile(rf"(?P<sign>(?<![\w.)])[-\u2212+]\s?)?(?P<figures>{FIGURES})")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_MOST_WORDS = 6  # of a number
_SPACED = re.compile(r"(?<![\d.,])\d{1,3}(?: \d{3})+(?!\d)")
_SPACES = re.compile(r"[\u00a0\u202f\u2019']")
_GROUPED = re.compile(r"\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*|\d{1,2}(?:,\d{2})+,\d{3}")  # the last one is Indian
_AMBIGUOUS = re.compile(r"[1-9]\d{0,2}[.,]\d{3}")


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
    number = first_number(text, options, is_whole=True)
    if number != number.to_integral_value():
        raise NotWhole
    return Value(int(number), str(int(number)), number_key(float(number)))


def first_number(text: str, options: Options, *, is_whole: bool = False) -> Decimal:
    """Return the first number in figures, else the first in words. One that must be whole has no fraction in doubt."""
    for match in _NUMBER.finditer(join_groups(text, options.locale)):
        number = parse_figures(match["figures"], options.locale, is_grouped=is_whole)
        if number is not None:
            return -number if (match["sign"] or "").strip() in {"-", "\u2212"} else number
    found = number_in_words(text, options.locale)
    if found is None:
        raise NoNumber
    return found.number


def join_groups(text: str, locale: Locale) -> str:
    """Mark the spaces that group figures, except in English, which does not do so; the length stays the same."""
    if locale.language == ENGLISH:
        return text
    return _SPACED.sub(lambda match: match[0].replace(" ", "\u202f"), text)


def parse_figures(figures: str, locale: Locale, *, is_grouped: bool = False) -> Decimal | None:
    """Return a number, or `None` if the figures are none: 1.2.3.

    With `is_grouped`, a mark that can be both groups; else it does so if the language begins fractions with another.
    """
    if len(figures) > LONGEST:
        return None
    plain = _SPACES.sub("", figures)
    marks = [mark for mark in plain if mark in ".,"]
    if not marks:
        return Decimal(plain)
    last = marks[-1]
    if _AMBIGUOUS.fullmatch(plain) and plain == figures:
        groups = is_grouped or last != locale.number_symbols["latn"]["decimal"]
        return _number(plain, "") if groups else _number(plain, last)
    if _GROUPED.fullmatch(plain) and (len(marks) > 1 and len(set(marks)) == 1):
        return _number(plain, "")
    whole = plain.rpartition(last)[0]
    if marks.count(last) == 1 and (len(marks) == 1 or _GROUPED.fullmatch(whole)):
        return _number(plain, last)
    return None


def _number(figures: str, decimal: str) -> Decimal:
    """Return the number of figures whose fraction begins with this mark; without one, all marks group."""
    whole, _, fraction = figures.rpartition(decimal) if decimal else (figures, "", "")
    return Decimal(re.sub(r"[.,]", "", whole) + (f".{fraction}" if fraction else ""))


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
