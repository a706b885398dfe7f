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
    {StructureKind.PARAGRAPH, StructureKind.HEADING, StructureKind.FOOTNOTE, StructureKind.LIST_ITEM}
)


def mark_furniture(sketches: Sequence[PageSketch]) -> list[PageSketch]:
    """The pages with their running heads and feet marked."""
    heads = _repeated(sketches, at_top=True)
    feet = _repeated(sketches, at_top=False)
    return [replace(page, drafts=tuple(_marked(page, heads, feet))) for page in sketches]


def _marked(page: PageSketch, heads: frozenset[str], feet: frozenset[str]) -> Iterator[Draft]:
    for draft in page.drafts:
        if draft.kind in _CHANGEABLE and len(draft.text) <= _MAX_CHARACTERS:
            if _at_top(draft, page) and (_key(draft) in heads or _is_page_number(draft)):
                yield replace(draft, kind=StructureKind.PAGE_HEADER)
                continue
            if _at_bottom(draft, page) and (_key(draft) in feet or _is_page_number(draft)):
                yield replace(draft, kind=StructureKind.PAGE_FOOTER)
                continue
        yield draft


def _repeated(sketches: Sequence[PageSketch], *, at_top: bool) -> frozenset[str]:
    """What stands at the edge of several pages, whatever its numbers are."""
    counts: Counter[str] = Counter()
    for page in sketches:
        edge = _at_top if at_top else _at_bottom
        counts.update({_key(d) for d in page.drafts if len(d.text) <= _MAX_CHARACTERS and edge(d, page)})
    least = max(_MIN_PAGES, _MIN_SHARE * len(sketches))
    return frozenset(key for key, count in counts.items() if count >= least)


def _key(draft: Draft) -> str:
    return _NUMBER.sub("#", draft.text).casefold().strip()


def _is_page_number(draft: Draft) -> bool:
    return _PAGE_NUMBER.match(draft.text) is not None


def _at_top(draft: Draft, page: PageSketch) -> bool:
    return draft.box.y1 <= _BAND * page.height


def _at_bottom(draft: Draft, page: PageSketch) -> bool:
    return draft.box.y0 >= (1 - _BAND) * page.height
