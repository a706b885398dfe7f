"""The interface of engines, which answer questions about the text of one document.

A plug-in is a factory without arguments, named by the entry point group `cartulary.extract_engines`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Protocol
from uuid import UUID

from corpuses.providers.services import MeteredClient
from corpuses.search.sentences import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question and the type of its answer. `key` identifies it among those of one call."""

    key: UUID
    name: str
    text: str
    instructions: str = ""
    type: str = "string"
    choices: Sequence[str] = ()
    items: str = ""
    schema: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The answer of an engine.

    `raw` is empty if the document does not say. `spans` are passages of the text that prove it, most important first;
    it is proven unless `is_unproven`. With a `failure`, there is no answer, and that is the reason.
    """

    raw: str = ""
    spans: Sequence[Span] = ()
    is_unproven: bool = False
    confidence: float | None = None
    failure: str = ""
    engine: str = ""
    input_tokens: int = 0
    output_tokens: int = 0
    cost: Decimal = Decimal(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineInput:
    """A document for an engine.

    `passages` returns the parts of the text that are worth reading for a question, in reading order; `check` raises if
    the answers are not needed any more; `client` returns the language model, or raises `LlmNotConfigured`.
    """

    text: str
    passages: Callable[[str], Sequence[Span]]
    check: Callable[[], None]
    client: Callable[[], MeteredClient]


class Engine(Protocol):
    """Answers questions about a document."""

    name: str
    title: str
    needs_model: bool
    """True if it cannot work without a language model."""
    uses_model: bool
    """True if it calls the language model, which costs tokens."""

    def answer(self, questions: Sequence[Question], document: EngineInput) -> Iterator[tuple[Question, Answer]]:
        """Return the answers one by one, so that they can be stored as they come."""
        ...
