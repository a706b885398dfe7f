"""The outline that a document carries says which lines are headings, and how deep they lie. Its author made it, so it
counts for more than how lines look; what it leaves out keeps its place among those that look alike.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from documents.pipeline.pdf.layout import Draft, Look, PageSketch
from documents.types import OutlineEntry, StructureKind

_NUMBER = re.compile(
    r"^\s*(?:(?:chapter|section|part|article|appendix)\s+)?[\dIVXA-Z]{1,4}(?:\.\d+)*[.):]?\s+", re.IGNORECASE
)
_LONGEST = 200  # characters of a heading
_SHORTEST = 2  # letters that prove something
_ENOUGH = 2  # levels of an outline that tells any
_DEEPEST = 6
_LEAST_SIZE = 0.95  # of the text's
_MARGIN = 0.075  # of the page's height
_MAY_BE_HEADING = frozenset({StructureKind.HEADING, StructureKind.PARAGRAPH, StructureKind.LIST_ITEM})

Levels = dict[int, int]


def with_outline(pages: Sequence[PageSketch], outline: Sequence[OutlineEntry]) -> tuple[list[PageSketch], Levels]:
    """The pages with what the outline names as headings, and their levels by the identity of the draft."""
    entries: defaultdict[int, list[OutlineEntry]] = defaultdict(list)
    for entry in outline:
        entries[entry.page].append(entry)
    told: Levels = {}
    marked = [_marked(page, entries[page.number], told) if entries.get(page.number) else page for page in pages]
    return marked, told


def respect_outline(headings: Sequence[Draft], levels: Levels, told: Mapping[int, int]) -> None:
    """Change `levels` (by the identity of the draft) to what the outline tells."""
    if len(set(told.values())) < _ENOUGH:
        return
    of_looks: defaultdict[tuple[float, int, bool], Counter[int]] = defaultdict(Counter)
    for draft in headings:
        if id(draft) in told:
            of_looks[_rank(draft.look)][told[id(draft)]] += 1
    usual = {rank: counts.most_common(1)[0][0] for rank, counts in of_looks.items()}
    for draft in headings:
        rank = _rank(draft.look)
        above = [level for other, level in usual.items() if other > rank]
        level = told.get(id(draft)) or usual.get(rank) or max(above, default=0) + 1
        levels[id(draft)] = min(_DEEPEST, level)


def _marked(page: PageSketch, entries: Sequence[OutlineEntry], told: Levels) -> PageSketch:
    drafts = list(page.drafts)
    named = _by_name(page)
    taken: set[int] = set()
    for entry in entries:
        places = (number for name in _names(entry.title) for number in named.get(name, ()) if number not in taken)
        number = next(places, None)
        if number is None:
            continue
        taken.add(number)
        drafts[number] = replace(drafts[number], kind=StructureKind.HEADING)
        told[id(drafts[number])] = entry.level
    return replace(page, drafts=tuple(drafts))


def _by_name(page: PageSketch) -> dict[str, list[int]]:
    """Places of what may be a heading, by its letters, with and without its number."""
    found: defaultdict[str, list[int]] = defaultdict(list)
    least = _LEAST_SIZE * _text_size(page)
    for number, draft in enumerate(page.drafts):
        large = draft.look is not None and draft.look.size >= least
        may_be = draft.kind in _MAY_BE_HEADING and large and not _in_margin(draft, page)
        if draft.kind is StructureKind.HEADING or may_be:
            for name in _names(draft.text):
                found[name].append(number)
    return found


def _text_size(page: PageSketch) -> float:
    """The size of most of the text; running heads are smaller, headings are not."""
    sizes: Counter[float] = Counter()
    for draft in page.drafts:
        if draft.look is not None:
            sizes[draft.look.size] += len(draft.text)
    return sizes.most_common(1)[0][0] if sizes else 0.0


def _in_margin(draft: Draft, page: PageSketch) -> bool:
    """Where running heads repeat the title."""
    return draft.box.y0 < _MARGIN * page.height or draft.box.y1 > (1 - _MARGIN) * page.height


def _names(text: str) -> list[str]:
    if len(text) > _LONGEST:
        return []
    names = [_letters(text), _letters(_NUMBER.sub("", text))]
    return [name for name in dict.fromkeys(names) if len(name) >= _SHORTEST]


def _letters(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum())


def _rank(look: Look | None) -> tuple[float, int, bool]:
    return (0.0, 0, False) if look is None else (look.size, look.weight, look.capitals)
