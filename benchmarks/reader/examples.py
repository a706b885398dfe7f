"""Training examples of the reader: windows of text with a question, and where the answer is in them. Pure.

Both data sets are files in the format of SQuAD: CUAD v1 (`CUADv1.json`, The Atticus Project) and SQuADShifts (Amazon,
Reddit, new Wikipedia), each CC BY 4.0. The contracts of `benchmarks/data/contracts` are never trained on.
"""

import json
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.setup import CONTRACTS
from corpuses.llm.reader import FRAME, WINDOW, Tokens

STRIDE = 128  # tokens that two windows share in training
POSITIVES = 3  # windows of a contract and a question with an answer
NEGATIVES = 2  # and without one
MINED = 2  # of those, the ones that the network finds hardest
_TITLE = 40  # characters by which the title of a contract is recognized

Tokenize = Callable[[str], Tokens]
Places = tuple[tuple[int, int], ...]
"""First and last token of each answer."""


class Example(NamedTuple):
    """Word pieces of a question and of a window; first and last token of the answer, or -1 where there is none."""

    question: Sequence[int]
    text: Sequence[int]
    first: int = -1
    last: int = -1


@dataclass(slots=True)
class Paragraph:
    """A text, and for each question about it the places of the answers."""

    title: str
    tokens: Tokens
    answers: dict[str, Places] = field(default_factory=dict)


def load(path: Path, tokenize: Tokenize) -> list[Paragraph]:
    """Read a file in the format of SQuAD. Questions of CUAD are named by their category."""
    paragraphs = []
    for article in json.loads(path.read_text("utf-8"))["data"]:
        for each in article["paragraphs"]:
            paragraph = Paragraph(article.get("title", ""), tokenize(each["context"]))
            for qa in each["qas"]:
                _, _, category = qa["id"].rpartition("__")
                name = category if "__" in qa["id"] else qa["question"]
                paragraph.answers[name] = tuple(_places(paragraph.tokens, qa["answers"]))
            paragraphs.append(paragraph)
    return paragraphs


def _places(tokens: Tokens, answers: Sequence[Mapping[str, object]]) -> Iterator[tuple[int, int]]:
    for answer in answers:
        start = int(str(answer["answer_start"]))
        first = int(np.searchsorted(tokens.ends, start, "right"))
        last = int(np.searchsorted(tokens.starts, start + len(str(answer["text"])), "left")) - 1
        if first <= last:
            yield first, last


def is_kept(title: str) -> bool:
    """Check whether a contract is one of those that are kept for measuring."""
    return _folded(title) in {_folded(path.stem.split("_", 2)[2]) for path in CONTRACTS.glob("*.pdf")}


def _folded(title: str) -> str:
    return re.sub(r"\W|_", "", title).casefold()[:_TITLE]


def windows(count: int, room: int) -> list[tuple[int, int]]:
    """Return windows of `room` tokens over a text."""
    starts = range(0, max(1, count - STRIDE), room - STRIDE)
    return [(start, min(count, start + room)) for start in starts]


class Sampler:
    """Makes the examples of an epoch: other wordings, other windows each time."""

    def __init__(self, wordings: Mapping[str, Sequence[Sequence[int]]], *, seed: int) -> None:
        self._wordings = wordings
        self._random = random.Random(seed)
        self.hard: dict[tuple[int, str], list[tuple[int, int]]] = {}
        """Windows without an answer in which the network found one, by contract and category."""

    def question(self, category: str) -> Sequence[int]:
        """Return one of the wordings that are trained."""
        return self._random.choice(self._wordings[category])

    def contracts(self, paragraphs: Sequence[Paragraph]) -> Iterator[Example]:
        """Return examples of every contract and category."""
        for number, paragraph in enumerate(paragraphs):
            for category in self._wordings:
                question = self.question(category)
                yield from self._of(paragraph, question, paragraph.answers.get(category, ()), (number, category))

    def _of(
        self, paragraph: Paragraph, question: Sequence[int], places: Places, key: tuple[int, str]
    ) -> Iterator[Example]:
        room = WINDOW - FRAME - len(question)
        ids = paragraph.tokens.ids
        shift = self._random.randrange(room // 2) if len(ids) > room else 0
        starts = [max(0, one - shift) for one, _ in windows(len(ids), room)]
        parts = [(start, min(len(ids), start + room)) for start in starts]
        parts += [self._around(place, len(ids), room) for place in places if place[1] - place[0] < room]
        inside = [(part, place) for part in parts for place in places if part[0] <= place[0] and place[1] < part[1]]
        for (one, two), (first, last) in self._random.sample(inside, min(POSITIVES, len(inside))):
            yield Example(question, _list(ids[one:two]), first - one, last - one)
        empty = [part for part in parts if not any(first < part[1] and last >= part[0] for first, last in places)]
        hard = self.hard.get(key, [])
        chosen = self._random.sample(hard, min(MINED, len(hard)))
        wanted = (1 if chosen else NEGATIVES) if places else 1
        for one, two in chosen + self._random.sample(empty, min(wanted, len(empty))):
            yield Example(question, _list(ids[one : min(two, one + room)]))

    def _around(self, place: tuple[int, int], count: int, room: int) -> tuple[int, int]:
        """Return a window with the place anywhere in it."""
        start = max(0, min(place[0] - self._random.randrange(room - (place[1] - place[0])), count - room))
        return start, min(count, start + room)

    def general(self, paragraphs: Sequence[Paragraph], questions: Callable[[str], Sequence[int]]) -> Iterator[Example]:
        """Return examples of questions about anything; every second one also with a text that does not answer it."""
        for paragraph in paragraphs:
            for text, places in paragraph.answers.items():
                question = questions(text)
                room = WINDOW - FRAME - len(question)
                if places and places[0][1] < room:
                    yield Example(question, _list(paragraph.tokens.ids[:room]), *places[0])
                if self._random.random() < 0.5:
                    other = self._random.choice(paragraphs)
                    if other is not paragraph:
                        yield Example(question, _list(other.tokens.ids[:room]))


def _list(ids: NDArray[np.int64]) -> list[int]:
    listed: list[int] = ids.tolist()
    return listed
