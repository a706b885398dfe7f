"""Words and their boxes against the truth: a word is found if one of the same text covers half of the two boxes' union.

`{"1": {"width", "height", "words": [[text, x0, y0, x1, y1], …]}}`, points from the top left; pages are made one size.
"""

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

_ENOUGH = 0.5
_CELL = 40  # points: boxes are looked up by the cells of a coarse grid

Pages = Mapping[str, Mapping[str, Any]]


class Counted(NamedTuple):
    """How many words are alike, boxes are alike, words there are, words were found."""

    words: int = 0
    boxes: int = 0
    wanted: int = 0
    given: int = 0

    def __add__(self, other: tuple[Any, ...]) -> "Counted":
        return Counted(*(a + b for a, b in zip(self, other, strict=True)))

    @property
    def f1(self) -> float:
        return 2 * self.words / (self.wanted + self.given) if self.wanted + self.given else 0.0


class _Word(NamedTuple):
    text: str
    box: tuple[float, ...]


def count(truth: Pages, found: Pages) -> Counted:
    """All pages of a document; one that was not found counts in full."""
    total = Counted()
    for number, page in truth.items():
        other = found.get(number) or {"width": page["width"], "height": page["height"], "words": []}
        scale = (page["width"] / other["width"], page["height"] / other["height"])
        total += _page(_words(page["words"], (1.0, 1.0)), _words(other["words"], scale))
    return total


def _words(words: Iterable[list[Any]], scale: tuple[float, float]) -> list[_Word]:
    found = (
        _Word(_plain(str(word[0])), tuple(v * s for v, s in zip(word[1:5], scale * 2, strict=True))) for word in words
    )
    return [word for word in found if word.text]


def _plain(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).split())


def _page(wanted: list[_Word], given: list[_Word]) -> Counted:
    pairs = sorted(_pairs(wanted, given), reverse=True)
    taken_wanted, taken_given = set[int](), set[int]()
    alike: Counter[bool] = Counter()
    for same_text, _, first, second in pairs:
        if first not in taken_wanted and second not in taken_given:
            taken_wanted.add(first)
            taken_given.add(second)
            alike[same_text] += 1
    return Counted(alike[True], alike.total(), len(wanted), len(given))


def _pairs(wanted: list[_Word], given: list[_Word]) -> Iterable[tuple[bool, float, int, int]]:
    near: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
    for number, word in enumerate(given):
        for cell in _cells(word.box):
            near[cell].add(number)
    for number, word in enumerate(wanted):
        for other in set[int]().union(*(near[cell] for cell in _cells(word.box) if cell in near)):
            share = _shared(word.box, given[other].box)
            if share >= _ENOUGH:
                yield word.text == given[other].text, share, number, other


def _cells(box: tuple[float, ...]) -> list[tuple[int, int]]:
    columns = range(int(box[0] // _CELL), int(box[2] // _CELL) + 1)
    rows = range(int(box[1] // _CELL), int(box[3] // _CELL) + 1)
    return [(column, row) for column in columns for row in rows]


def _shared(a: tuple[float, ...], b: tuple[float, ...]) -> float:
    """Intersection over union."""
    width, height = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    if width <= 0 or height <= 0:
        return 0.0
    both = (a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1])
    return width * height / (both - width * height)
