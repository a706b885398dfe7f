"""Words of texts that are written from right to left. Their letters come out of a PDF in many orders, so places count.

What touches is one word; a line is read from the right, and what is Latin in it from the left.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from documents.pipeline.flow.pieces import Piece, Printed
from documents.pipeline.pdf.geometry import union
from documents.pipeline.pdf.lines import is_right_to_left
from documents.types import Box

_TOUCH = 0.12  # of the height


def right_to_left_pieces(words: Sequence[tuple[int, int]], printed: Sequence[Printed]) -> list[Piece]:
    """The n-th word of the text is the n-th on the lines; where the counts differ, one nearby stands in."""
    places = [place for line in _lines(printed) for place in _words_of(line)]
    share = 1.0 if len(places) >= len(words) else len(places) / len(words)
    return [Piece(begin, end, *places[int(n * share)]) for n, (begin, end) in enumerate(words)]


def _lines(printed: Sequence[Printed]) -> Iterator[list[Printed]]:
    """From top to bottom, page by page. Dots of letters may be signs of their own: the tallest say what near is."""
    near = 0.5 * max((entry.word.height for entry in printed), default=0.0)
    line: list[Printed] = []
    for entry in sorted(printed, key=lambda entry: (entry.page, entry.word.middle_y)):
        if line and (entry.page != line[-1].page or entry.word.middle_y - line[-1].word.middle_y >= near):
            yield line
            line = []
        line.append(entry)
    if line:
        yield line


def _words_of(line: Sequence[Printed]) -> Iterator[tuple[int, Box]]:
    visual: list[tuple[Box, bool]] = []  # with whether it is read from the left
    touch = _TOUCH * max(entry.word.height for entry in line)
    for entry in sorted(line, key=lambda entry: entry.word.x0):
        word = entry.word
        from_left = word.text[0].isalnum() and not is_right_to_left(word.text) and not word.text.isdigit()
        if visual and word.x0 - visual[-1][0].x1 < touch:
            visual[-1] = union([visual[-1][0], word.box]), visual[-1][1] and from_left
        else:
            visual.append((word.box, from_left))
    for from_left, group in groupby(reversed(visual), key=lambda entry: entry[1]):
        run = [box for box, _ in group]
        yield from ((line[0].page, box) for box in (reversed(run) if from_left else run))
