"""Turn the answer of an engine, or of a user, into a value of the type of its column."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import jsonschema

from corpuses.extracts.engines.protocol import Question
from corpuses.extracts.models import SORT_KEY_LENGTH

_SHOWN: Final = 2_000  # characters of an object


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedValue:
    """A value: normalised (`None` if the answer does not fit the type, and then the `problem`), shown, and sorted."""

    value: Any
    text: str
    sort_key: str
    problem: str = ""


def typed_value(raw: str, question: Question) -> TypedValue:
    """Return the value of an answer, which is not empty."""
    match question.type:
        case "list":
            return _list(raw, question)
        case "object":
            return _object(raw, question)
        case kind:
            return _scalar(raw, kind, question.choices)


def _scalar(raw: str, kind: str, choices: Sequence[str]) -> TypedValue:
    if kind == "enum":
        found = next((each for each in choices if each.casefold() == raw.casefold()), None)
        problem = "" if found is not None else "This is none of the choices."
        return _value(found, found or raw, problem=problem)
    return _value(raw, raw)


def _list(raw: str, question: Question) -> TypedValue:
    parts = [_scalar(each, question.items or "string", question.choices) for each in _items(raw)]
    problem = next((each.problem for each in parts if each.problem), "")
    return _value(
        None if problem else [each.value for each in parts], "; ".join(each.text for each in parts), problem=problem
    )


def _items(raw: str) -> list[str]:
    """Return the values of a list: those of a JSON list, else the whole answer."""
    try:
        parsed = json.loads(raw)
    except ValueError:
        return [raw]
    if not isinstance(parsed, list):
        return [raw]
    texts = [each if isinstance(each, str) else json.dumps(each, ensure_ascii=False) for each in parsed]
    return [text for each in texts if (text := each.strip())] or [raw]


def _object(raw: str, question: Question) -> TypedValue:
    try:
        value = json.loads(raw)
        jsonschema.validate(value, dict(question.schema or {}), cls=jsonschema.Draft202012Validator)
    except ValueError:
        return _value(None, raw, problem="This is no JSON object.")
    except jsonschema.ValidationError as error:
        return _value(None, raw, problem=f"This does not fit the JSON Schema: {error.message[:200]}")
    return _value(value, raw[:_SHOWN])


def _value(value: Any, text: str, *, problem: str = "") -> TypedValue:
    return TypedValue(value=value, text=text, sort_key=text.casefold()[:SORT_KEY_LENGTH], problem=problem)
