"""Pages whose text does not run as the page is shown: they are analysed upright and turned back afterwards."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from documents.pipeline.pdf.frame import PageFrame
from documents.pipeline.pdf.layout import Draft, PageSketch
from documents.pipeline.pdf.words import Word
from documents.types import Box, ParsedPage, Table


def main_turn(words: Sequence[Word]) -> int:
    """Quarter turns against the clock by which most of the text stands; 0 when it stands upright."""
    turns: Counter[int] = Counter()
    for word in words:
        turns[word.style.turn] += len(word.text)
    turn, characters = turns.most_common(1)[0] if turns else (0, 0)
    return turn if 2 * characters > turns.total() else 0


def turned_back(
    page: ParsedPage, sketch: PageSketch, *, analysed: PageFrame, shown: PageFrame
) -> tuple[ParsedPage, PageSketch]:
    """The same page with all boxes where they are when the page is shown."""
    turner = _Turner(analysed, shown)
    tokens = [token._replace(box=turner.box(token.box)) for token in page.tokens]
    drafts = tuple(turner.draft(draft) for draft in sketch.drafts)
    width, height = shown.width, shown.height
    page = replace(page, tokens=tokens, width=width, height=height)
    return page, replace(sketch, drafts=drafts, width=width, height=height)


class _Turner:
    def __init__(self, analysed: PageFrame, shown: PageFrame) -> None:
        self._analysed = analysed
        self._shown = shown

    def box(self, box: Box) -> Box:
        return self._shown.shown(*self._analysed.user_space(box))

    def draft(self, draft: Draft) -> Draft:
        table = None if draft.table is None else self._table(draft.table)
        return replace(draft, box=self.box(draft.box), table=table)

    def _table(self, table: Table) -> Table:
        cells = tuple(replace(c, box=None if c.box is None else self.box(c.box)) for c in table.cells)
        return replace(table, cells=cells)
