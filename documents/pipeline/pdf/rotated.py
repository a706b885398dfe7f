"""Text that runs along the page's side, joined in the order of the file: glyphs that follow closely are one line."""

from collections.abc import Sequence

from documents.pipeline.pdf.geometry import overlap, union
from documents.pipeline.pdf.lines import Line
from documents.pipeline.pdf.words import Word

_LINE_GAP = 0.9  # em
_REACH = 60  # places in the file


def rotated_lines(words: Sequence[Word]) -> list[Line]:
    lines: list[list[Word]] = []
    for word in sorted(words, key=lambda word: word.position):
        if lines and _follows(lines[-1][-1], word):
            lines[-1].append(word)
        else:
            lines.append([word])
    return [Line(tuple(line), union(line)) for line in lines]


def _follows(last: Word, word: Word) -> bool:
    narrow = min(last.x1 - last.x0, word.x1 - word.x0)
    in_line = overlap(last.x0, last.x1, word.x0, word.x1) > 0.5 * narrow
    gap = max(last.y0, word.y0) - min(last.y1, word.y1)
    return in_line and 0 < word.position - last.position < _REACH and gap < _LINE_GAP * word.size
