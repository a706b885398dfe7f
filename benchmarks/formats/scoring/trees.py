"""Trees and their edit distance: an edit costs 1, a change of text its share of the longer text."""

from dataclasses import dataclass, field

from apted import APTED, Config
from rapidfuzz.distance import Levenshtein


@dataclass(slots=True)
class Node:
    """An element. `spans` are the columns and rows of a cell."""

    tag: str
    text: str = ""
    spans: tuple[int, int] = (1, 1)
    children: list["Node"] = field(default_factory=list)

    def size(self) -> int:
        return 1 + sum(child.size() for child in self.children)


class _Costs(Config):  # type: ignore[misc]  # apted has no types
    """Costs of edits. With `leaf`, only the text of elements with this tag counts."""

    def __init__(self, leaf: str) -> None:
        self._leaf = leaf

    def children(self, node: Node) -> list[Node]:
        return node.children

    def rename(self, a: Node, b: Node) -> float:
        if a.tag != b.tag or a.spans != b.spans:
            return 1.0
        if (self._leaf and a.tag != self._leaf) or not (a.text or b.text):
            return 0.0
        return float(Levenshtein.distance(a.text, b.text)) / max(len(a.text), len(b.text))


def distance(a: Node, b: Node, *, leaf: str = "") -> float:
    return float(APTED(a, b, _Costs(leaf)).compute_edit_distance())
