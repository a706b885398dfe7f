"""Text that does not run from left to right: rotated pages, sideways and vertical lines, slanted stamps and labels."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from documents.pipeline.pdf.geometry import overlap, union
from documents.pipeline.pdf.layout.model import Block
from documents.pipeline.pdf.text.lines import Line
from documents.pipeline.pdf.text.words import Word
from documents.pipeline.unspaced import is_unspaced
from documents.types import StructureKind

_MAX_LINE_GAP = 0.9  # em
_MAX_DISTANCE = 60  # characters in the file
_MIN_VERTICAL_WORDS = 10
_MIN_TIER_GAP, _MIN_TIER_HEIGHT = 1.0, 5.0  # em between rows of columns; lower ones are page numbers and the like

_MAX_SLANTED = 0.3  # of the page's words: with more, the page itself counts as slanted
_MIN_STAMP_SIZE = 2.0  # times the size of the page's text


def main_rotation(words: Sequence[Word]) -> int:
    """Return the rotation of most of the text in counterclockwise quarter turns; 0 if there is no majority."""
    counts: Counter[int] = Counter()
    for word in words:
        counts[word.style.rotation] += len(word.text)
    rotation, characters = counts.most_common(1)[0] if counts else (0, 0)
    return rotation if 2 * characters > counts.total() else 0


def sideways_lines(words: Sequence[Word]) -> list[Line]:
    """Return the lines of text that runs up or down the page: words that follow closely in the file and on the page."""
    lines: list[list[Word]] = []
    for word in sorted(words, key=lambda word: word.position):
        if lines and _continues_line(lines[-1][-1], word):
            lines[-1].append(word)
        else:
            lines.append([word])
    return [Line(tuple(line), union(line)) for line in lines]


def is_vertical_writing(words: Sequence[Word]) -> bool:
    """Check whether most characters stand below the one before, as in vertical Chinese and Japanese."""
    if len(words) < _MIN_VERTICAL_WORDS or sum(is_unspaced(word.text) for word in words) <= 0.5 * len(words):
        return False
    stacked = sum(_stands_below(a, b) for a, b in pairwise(words))
    return stacked > 0.6 * len(words)


def column_tiers(columns: Sequence[Line], em: float) -> list[list[Line]]:
    """Return the rows of columns of vertical writing from top to bottom: parts with free space between them."""
    tiers: list[list[Line]] = []
    bottom = float("-inf")
    for column in sorted(columns, key=lambda column: column.y0):
        if column.y0 - bottom > _MIN_TIER_GAP * em:
            tiers.append([])
        tiers[-1].append(column)
        bottom = max(bottom, column.y1)
    merged: list[list[Line]] = []
    for tier in tiers:
        if merged and (_is_low(merged[-1], em) or _is_low(tier, em)):
            merged[-1] += tier
        else:
            merged.append(tier)
    return merged


def split_slanted(words: Sequence[Word]) -> tuple[Sequence[Word], Sequence[Word]]:
    """Return straight and slanted words. If most of the page is slanted, all words count as straight."""
    slanted = [word for word in words if word.style.is_slanted]
    if not slanted or len(slanted) > _MAX_SLANTED * len(words):
        return words, []
    return [word for word in words if not word.style.is_slanted], slanted


def slanted_blocks(words: Sequence[Word], straight: Sequence[Word]) -> list[Block]:
    """Group slanted words of one style that follow one another in the file.

    Large ones are stamps and watermarks, which are marked as no content; small ones are labels, for example of a chart.
    """
    runs: list[list[Word]] = []
    for word in sorted(words, key=lambda word: word.position):
        if runs and _continues_run(runs[-1][-1], word):
            runs[-1].append(word)
        else:
            runs.append([word])
    stamp_size = _MIN_STAMP_SIZE * median(word.size for word in straight) if runs else 0.0
    return [
        Block(
            StructureKind.PAGE_FOOTER if run[0].size >= stamp_size else StructureKind.PARAGRAPH,
            (Line(tuple(run), union(run)),),
        )
        for run in runs
    ]


def _is_low(tier: Sequence[Line], em: float) -> bool:
    return median(column.y1 - column.y0 for column in tier) < _MIN_TIER_HEIGHT * em


def _continues_line(last: Word, word: Word) -> bool:
    narrow = min(last.x1 - last.x0, word.x1 - word.x0)
    in_line = overlap(last.x0, last.x1, word.x0, word.x1) > 0.5 * narrow
    gap = max(last.y0, word.y0) - min(last.y1, word.y1)
    return in_line and 0 < word.position - last.position < _MAX_DISTANCE and gap < _MAX_LINE_GAP * word.size


def _stands_below(a: Word, b: Word) -> bool:
    return overlap(a.x0, a.x1, b.x0, b.x1) > 0 and 0.5 * a.height < b.middle_y - a.middle_y < 2.5 * a.height


def _continues_run(last: Word, word: Word) -> bool:
    return last.style == word.style and 0 < word.position - last.position <= len(last.text) + 2
