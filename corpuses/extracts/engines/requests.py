"""Put questions together into requests, read the answers, and divide the tokens among them. Pure."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any, Final, NamedTuple

import jsonschema

from corpuses.extracts.engines.protocol import Question
from corpuses.extracts.limits import QUESTIONS, REQUEST_TEXT
from corpuses.llm.answers import json_object
from corpuses.llm.errors import LlmAnswerInvalid
from corpuses.search.sentences import Span

_MICRO: Final = 1_000_000
_MISSING: Final = "missing"
_QUOTES: Final = {"type": ["array", "null"], "items": {"type": "string"}}
# Of one answer. Its value is checked by the type of the column.
_ENTRY: Final = jsonschema.Draft202012Validator({"type": ["object", "null"], "properties": {"quotes": _QUOTES}})


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens and cost of requests."""

    input_tokens: int = 0
    output_tokens: int = 0
    cost: Decimal = Decimal(0)

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.input_tokens + other.input_tokens, self.output_tokens + other.output_tokens, self.cost + other.cost
        )

    def shares(self, count: int) -> list["Usage"]:
        """Return equal shares, whose sum is the whole."""
        cost = _shares(int(self.cost * _MICRO), count)
        parts = zip(_shares(self.input_tokens, count), _shares(self.output_tokens, count), cost, strict=True)
        return [Usage(read, written, Decimal(micro) / _MICRO) for read, written, micro in parts]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question, the passages to read for it, and what requests without a valid answer to it took."""

    question: Question
    passages: Sequence[Span]
    usage: Usage = field(default_factory=Usage)


class AnswerOfModel(NamedTuple):
    """The answer to one question, as the model has sent it."""

    value: Any
    quotes: Sequence[str]


def in_requests(asked: Iterable[Asked]) -> Iterator[list[Asked]]:
    """Put questions together, in their order, as long as there are not too many and their passages are not too long."""
    together: list[Asked] = []
    for each in asked:
        if together and (len(together) == QUESTIONS or _length(passages_of([*together, each])) > REQUEST_TEXT):
            yield together
            together = []
        together.append(each)
    if together:
        yield together


def passages_of(asked: Iterable[Asked]) -> list[Span]:
    """Return the passages of all questions, each once, in the order of the text."""
    merged: list[Span] = []
    for span in sorted({span for each in asked for span in each.passages}):
        if merged and span.start <= merged[-1].end:
            merged[-1] = Span(merged[-1].start, max(merged[-1].end, span.end))
        else:
            merged.append(span)
    return merged


def parse(text: str, count: int) -> Mapping[int, AnswerOfModel]:
    """Return the valid answers by the number of their question, from 1; none if the text is no JSON object."""
    try:
        entries = json_object(text)
    except LlmAnswerInvalid:
        return {}
    answers = {}
    for number in range(1, count + 1):
        entry = entries.get(str(number), _MISSING)
        if _ENTRY.is_valid(entry):
            answer = entry or {}
            answers[number] = AnswerOfModel(answer.get("value"), answer.get("quotes") or [])
    return answers


def divided(asked: Sequence[Asked], usage: Usage) -> list[Asked]:
    """Return the questions with their shares of what a request took."""
    shares = usage.shares(len(asked))
    return [replace(each, usage=each.usage + share) for each, share in zip(asked, shares, strict=True)]


def halves(asked: Sequence[Asked]) -> list[Sequence[Asked]]:
    """Return two smaller requests, or fewer."""
    middle = (len(asked) + 1) // 2
    return [part for part in (asked[:middle], asked[middle:]) if part]


def _length(spans: Iterable[Span]) -> int:
    return sum(span.end - span.start for span in spans)


def _shares(total: int, count: int) -> list[int]:
    return [total * (number + 1) // count - total * number // count for number in range(count)]
