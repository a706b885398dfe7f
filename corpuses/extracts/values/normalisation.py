"""The types of values. Pure."""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

import jsonschema

from corpuses.extracts.values.base import (
    NoBoolean,
    NoChoice,
    NoJson,
    NoValue,
    Options,
    SchemaMismatch,
    UnknownType,
    Value,
)
from corpuses.extracts.values.durations import normalise_duration
from corpuses.extracts.values.money import normalise_money
from corpuses.extracts.values.numbers import normalise_integer, normalise_number
from corpuses.extracts.values.periods import normalise_date

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
