"""The engine that asks a language model: several questions in a request, answers with quotes that prove them."""

import json
import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

from core.storable import storable
from corpuses.extracts.engines.prompts import messages_for, schema_for
from corpuses.extracts.engines.protocol import Answer, EngineInput, Question
from corpuses.extracts.engines.requests import (
    AnswerOfModel,
    Asked,
    Usage,
    divided,
    halves,
    in_requests,
    parse,
    passages_of,
)
from corpuses.llm.addresses import without_addresses
from corpuses.llm.errors import LlmAnswerInvalid, LlmRefused
from corpuses.search.quotes import locate

logger = logging.getLogger(__name__)

MOST_INVALID: Final = 6  # requests one after the other; then the model is not suitable, and is asked no more


class LanguageModelEngine:
    """Asks the language model of the corpus."""

    name = "language-model"
    title = "Language model"
    needs_model = True
    uses_model = True

    def answer(self, questions: Sequence[Question], document: EngineInput) -> Iterator[tuple[Question, Answer]]:
        """Return the answers one by one. One that is not valid is a failure of its own question."""
        asked = (Asked(question=each, passages=document.passages(each.text)) for each in questions)
        requests = _Requests(document)
        for request in in_requests(asked):
            for each, answer in requests.send(request):
                yield each.question, _answer(answer, each, document)


class _Requests:
    """The requests about one document."""

    def __init__(self, document: EngineInput) -> None:
        self._document = document
        self._invalid = 0
        """Requests without a valid answer since the last one with one."""

    def send(self, asked: Sequence[Asked]) -> Iterator[tuple[Asked, AnswerOfModel | None]]:
        """Return the valid answers, then ask again, in smaller requests, what has none."""
        if self._invalid >= MOST_INVALID:
            yield from ((each, None) for each in asked)
            return
        self._document.check()
        answers, asked = self._complete(asked)
        self._invalid = 0 if answers else self._invalid + 1
        unanswered = []
        for number, each in enumerate(asked, 1):
            if number in answers:
                yield each, answers[number]
            elif len(asked) == 1:
                yield each, None
            else:
                unanswered.append(each)
        if unanswered:
            logger.info("extract.asked_again", extra={"questions": len(unanswered)})
        for part in halves(unanswered):
            yield from self.send(part)

    def _complete(self, asked: Sequence[Asked]) -> tuple[Mapping[int, AnswerOfModel], Sequence[Asked]]:
        """Return the valid answers, and the questions with what the request took."""
        questions = [each.question for each in asked]
        passages = [self._document.text[span.start : span.end] for span in passages_of(asked)]
        try:
            completion = self._document.client().complete(
                messages_for(questions, passages), schema=schema_for(questions)
            )
        except LlmRefused:
            if len(asked) == 1:
                raise
            return {}, asked  # it may be too long for the model
        except LlmAnswerInvalid:
            return {}, asked
        usage = Usage(completion.input_tokens, completion.output_tokens, completion.cost)
        return parse(completion.text, len(asked)), divided(asked, usage)


def _answer(answer: AnswerOfModel | None, asked: Asked, document: EngineInput) -> Answer:
    usage: dict[str, Any] = {"engine": LanguageModelEngine.name, **asdict(asked.usage)}
    if answer is None:
        logger.warning("extract.answer_invalid", extra={"column": asked.question.key})
        return Answer(failure=LlmAnswerInvalid().message, **usage)
    raw = without_addresses(as_text(answer.value), document.text)
    if not raw:
        return Answer(**usage)
    found = [locate(document.text, quote, near=asked.passages) for quote in answer.quotes]
    spans = list(dict.fromkeys(span for span in found if span is not None))
    return Answer(raw=raw, spans=spans, is_unproven=not spans or None in found, **usage)


def as_text(value: Any) -> str:
    """Return a JSON value as the text that is stored; empty for null and empty values."""
    if value is None or value in ("", [], {}):
        return ""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return storable(text).strip()
