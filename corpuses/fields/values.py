"""Normalise the values of fields by their type. Pure.

The whole text must be the value: a text with a number in it is no number. Numbers and dates are read as in extracts.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Final

from django.core.exceptions import ValidationError
from django.core.validators import URLValidator

from core.errors import Invalid
from corpuses.extracts.values.base import Options, number_key
from corpuses.extracts.values.dates import find_dates
from corpuses.extracts.values.numbers import FIGURES, parse_figures
from corpuses.fields.models import SORT_KEY_LENGTH, DocumentField

TEXT_LIMIT: Final = 2_000
MAX_CHOICES: Final = 200
_DIGITS: Final = 15  # a double represents each number of so many digits exactly
_NUMBER: Final = re.compile(rf"(?P<sign>[-+\u2212]?)\s?(?P<figures>{FIGURES})")
_YES: Final = ("true", "yes")
_NO: Final = ("false", "no")
_IS_URL: Final = URLValidator(schemes=["http", "https"])
_ENGLISH: Final = Options()


class InvalidFieldValue(Invalid):
    """The value does not fit the type of the field."""

    code = "invalid_field_value"
    what_to_do = "Send a value of the field's type: the message says what is expected."


@dataclass(frozen=True, slots=True)
class NormalisedValue:
    """A value: its parts (several only of a list), how it is shown, and a text that sorts as the values do."""

    values: list[str]
    text: str
    sort_key: str


def normalise(type_: str, choices: Sequence[str], texts: Sequence[str]) -> NormalisedValue | None:
    """Return the value of these texts, `None` if they are empty; raise `InvalidFieldValue`."""
    given = [text for each in texts if (text := each.replace("\x00", "").strip())]
    if any(len(text) > TEXT_LIMIT for text in given):
        raise InvalidFieldValue(f"A value must have at most {TEXT_LIMIT} characters.", field="values")
    if not given:
        return None
    if type_ == DocumentField.Type.LIST:
        return _several(given, choices)
    if len(given) > 1:
        raise InvalidFieldValue("This field has one value. Send one text.", field="values")
    value = _one_of(given[0], choices) if type_ == DocumentField.Type.ENUM else _TYPES[type_](given[0])
    return NormalisedValue(value.values, value.text, value.sort_key[:SORT_KEY_LENGTH])


def _string(text: str) -> NormalisedValue:
    return NormalisedValue([text], text, " ".join(text.casefold().split()))


def _number(text: str) -> NormalisedValue:
    match = _NUMBER.fullmatch(text)
    number = parse_figures(match["figures"], _ENGLISH.locale) if match else None
    if match is None or number is None:
        raise InvalidFieldValue("This is no number. Write it like 1250 or -12.5.", field="values")
    if match["sign"] in {"-", "\u2212"}:
        number = -number
    if len(number.normalize().as_tuple().digits) > _DIGITS:
        raise InvalidFieldValue(f"A number must have at most {_DIGITS} digits.", field="values")
    shown = f"{number if number else Decimal(0):f}"
    return NormalisedValue([shown], shown, number_key(float(number)))


def _date(text: str) -> NormalisedValue:
    found = [each for each in find_dates(text, _ENGLISH) if (each.start, each.end) == (0, len(text)) and each.day]
    if not found:
        raise InvalidFieldValue("This is no date. Write it like 2026-01-31.", field="values")
    shown = date(found[0].year, found[0].month, found[0].day).isoformat()
    return NormalisedValue([shown], shown, shown)


def _boolean(text: str) -> NormalisedValue:
    folded = text.casefold()
    if folded in _YES:
        return NormalisedValue(["true"], "Yes", "1")
    if folded in _NO:
        return NormalisedValue(["false"], "No", "0")
    raise InvalidFieldValue("Send `true` or `false`.", field="values")


def _url(text: str) -> NormalisedValue:
    try:
        _IS_URL(text)
    except ValidationError:
        message = "This is no web address. It must begin with https:// or http://."
        raise InvalidFieldValue(message, field="values") from None
    return NormalisedValue([text], text, text.casefold())


_TYPES: Final[Mapping[str, Callable[[str], NormalisedValue]]] = {
    DocumentField.Type.STRING: _string,
    DocumentField.Type.NUMBER: _number,
    DocumentField.Type.DATE: _date,
    DocumentField.Type.BOOLEAN: _boolean,
    DocumentField.Type.URL: _url,
}


def _one_of(text: str, choices: Sequence[str]) -> NormalisedValue:
    if text not in choices:
        raise InvalidFieldValue(f"“{text[:100]}” is not a choice of this field.", field="values")
    return NormalisedValue([text], text, f"{choices.index(text):06}")


def _several(texts: Sequence[str], choices: Sequence[str]) -> NormalisedValue:
    """Return the choices in their order."""
    chosen = {_one_of(text, choices).sort_key: text for text in texts}
    keys = sorted(chosen)
    values = [chosen[key] for key in keys]
    return NormalisedValue(values, "; ".join(values), " ".join(keys)[:SORT_KEY_LENGTH])
