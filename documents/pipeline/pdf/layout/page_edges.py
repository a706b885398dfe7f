"""Find the tables right before and after a page break."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from documents.pipeline.pdf.layout.model import DraftItem, PageLayout
from documents.pipeline.pdf.layout.table_parts import TablePart
from documents.types import StructureKind

EDGE_KINDS = frozenset({StructureKind.PAGE_HEADER, StructureKind.PAGE_FOOTER})
_CONTINUED = re.compile(
    r"(?:^|[\s(\[\u2013\u2014-])(?:continued|cont['\u2019]?d|cont\.|continuation|fortsetzung|fortgesetzt|forts\.|suite"
    r"|continuaci[oó]n|continuação|vervolg|seguito)(?:$|[\s)\].:])",
    re.IGNORECASE,
)
_MAX_NOTICE = 160  # characters of "Table 3 (continued)"
_MAX_TITLES = 2  # items right above a table, which the next page may repeat
_SAME_PICTURE = 2.0  # points


@dataclass(frozen=True, slots=True)
class PageEnds:
    """The table at the foot or head of a page, and the lines that say that it goes on, as they are and as marked."""

    part: TablePart
    notices: tuple[tuple[DraftItem, DraftItem], ...]


def table_before_break(page: PageLayout, following: PageLayout) -> PageEnds | None:
    """Return the table that ends the body of the page; `None` if it ends with something else."""
    return _ends(page, reversed(list(_body(page, following))), StructureKind.PAGE_FOOTER, ())


def table_after_break(page: PageLayout, table: DraftItem, following: PageLayout) -> PageEnds | None:
    """Return the table that starts the body of the next page, perhaps below the title of `table` once more."""
    index = next(number for number, draft in enumerate(page.drafts) if draft is table)
    titles = [_plain(draft.text) for draft in page.drafts[max(0, index - _MAX_TITLES) : index] if draft.text]
    return _ends(following, _body(following, page), StructureKind.PAGE_HEADER, titles)


def _ends(page: PageLayout, drafts: Iterator[DraftItem], kind: StructureKind, titles: Sequence[str]) -> PageEnds | None:
    notices: list[tuple[DraftItem, DraftItem]] = []
    for draft in drafts:
        if draft.table is not None and draft.table_edges is not None:
            return PageEnds(TablePart(page, draft, draft.table, draft.table_edges), tuple(notices))
        if not _is_notice(draft, titles):
            return None
        notices.append((draft, replace(draft, kind=kind)))
    return None


def _is_notice(draft: DraftItem, titles: Sequence[str]) -> bool:
    """Check for "(continued)", or the title of the table once more."""
    if not draft.text or len(draft.text) > _MAX_NOTICE:
        return False
    return _CONTINUED.search(draft.text) is not None or _plain(draft.text) in titles


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _body(page: PageLayout, other: PageLayout) -> Iterator[DraftItem]:
    """Yield the items between header and footer, without footnotes and pictures that the other page has, too."""
    pictures = [draft.box for draft in other.drafts if draft.kind is StructureKind.FIGURE]
    note_size = 0.0
    for draft in page.drafts:
        if draft.kind is StructureKind.FOOTNOTE and draft.style is not None:
            note_size = draft.style.size
        is_note = draft.style is not None and draft.style.size <= note_size
        is_repeated = draft.kind is StructureKind.FIGURE and any(
            all(abs(a - b) < _SAME_PICTURE for a, b in zip(draft.box, box, strict=True)) for box in pictures
        )
        if draft.kind not in EDGE_KINDS and not is_note and not is_repeated:
            yield draft
