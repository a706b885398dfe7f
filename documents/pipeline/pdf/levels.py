"""Levels of headings over the whole document, from how they look and from how they are numbered, and the title."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from documents.pipeline.pdf.layout import Draft, Look, PageSketch
from documents.pipeline.pdf.numbering import east_asian_depth
from documents.pipeline.pdf.outlined import respect_outline
from documents.types import StructureKind

_MAX_LEVEL = 6
_DECIMAL = re.compile(r"^\s*(?:section\s+|article\s+|§\s*)?(\d{1,3}(?:\.\d{1,3}){0,5})\.?[\s\u00a0]+\S", re.IGNORECASE)
_TITLE_SHARE = 1.15  # the title is this much larger than any other heading of the first page


def heading_levels(sketches: Sequence[PageSketch], told: Mapping[int, int] | None = None) -> dict[int, int]:
    """Levels from 1 by the identity of the draft. `told` are those that the outline names."""
    headings = [draft for page in sketches for draft in page.drafts if draft.kind is StructureKind.HEADING]
    ranks = _ranks_of_looks(headings)
    levels = {id(draft): ranks[_rank_key(draft.look)] for draft in headings if draft.look is not None}
    _respect_numbers(headings, levels)
    _respect_east_asian_numbers(headings, levels)
    respect_outline(headings, levels, told or {})
    return levels


def document_title(sketches: Sequence[PageSketch]) -> Draft | None:
    """The largest heading of the first page that has any, if it stands out and is the first of its size."""
    for page in sketches[:2]:
        headings = [draft for draft in page.drafts if draft.kind is StructureKind.HEADING and draft.look is not None]
        if not headings:
            continue
        largest = max(headings, key=_size)
        others = [_size(draft) for draft in headings if draft is not largest]
        in_upper_half = largest.box.y0 < page.height / 2
        stands_out = not others or _size(largest) >= _TITLE_SHARE * max(others)
        return largest if in_upper_half and stands_out and _DECIMAL.match(largest.text) is None else None
    return None


def _size(draft: Draft) -> float:
    return draft.look.size if draft.look is not None else 0.0


def _rank_key(look: Look | None) -> tuple[float, int, bool]:
    return (0.0, 0, False) if look is None else (look.size, look.weight, look.capitals)


def _ranks_of_looks(headings: Sequence[Draft]) -> dict[tuple[float, int, bool], int]:
    """Larger is higher; of one size the heavier, then the one in capitals."""
    looks = sorted({_rank_key(draft.look) for draft in headings}, reverse=True)
    return {look: min(_MAX_LEVEL, rank) for rank, look in enumerate(looks, 1)}


def _respect_numbers(headings: Sequence[Draft], levels: dict[int, int]) -> None:
    """Headings numbered 1, 1.1, 1.1.1 are as far apart as their numbers, whatever they look like."""
    depths = {id(draft): match.group(1).count(".") for draft in headings if (match := _DECIMAL.match(draft.text))}
    tops: Counter[int] = Counter(levels[key] for key, depth in depths.items() if depth == 0)
    if len(depths) < 2 or not tops:  # one number proves no system
        return
    top = tops.most_common(1)[0][0]
    for key, depth in depths.items():
        levels[key] = min(_MAX_LEVEL, top + depth)


def _respect_east_asian_numbers(headings: Sequence[Draft], levels: dict[int, int]) -> None:
    """Parts, chapters, sections and articles lie inside one another, as far as there are any."""
    depths = {id(draft): depth for draft in headings if (depth := east_asian_depth(draft.text)) is not None}
    if len(depths) < 2:  # one number proves no system
        return
    present = sorted(set(depths.values()))
    tops = Counter(levels[key] for key, depth in depths.items() if depth == present[0])
    top = tops.most_common(1)[0][0]
    for key, depth in depths.items():
        levels[key] = min(_MAX_LEVEL, top + present.index(depth))
