"""The engine that asks the language model only what the offline reader is unsure of."""

from collections.abc import Iterator, Sequence
from typing import Final

from corpuses.extracts.engines.language_model import LanguageModelEngine
from corpuses.extracts.engines.protocol import Answer, EngineInput, Question
from corpuses.extracts.engines.reader import ReaderEngine

SURE: Final = 0.85  # of an answer, or that there is none


class ReaderFirstEngine:
    """Reads offline first: most answers cost nothing."""

    name = "reader-first"
    title = "Offline reader, language model if unsure"
    needs_model = True
    uses_model = True

    def __init__(self) -> None:
        self._reader = ReaderEngine()
        self._model = LanguageModelEngine()

    def answer(self, questions: Sequence[Question], document: EngineInput) -> Iterator[tuple[Question, Answer]]:
        """Return the answers of the reader that are sure, then those of the model."""
        unsure = []
        for question, answer in self._reader.answer(questions, document):
            if answer.confidence is not None and answer.confidence >= SURE:
                yield question, answer
            else:
                unsure.append(question)
        yield from self._model.answer(unsure, document)
