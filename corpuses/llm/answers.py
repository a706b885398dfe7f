"""Read what a model wrote: the JSON object that was asked for, whatever stands around it. Pure."""

import json
import re
from typing import Any

from corpuses.llm.errors import LlmAnswerInvalid

_FENCED = re.compile(r"```(?:json)?\s*(.*?)```", re.DOTALL)


def json_object(text: str) -> dict[str, Any]:
    """Give the JSON object in `text`; models like to fence it or to say a word first."""
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
