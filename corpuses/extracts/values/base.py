"""Values, the options of their types, and the reasons why a text is none of a type. Pure."""

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from babel import Locale
from babel.core import UnknownLocaleError

ENGLISH = "en"


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The document's language, the question that the text answers, and what a type needs besides."""

    name: str = ""
    """Of the column: with the question, it decides which of several values of a text is meant."""
    question: str = ""
    document: str = ""
    """The text of the whole document, in which terms are defined."""

    language: str = ENGLISH
    """ISO 639-1, or with a territory: `en-GB`. Unknown ones count as English."""
    currency: str = ""
    """ISO 4217, of amounts without one."""
    choices: Sequence[str] = ()
    items: str = "string"
    schema: Mapping[str, Any] = field(default_factory=dict)

    @property
    def locale(self) -> Locale:
        """The locale of the language."""
        try:
            return Locale.parse(self.language, sep="-")
        except (UnknownLocaleError, ValueError):
            return Locale.parse(ENGLISH)


@dataclass(frozen=True, slots=True)
class Value:
    """A normalised value as JSON, as it is shown, and as a text that sorts as the values do."""

    data: Any
    text: str
    sort_key: str
    places: tuple[tuple[int, int], ...] = ()
    """Of the document, besides the text: the definition of a term that the value depends on."""


class DoesNotFit(ValueError):
    """The text is no value of the type."""

    reason = "This does not fit the type of the column."

    def __init__(self, detail: str = "") -> None:
        super().__init__(detail or self.reason)


class NoValue(DoesNotFit):
    """The text is empty."""

    reason = "There is no value."


class NoNumber(DoesNotFit):
    """The text has no number."""

    reason = "There is no number in this."


class NotWhole(DoesNotFit):
    """The number has a fraction."""

    reason = "This is no whole number."


class NoBoolean(DoesNotFit):
    """The text is neither yes nor no."""

    reason = "This is neither yes nor no."


class NoDate(DoesNotFit):
    """The text has no date."""

    reason = "There is no date in this."


class RelativeDate(NoDate):
    """The text has a duration, and no date that it is counted from."""

    reason = "This depends on a date that the passage does not name."


class Endless(DoesNotFit):
    """The text says that there is no end."""

    reason = "There is no end: this goes on until it is terminated."


class NoAmount(DoesNotFit):
    """The text has no amount of money."""

    reason = "There is no amount of money in this."


class NoCurrency(NoAmount):
    """The text has a number, but no currency."""

    reason = "There is no currency in this."


class NoDuration(DoesNotFit):
    """The text has no duration."""

    reason = "There is no duration in this."


class NoChoice(DoesNotFit):
    """The text has none of the choices."""

    reason = "This is none of the choices."


class NoJson(DoesNotFit):
    """The text is no JSON."""

    reason = "This is no JSON."


class SchemaMismatch(DoesNotFit):
    """The value does not fit the JSON Schema."""

    reason = "This does not fit the JSON Schema."


class UnknownType(DoesNotFit):
    """There is no such type."""

    reason = "There is no such type."


def number_key(number: float) -> str:
    """Return a text that sorts as the numbers do."""
    (bits,) = struct.unpack(">Q", struct.pack(">d", number + 0.0))  # + 0.0: there is a negative zero
    return f"{bits ^ ((1 << 64) - 1) if bits >> 63 else bits | 1 << 63:016x}"
