"""Turn the answer of an engine, or of a user, into a value of the type of its column."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from corpuses.extracts.engines.protocol import Question
from corpuses.extracts.models import SORT_KEY_LENGTH
from corpuses.extracts.values import DoesNotFit, Options, normalise
from corpuses.search.sentences import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedValue:
    """A value: normalised (`None` if the answer does not fit the type, and then the `problem`), shown, and sorted."""

    value: Any
    text: str
    sort_key: str
    problem: str = ""
    places: Sequence[Span] = ()


def typed_value(raw: str, question: Question, *, language: str, document: str = "") -> TypedValue:
    """Return the value of an answer, which is not empty, in a document of this language.

    Its `places` are passages of the document that it depends on besides the answer.
    """
    options = Options(
        language=language or "en",
        name=question.name,
        question=question.text,
        document=document,
        choices=question.choices,
        items=question.items or "string",
        schema=question.schema or {},
    )
    try:
        value = normalise(question.type, raw, options)
    except DoesNotFit as error:
        return TypedValue(value=None, text=raw, sort_key=raw.casefold()[:SORT_KEY_LENGTH], problem=str(error))
    return TypedValue(
        value=value.data,
        text=value.text or raw,
        sort_key=value.sort_key[:SORT_KEY_LENGTH],
        places=[Span(*place) for place in value.places],
    )
