"""The engine that asks a language model: one request per question, an answer with quotes that prove it."""

import json
import logging
from collections.abc import Iterator, Sequence
from typing import Any

from corpuses.extracts.engines.prompts import messages_for, schema_for
from corpuses.extracts.engines.protocol import Answer, EngineInput, Question
from corpuses.llm.answers import json_object, storable
from corpuses.llm.errors import LlmAnswerInvalid
from corpuses.search.quotes import locate

logger = logging.getLogger(__name__)


class LanguageModelEngine:
    """Asks the language model of the corpus."""

    name = "language-model"
    title = "Language model"
    needs_model = True
    uses_model = True

    def answer(self, questions: Sequence[Question], document: EngineInput) -> Iterator[tuple[Question, Answer]]:
        """Return the answers one by one. One that cannot be parsed is a failure of its own question."""
        for question in questions:
            document.check()
            yield question, self._ask(question, document)

    def _ask(self, question: Question, document: EngineInput) -> Answer:
        near = document.passages(question.text)
        messages = messages_for(question, [document.text[span.start : span.end] for span in near])
        completion = document.client().complete(messages, schema=schema_for(question))
        spent: dict[str, Any] = {
            "engine": self.name,
            "input_tokens": completion.input_tokens,
            "output_tokens": completion.output_tokens,
            "cost": completion.cost,
        }
        try:
            raw, quotes = _parse(completion.text)
        except LlmAnswerInvalid as error:
            logger.warning("extract.answer_invalid", extra={"column": question.key})
            return Answer(failure=error.message, **spent)
        if not raw:
            return Answer(**spent)
        found = [locate(document.text, quote, near=near) for quote in quotes]
        spans = list(dict.fromkeys(span for span in found if span is not None))
        return Answer(raw=raw, spans=spans, is_unproven=not spans or None in found, **spent)


def _parse(answer: str) -> tuple[str, list[str]]:
    """Return the value as text and the quotes; raise `LlmAnswerInvalid` if it is not the requested JSON."""
    parsed = json_object(answer)
    quotes = parsed.get("quotes")
    return as_text(parsed.get("value")), [each for each in quotes if isinstance(each, str)] if isinstance(
        quotes, list
    ) else []


def as_text(value: Any) -> str:
    """Return a JSON value as the text that is stored; empty for null and empty values."""
    if value is None or value in ("", [], {}):
        return ""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return storable(text).strip()
