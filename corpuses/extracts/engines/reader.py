"""The engine that works offline: a network that is part of the installation reads the best passages of a search."""

import json
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final

from corpuses.extracts.engines.protocol import Answer, EngineInput, Question
from corpuses.search.sentences import Span

if TYPE_CHECKING:
    from corpuses.reader.reading import Reading

BATCH: Final = 8  # questions that are read together; their answers are stored together
LIST_SPANS: Final = 10
LEAST_ITEM: Final = 0.5  # probability of the further values of a list

_NO_OBJECTS: Final = "The offline reader cannot fill in objects. Choose a language model for this column."


class ReaderEngine:
    """Marks the passage that answers a question, with the probability that it does."""

    name = "reader"
    title = "Offline reader"
    needs_model = False
    uses_model = False

    def answer(self, questions: Sequence[Question], document: EngineInput) -> Iterator[tuple[Question, Answer]]:
        """Return the answers in the order of the questions."""
        remaining = iter(questions)
        while batch := list(islice(remaining, BATCH)):
            document.check()
            yield from zip(batch, self._read(batch, document), strict=True)

    def _read(self, questions: Sequence[Question], document: EngineInput) -> list[Answer]:
        from corpuses.reader import reading  # noqa: PLC0415  # loads onnxruntime

        asked = [reading.Question(each.text, document.passages(each.text)) for each in questions]
        readings = reading.read_all(asked, document.text, best=LIST_SPANS, check=document.check)
        return [_answer(*pair, text=document.text) for pair in zip(questions, readings, strict=True)]


def _answer(question: Question, found: "Reading", *, text: str) -> Answer:
    if question.type == "object":
        return Answer(engine=ReaderEngine.name, failure=_NO_OBJECTS)
    if not found.is_found:
        return Answer(engine=ReaderEngine.name, confidence=1 - found.probability)
    spans = [Span(each.start, each.end) for each in found.spans[:1]]
    if question.type == "list":
        spans += [Span(each.start, each.end) for each in found.spans[1:] if each.probability >= LEAST_ITEM]
    quotes = [text[span.start : span.end] for span in spans]
    raw = json.dumps(quotes, ensure_ascii=False) if question.type == "list" else quotes[0]
    if question.type == "boolean":
        raw = "true"  # the document says so, here
    return Answer(engine=ReaderEngine.name, raw=raw, spans=spans, confidence=found.probability)
