"""Words and their boxes against the ground truth: a word matches one with the same text if the boxes overlap.

They overlap if the intersection is at least half of the union. Format:
`{"1": {"width", "height", "words": [[text, x0, y0, x1, y1], …]}}`, in points from the top left; pages are scaled to
the same size.
"""

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

_MIN_OVERLAP = 0.5
_CELL = 40  # points; boxes are indexed by the cells of a grid

Pages = Mapping[str, Mapping[str, Any]]


class Counts(NamedTuple):
    """Numbers of matching words, matching boxes, expected words and read words."""

    words: int = 0
    boxes: int = 0
    expected: int = 0
    actual: int = 0

    def __add__(self, other: tuple[Any, ...]) -> "Counts":
        return Counts(*(a + b for a, b in zip(self, other, strict=True)))

    @property
    def f1(self) -> float:
        return 2 * self.words / (self.expected + self.actual) if self.expected + self.actual else 0.0


class _Word(NamedTuple):
    text: str
    box: tuple[float, ...]


def is_cjk(truth: Pages) -> bool:
    """Return whether most characters are Chinese, Japanese or Korean, whose words have no spaces between them."""
    characters = [c for page in truth.values() for word in page["words"] for c in str(word[0])]
    return 2 * sum(unicodedata.east_asian_width(c) == "W" for c in characters) > len(characters)


def count(truth: Pages, output: Pages) -> Counts:
    """Compare all pages of a document; a page that was not read counts as empty."""
    total = Counts()
    for number, page in truth.items():
        other = output.get(number) or {"width": page["width"], "height": page["height"], "words": []}
        scale = (page["width"] / other["width"], page["height"] / other["height"])
        total += _page(_words(page["words"], (1.0, 1.0)), _words(other["words"], scale))
    return total


def _words(words: Iterable[list[Any]], scale: tuple[float, float]) -> list[_Word]:
    result = (
        _Word(_plain(str(word[0])), tuple(v * s for v, s in zip(word[1:5], scale * 2, strict=True))) for word in words
    )
    return [word for word in result if word.text]


def _plain(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).split())


def _page(expected: list[_Word], actual: list[_Word]) -> Counts:
    pairs = sorted(_pairs(expected, actual), reverse=True)
    matched_expected, matched_actual = set[int](), set[int]()
    matches: Counter[bool] = Counter()
    for same_text, _, first, second in pairs:
        if first not in matched_expected and second not in matched_actual:
            matched_expected.add(first)
            matched_actual.add(second)
            matches[same_text] += 1
    return Counts(matches[True], matches.total(), len(expected), len(actual))


def _pairs(expected: list[_Word], actual: list[_Word]) -> Iterable[tuple[bool, float, int, int]]:
    near: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
    for number, word in enumerate(actual):
        for cell in _cells(word.box):
            near[cell].add(number)
    for number, word in enumerate(expected):
        for other in set[int]().union(*(near[cell] for cell in _cells(word.box) if cell in near)):
            share = _overlap(word.box, actual[other].box)
            if share >= _MIN_OVERLAP:
                yield word.text == actual[other].text, share, number, other


def _cells(box: tuple[float, ...]) -> list[tuple[int, int]]:
    columns = range(int(box[0] // _CELL), int(box[2] // _CELL) + 1)
    rows = range(int(box[1] // _CELL), int(box[3] // _CELL) + 1)
    return [(column, row) for column in columns for row in rows]


def _overlap(a: tuple[float, ...], b: tuple[float, ...]) -> float:
    """Return the intersection over the union."""
    width, height = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    if width <= 0 or height <= 0:
        return 0.0
    both = (a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1])
    return width * height / (both - width * height)
