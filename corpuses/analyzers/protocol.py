"""The protocol of analyzers: text in, findings out. Pure, so that a plug-in can be tested and installed alone."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Finding:
    """A labelled piece of the text, in code points; `end` is exclusive."""

    start: int
    end: int
    label: str


class Analyzer(Protocol):
    """Finds passages of a text by a rule or a model of its own."""

    name: str

    def analyze(self, text: str) -> Iterable[Finding]:
        """Return the findings, in any order."""
        ...
