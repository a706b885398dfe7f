"""Parse the answers of models: the JSON object and the text around it. Pure."""

import json
import re
from typing import Any

from core.storable import storable
from corpuses.llm.errors import LlmAnswerInvalid

_FENCED = re.compile(r"```(?:json)?\s*(.*?)```", re.DOTALL)


def json_object(text: str) -> dict[str, Any]:
    """Return the JSON object in `text`; models often add a fence or an introduction."""
    fenced = _FENCED.search(text)
    body = fenced[1] if fenced else text
    begin = body.find("{")
    if begin < 0:
        raise LlmAnswerInvalid
    try:
        found, _ = json.JSONDecoder(strict=False).raw_decode(body[begin:])
    except ValueError as error:
        raise LlmAnswerInvalid from error
    if not isinstance(found, dict):
        raise LlmAnswerInvalid
    return found


def without_unstorable(value: Any) -> Any:
    """Apply `storable` to every string inside a JSON value."""
    match value:
        case str():
            return storable(value)
        case list():
            return [without_unstorable(part) for part in value]
        case dict():
            return {storable(name): without_unstorable(part) for name, part in value.items()}
        case _:
            return value
