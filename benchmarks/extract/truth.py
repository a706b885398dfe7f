"""The annotated contracts, and where their annotations are in the text that the product has of the same PDFs."""

import json
import lzma
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.setup import CONTRACTS

ANNOTATIONS = CONTRACTS / "annotations.json.xz"
QUESTIONS = CONTRACTS.parent / "questions.json"
UNSEEN = 2  # the wording of each question that the reader was never trained with
_RUN = 4  # words that make a place in a text recognizable
_WORD = re.compile(r"\w+")

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Annotated:
    """A contract: its text in CUAD; for each category the normalised answer and the places of the clauses."""

    name: str
    text: str
    fields: Mapping[str, Any]

    def answer(self, category: str) -> str:
        """Return the normalised answer; empty if there is none."""
        return str(self.fields[category]["answer"] or "")

    def places(self, category: str, mapping: "TextMap") -> list[Place]:
        """Return the places of the clauses in another text."""
        return [mapping.place(start, end) for start, end in self.fields[category]["spans"]]


def annotated_contracts() -> list[Annotated]:
    """Return the development contracts, in order."""
    contracts = json.loads(lzma.decompress(ANNOTATIONS.read_bytes()))
    return [Annotated(name, each["text"], each["fields"]) for name, each in sorted(contracts.items())]


def questions(wording: int = UNSEEN) -> dict[str, str]:
    """Return the question of each category."""
    return {category: wordings[wording] for category, wordings in json.loads(QUESTIONS.read_text()).items()}


class TextMap:
    """Maps places of one text to another text of the same document, by runs of words that occur once in both."""

    def __init__(self, source: str, target: str) -> None:
        self._source = list(_WORD.finditer(source))
        self._target = list(_WORD.finditer(target))
        self._starts = [word.start() for word in self._source]
        ones, twos = (_unique_runs([word[0].casefold() for word in each]) for each in (self._source, self._target))
        pairs = sorted((place, twos[run]) for run, place in ones.items() if run in twos)
        self._anchors = _increasing(pairs)
        self._from = [one for one, _ in self._anchors]

    def place(self, start: int, end: int) -> Place:
        """Return the place in the target of a place in the source."""
        first = max(0, bisect_right(self._starts, start) - 1)
        last = max(first, bisect_right(self._starts, end - 1) - 1)
        if self._source[first].end() <= start and first < last:
            first += 1
        one, two = self._word(first), self._word(last)
        return self._target[one].start(), max(self._target[one].end(), self._target[two].end())

    def _word(self, word: int) -> int:
        """Return the word at the same distance from the anchor before."""
        anchor = bisect_right(self._from, word) - 1
        one, two = self._anchors[max(0, anchor)]
        return max(0, min(len(self._target) - 1, two + word - one))


def _unique_runs(words: Sequence[str]) -> dict[tuple[str, ...], int]:
    runs = [tuple(words[place : place + _RUN]) for place in range(len(words) - _RUN + 1)]
    counts = Counter(runs)
    return {run: place for place, run in enumerate(runs) if counts[run] == 1}


def _increasing(pairs: Sequence[Place]) -> list[Place]:
    """Return the longest part of the pairs in which both numbers grow."""
    ends: list[int] = []
    chains: list[int] = []
    before: list[int] = []
    for number, (_, place) in enumerate(pairs):
        at = bisect_right(ends, place)
        before.append(chains[at - 1] if at else -1)
        if at == len(ends):
            ends.append(place)
            chains.append(number)
        else:
            ends[at], chains[at] = place, number
    chain: list[Place] = []
    number = chains[-1] if chains else -1
    while number >= 0:
        chain.append(pairs[number])
        number = before[number]
    return chain[::-1] or [(0, 0)]
