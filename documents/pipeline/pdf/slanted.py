"""Text that runs aslant over a page, as stamps and watermarks do, or labels of a chart. It stands in nobody's line: it
comes after what is written on the page.
"""

from collections.abc import Sequence
from statistics import median

from documents.pipeline.pdf.geometry import union
from documents.pipeline.pdf.layout import Block
from documents.pipeline.pdf.lines import Line
from documents.pipeline.pdf.words import Word
from documents.types import StructureKind

_MOST = 0.3  # of the page's words: where more are slanted, the page is
_STAMP = 2.0  # sizes of the page's text


def parted(words: Sequence[Word]) -> tuple[Sequence[Word], Sequence[Word]]:
    """What is straight and what is slanted; where most is slanted, all counts as straight."""
    slanted = [word for word in words if word.style.is_slanted]
    if not slanted or len(slanted) > _MOST * len(words):
        return words, []
    return [word for word in words if not word.style.is_slanted], slanted


def slanted_blocks(words: Sequence[Word], straight: Sequence[Word]) -> list[Block]:
    """Words that follow one another in the file and look alike belong together. Large ones are stamps, no content."""
    runs: list[list[Word]] = []
    for word in sorted(words, key=lambda word: word.position):
        if runs and _follows(runs[-1][-1], word):
            runs[-1].append(word)
        else:
            runs.append([word])
    large = _STAMP * median(word.size for word in straight) if runs else 0.0
    return [Block(_kind(run, large), (Line(tuple(run), union(run)),)) for run in runs]


def _follows(last: Word, word: Word) -> bool:
    return last.style == word.style and 0 < word.position - last.position <= len(last.text) + 2


def _kind(run: Sequence[Word], large: float) -> StructureKind:
    return StructureKind.PAGE_FOOTER if run[0].size >= large else StructureKind.PARAGRAPH
