"""The types of values. Pure."""

from collections.abc import Callable, Mapping
from typing import Final

from corpuses.extracts.values.base import NoValue, Options, UnknownType, Value
from corpuses.extracts.values.choices import normalise_boolean, normalise_enum
from corpuses.extracts.values.durations import normalise_duration
from corpuses.extracts.values.money import normalise_money
from corpuses.extracts.values.numbers import normalise_integer, normalise_number
from corpuses.extracts.values.periods import normalise_date
from corpuses.extracts.values.structured import normalise_list, normalise_object

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


TYPES: Final[Mapping[str, Callable[[str, Options], Value]]] = {
    "string": _string,
    "number": normalise_number,
    "integer": normalise_integer,
    "boolean": normalise_boolean,
    "date": normalise_date,
    "money": normalise_money,
    "duration": normalise_duration,
    "enum": normalise_enum,
    "list": _list,
    "object": normalise_object,
}
