"""Looks of headings. The larger one is higher, then the heavier one, then capitals, then upright type."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from documents.pipeline.pdf.layout.model import DraftItem, TextStyle
from documents.pipeline.pdf.text.styles import is_italic

SAME_SIZE = 0.95  # of the larger size: sizes that are nearly equal are the same

Look = tuple[float, int, bool, bool]  # size, weight, capitals only, upright


def look_of(style: TextStyle | None) -> Look:
    if style is None:
        return (0.0, 0, False, False)
    return (style.size, style.weight, style.is_upper, not is_italic(style.font))


def size_of(draft: DraftItem) -> float:
    return draft.style.size if draft.style is not None else 0.0


def rank_looks(headings: Sequence[DraftItem]) -> dict[Look, int]:
    """Return the rank of each look, from 1 for the highest one.

    Weight and capitals of a single heading among several are no rank of their own: it has that of the nearest lower
    look of its size, or else of the nearest higher one.
    """
    counts = Counter(look_of(draft.style) for draft in headings)
    ranks: dict[Look, int] = {}
    rank = 0
    for group in _by_size(sorted(counts, reverse=True)):
        looks: defaultdict[tuple[int, bool, bool], list[Look]] = defaultdict(list)
        for each in group:
            looks[each[1:]].append(each)
        repeated = [look for look in looks if sum(counts[each] for each in looks[look]) > 1] or list(looks)
        for look in sorted(looks, reverse=True):
            below = sum(each > look for each in repeated)
            for each in looks[look]:
                ranks[each] = rank + min(below, len(repeated) - 1) + 1
        rank += len(repeated)
    return ranks


def _by_size(looks: Sequence[Look]) -> Iterator[list[Look]]:
    """Yield the looks of each size, the largest first."""
    group: list[Look] = []
    for look in looks:
        if group and look[0] < SAME_SIZE * group[0][0]:
            yield group
            group = []
        group.append(look)
    if group:
        yield group
