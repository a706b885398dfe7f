"""Running heads, running feet and page numbers: short pieces at a page's edge that come back on other pages.

They stay in the text, because people quote them, but they are marked, so that nothing takes them for content.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from documents.pipeline.pdf.layout import Draft, PageSketch
from documents.types import StructureKind

_BAND = 0.12  # of the page's height, at the top and at the bottom
_MAX_CHARACTERS = 160
_MIN_PAGES = 2
_MIN_SHARE = 0.15  # of the pages must carry the same piece
_NUMBER = re.compile(r"\d+|\b[ivxlcdm]+\b", re.IGNORECASE)
_PAGE_NUMBER = re.compile(
    r"^[\s\-\u2013\u2014|\[(]*(?:(?:page|p\.|seite|página|pagina|стр\.?|صفحة)\s*)?(?:\d{1,5}|[ivxlc]{1,7})"
    r"(?:\s*(?:/|of|von|de|sur|из)\s*\d{1,5})?[\s\-\u2013\u2014|\])]*$",
    re.IGNORECASE,
)
_CHANGEABLE = frozenset(
    {
        StructureKind.PARAGRAPH,
        StructureKind.HEADING,
        StructureKind.FOOTNOTE,
        StructureKind.LIST_ITEM,
        StructureKind.CAPTION,
    }
)


def mark_furniture(sketches: Sequence[PageSketch]) -> list[PageSketch]:
    """The pages with their running heads and feet marked."""
    edges = [_Edges(page) for page in sketches]
    heads, feet = _repeated([edge.top for edge in edges]), _repeated([edge.bottom for edge in edges])
    return [
        replace(page, drafts=tuple(_marked(page, edge, heads, feet)))
        for page, edge in zip(sketches, edges, strict=True)
    ]


class _Edges:
    """The short pieces that stand in a page's margins, and those nearest to them when the margins are empty."""

    def __init__(self, page: PageSketch) -> None:
        short = [d for d in page.drafts if d.kind in _CHANGEABLE and len(d.text) <= _MAX_CHARACTERS]
        high = sorted((d for d in short if d.box.y1 <= page.height / 2), key=lambda draft: draft.box.y0)
        low = sorted((d for d in short if d.box.y0 >= page.height / 2), key=lambda draft: -draft.box.y1)
        top_edge, bottom_edge = _BAND * page.height, (1 - _BAND) * page.height
        self.top = _outermost(page, [d for d in high if d.box.y1 <= top_edge] or high[:1], above=True)
        self.bottom = _outermost(page, [d for d in low if d.box.y0 >= bottom_edge] or low[:1], above=False)


def _outermost(page: PageSketch, found: Sequence[Draft], *, above: bool) -> list[Draft]:
    """Without what has content between itself and the page's edge."""
    content = [d for d in page.drafts if d.kind not in _CHANGEABLE or len(d.text) > _MAX_CHARACTERS]
    if above:
        return [d for d in found if not any(other.box.y1 <= d.box.y0 for other in content)]
    return [d for d in found if not any(other.box.y0 >= d.box.y1 for other in content)]


def _marked(page: PageSketch, edges: _Edges, heads: frozenset[str], feet: frozenset[str]) -> Iterator[Draft]:
    top, bottom = {id(draft) for draft in edges.top}, {id(draft) for draft in edges.bottom}
    for draft in page.drafts:
        if id(draft) in top and (_key(draft) in heads or _is_page_number(draft)):
            yield replace(draft, kind=StructureKind.PAGE_HEADER)
        elif id(draft) in bottom and (_key(draft) in feet or _is_page_number(draft)):
            yield replace(draft, kind=StructureKind.PAGE_FOOTER)
        else:
            yield draft


def _repeated(edges: Sequence[Sequence[Draft]]) -> frozenset[str]:
    """What stands at the edge of several pages, whatever its numbers are."""
    counts: Counter[str] = Counter()
    for drafts in edges:
        counts.update({_key(draft) for draft in drafts})
    least = max(_MIN_PAGES, _MIN_SHARE * len(edges))
    return frozenset(key for key, count in counts.items() if count >= least)


def _key(draft: Draft) -> str:
    return _NUMBER.sub("#", draft.text).casefold().strip()


def _is_page_number(draft: Draft) -> bool:
    return _PAGE_NUMBER.match(draft.text) is not None
