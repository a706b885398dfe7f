"""Lists of values of one type, and objects that a JSON Schema describes. Pure."""

import json
from collections.abc import Callable
from typing import Any

import jsonschema

from corpuses.extracts.values.base import NoJson, NoValue, Options, SchemaMismatch, UnknownType, Value

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
