"""Pages whose text does not run as the page is shown: they are analysed upright and turned back afterwards."""

from collections import Counter
from collections.abc import Sequence

from documents.pipeline.pdf.frame import PageFrame
from documents.pipeline.pdf.layout import PageSketch
from documents.pipeline.pdf.moving import moved
from documents.pipeline.pdf.words import Word
from documents.types import Box, ParsedPage


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

    def back(box: Box) -> Box:
        return shown.shown(*analysed.user_space(box))

    return moved(page, sketch, back, width=shown.width, height=shown.height)
