"""Installed engines: the built-in ones and those of the entry point group `cartulary.extract_engines`."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from core.errors import UserFault
from core.plugins import BadPlugin, Installed, PluginProblem, installed
from corpuses.extracts.engines.language_model import LanguageModelEngine
from corpuses.extracts.engines.protocol import Answer, Engine, EngineInput, Question
from corpuses.extracts.engines.reader import ReaderEngine
from corpuses.models import Corpus
from corpuses.providers.services import has_model

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


GROUP: Final = "cartulary.extract_engines"

_ENGINES: Final[tuple[Engine, ...]] = (ReaderEngine(), LanguageModelEngine(), ReaderFirstEngine())
_BUILT_IN: Final[dict[str, Engine]] = {engine.name: engine for engine in _ENGINES}


class UnknownEngine(UserFault):
    """No engine of this name is installed."""

    code = "unknown_engine"
    what_to_do = "Use the name of an installed engine."


def all_engines() -> list[Engine]:
    """Return the installed engines, the built-in ones first."""
    return [*_BUILT_IN.values(), *_installed().plugins.values()]


def get_engine(name: str) -> Engine:
    """Return an engine; raise `UnknownEngine` with the known names, or with the problem of this one."""
    if name in _BUILT_IN:
        return _BUILT_IN[name]
    found = _installed()
    if name in found.plugins:
        return found.plugins[name]
    for problem in found.problems:
        if problem.name == name:
            raise UnknownEngine(f"The engine {name!r} cannot be used: {problem.reason}.", field="engine")
    known = ", ".join(sorted({*_BUILT_IN, *found.plugins}))
    raise UnknownEngine(f"There is no engine {name!r}; installed: {known}.", field="engine")


def default_engine(corpus: Corpus | None = None) -> Engine:
    """Return the engine of extracts for which none was chosen: the language model, if there is one, else the reader."""
    return get_engine(LanguageModelEngine.name if has_model(corpus) else ReaderEngine.name)


def problems() -> tuple[PluginProblem, ...]:
    """Return the installed engines that cannot be used."""
    return _installed().problems


def _installed() -> Installed[Engine]:
    return installed(GROUP, _create, built_in=_BUILT_IN)


def _create(factory: Any) -> Engine:
    engine: Engine = factory()
    has_texts = all(isinstance(getattr(engine, name, None), str) for name in ("name", "title"))
    has_flags = all(isinstance(getattr(engine, name, None), bool) for name in ("needs_model", "uses_model"))
    if not (has_texts and has_flags and callable(getattr(engine, "answer", None))):
        raise BadPlugin(f"{engine!r} does not have the interface of an engine")
    return engine
