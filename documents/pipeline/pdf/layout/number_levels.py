"""Depths of numbered headings: which numbering is below which, from the order in which they begin.

A numbering that begins below a heading with another one is nested in it: "Article I", "1.1", "(a)". Exhibits and the
like stand beside the text that they belong to, and their numbering begins anew.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from documents.pipeline.pdf.layout.heading_looks import SAME_SIZE
from documents.pipeline.pdf.layout.heading_numbers import (
    ANNEX,
    DIVISIONS,
    EAST_ASIAN,
    Number,
    decimal,
    number_of,
)

__all__ = ["ANNEX", "Number", "depths_of"]

_CHAPTER = decimal(0)
_LIST = "list"  # 1., 2., 3. within a section with a number of several parts


def depths_of(texts: Sequence[str], sizes: Sequence[float] = ()) -> list[tuple[int, Number] | None]:
    """Return the depth and number of each heading, or `None` for those without a number. `sizes` are in points."""
    numbers = _in_sequence([number_of(text) for text in texts])
    nesting = _Nesting()
    return [
        nesting.add(candidates, size) if candidates else None
        for candidates, size in zip(numbers, sizes or [1.0] * len(numbers), strict=True)
    ]


class _Nesting:
    """The numberings that the last heading with a number is in, from the outermost."""

    def __init__(self) -> None:
        self._open: list[str] = []
        self._last: dict[str, Number] = {}
        self._sizes: dict[str, float] = {}

    def add(self, candidates: Sequence[Number], size: float) -> tuple[int, Number]:
        """Add a heading with one of the numbers. Return its depth and number."""
        number = self._as_list(_choose(candidates, self._last), size)
        self._open = [*self._above(number.numbering, size), number.numbering]
        self._last = {each: last for each, last in self._last.items() if each in self._open} | {
            number.numbering: number
        }
        self._sizes[number.numbering] = size
        return len(self._open) - 1, number

    def _as_list(self, number: Number, size: float) -> Number:
        """Return the number as one of a list within a section, if it does not follow the number of the chapter.

        "1." below "2.1" is such a list. Its type is smaller.
        """
        decimals = [each for each in self._open if each.startswith("1.") and each != _CHAPTER]
        if number.numbering != _CHAPTER or not decimals or size >= SAME_SIZE * self._sizes.get(decimals[-1], size):
            return number
        first, last = self._last[decimals[-1]].first, self._last.get(_LIST)
        follows = number.value == 1 if last is None else number.value in (1, last.value + 1)
        return (
            number._replace(numbering=_LIST) if follows and (first is None or number.value <= first or last) else number
        )

    def _above(self, numbering: str, size: float) -> list[str]:
        """Return the numberings that a numbering is nested in. A new one is not nested in one in smaller type."""
        if numbering == ANNEX:
            return []
        if numbering in self._open:
            return self._open[: self._open.index(numbering)]
        if numbering.startswith("1."):
            above = [each for each in self._open if not (each.startswith("1.") and len(each) > len(numbering))]
            # Pages from the middle of a document may begin with 5.1.3.
            return above or [decimal(depth) for depth in range(numbering.count("1") - 1)]
        above = [each for each in self._open if self._sizes.get(each, size) >= SAME_SIZE * size]
        if numbering in DIVISIONS:
            return [each for each in above if each in DIVISIONS or each == ANNEX]
        if numbering.startswith(EAST_ASIAN):
            return [each for each in above if not (each.startswith(EAST_ASIAN) and each > numbering)]
        return above


def _in_sequence(numbers: Sequence[Sequence[Number]]) -> list[list[Number]]:
    """Return the numbers without those that only look like one: the only one of its numbering that is not the first.

    "50 CFR" is none, but "4" is one if 4.1 and 3.2 are.
    """
    values: defaultdict[str, set[int]] = defaultdict(set)
    for number in (number for candidates in numbers for number in candidates):
        values[number.numbering].add(number.value)
        if number.first is not None:
            values[_CHAPTER].add(number.first)
    return [
        [each for each in candidates if each.is_certain or each.value == 1 or len(values[each.numbering]) > 1]
        for candidates in numbers
    ]


def _choose(candidates: Sequence[Number], last: Mapping[str, Number]) -> Number:
    """Return the number that a letter is: "I." after "H." is a letter."""
    if len(candidates) == 1:
        return candidates[0]
    letter, roman = candidates
    before_roman, before_letter = last.get(roman.numbering), last.get(letter.numbering)
    follows_roman = before_roman is not None and before_roman.value == roman.value - 1
    begins_roman = roman.value == 1 and (before_letter is None or before_letter.value != letter.value - 1)
    return roman if follows_roman or begins_roman else letter
