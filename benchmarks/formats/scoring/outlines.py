"""Headings and their levels compared with an outline that was made by hand.

Headings of both are matched in order (longest common subsequence). Two headings are the same if their alphanumeric
characters are equal without case, or have a similarity of 0.9 or more. F1 is twice the number of matches, divided by
the number of headings of both.

- `headings_f1`: a match is the same heading, of any level.
- `levels_f1`: the same heading below the same parent. The parent is the nearest earlier heading of a smaller level, so
  that levels which are all higher or lower by the same number cost nothing.
"""

import re
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from html import unescape
from typing import NamedTuple

_HEADING = re.compile(r"(#{1,6})\s+(.*)")
_FENCE = re.compile(r"`{3,}|~{3,}")
_LINK_TARGET = re.compile(r"\]\([^)]*\)")
_MIN_SIMILARITY = 0.9


class Heading(NamedTuple):
    """A heading and the text of its parent, which is empty without one."""

    level: int
    text: str
    parent: str


class Comparison(NamedTuple):
    """Headings of the truth that were not found, of the output that are not in the truth, and below another parent."""

    headings_f1: float
    levels_f1: float
    lost: list[Heading]
    additional: list[Heading]
    below_another_parent: list[tuple[Heading, Heading]]


def headings(markdown: str) -> list[Heading]:
    """Return the headings of Markdown, outside of code blocks."""
    found: list[Heading] = []
    ancestors: list[Heading] = []
    fence = ""
    for line in markdown.splitlines():
        if (mark := _FENCE.match(line)) and (not fence or mark.group().startswith(fence)):
            fence = "" if fence else mark.group()
        elif not fence and (match := _HEADING.fullmatch(line)):
            level = len(match[1])
            ancestors = [each for each in ancestors if each.level < level]
            heading = Heading(level, match[2].strip(), ancestors[-1].text if ancestors else "")
            found.append(heading)
            ancestors.append(heading)
    return found


def compare(truth: str, output: str) -> Comparison:
    """Compare the headings of two Markdown texts."""
    expected, actual = headings(truth), headings(output)
    pairs = _common(expected, actual, _is_same)
    below = _common(expected, actual, lambda a, b: _is_same(a, b) and _has_same_parent(a, b))
    size = len(expected) + len(actual)
    found, read = {i for i, _ in pairs}, {j for _, j in pairs}
    return Comparison(
        headings_f1=2 * len(pairs) / size if size else 1.0,
        levels_f1=2 * len(below) / size if size else 1.0,
        lost=[heading for i, heading in enumerate(expected) if i not in found],
        additional=[heading for j, heading in enumerate(actual) if j not in read],
        below_another_parent=[
            (expected[i], actual[j]) for i, j in pairs if not _has_same_parent(expected[i], actual[j])
        ],
    )


def _common(
    expected: Sequence[Heading], actual: Sequence[Heading], same: Callable[[Heading, Heading], bool]
) -> list[tuple[int, int]]:
    """Return the pairs of indices of a longest common subsequence."""
    lengths = [[0] * (len(actual) + 1) for _ in range(len(expected) + 1)]
    for i in reversed(range(len(expected))):
        for j in reversed(range(len(actual))):
            longest = max(lengths[i + 1][j], lengths[i][j + 1])
            lengths[i][j] = lengths[i + 1][j + 1] + 1 if same(expected[i], actual[j]) else longest
    pairs = []
    i = j = 0
    while i < len(expected) and j < len(actual):
        if same(expected[i], actual[j]):
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif lengths[i + 1][j] >= lengths[i][j + 1]:
            i += 1
        else:
            j += 1
    return pairs


def _is_same(a: Heading, b: Heading) -> bool:
    return _is_alike(a.text, b.text)


def _has_same_parent(a: Heading, b: Heading) -> bool:
    return _is_alike(a.parent, b.parent)


@lru_cache(maxsize=100_000)
def _is_alike(a: str, b: str) -> bool:
    first, second = _alphanumeric(a), _alphanumeric(b)
    matcher = SequenceMatcher(None, first, second, autojunk=False)
    return first == second or (matcher.real_quick_ratio() >= _MIN_SIMILARITY and matcher.ratio() >= _MIN_SIMILARITY)


def _alphanumeric(markdown: str) -> str:
    text = unescape(_LINK_TARGET.sub("]", markdown)).casefold()
    return "".join(character for character in text if character.isalnum())
