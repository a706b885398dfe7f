"""How far apart the lines of a page are set. Drafts, transcripts and pleadings leave a line's height between lines, so
that only the length of a line tells whether the next one goes on with the paragraph.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from documents.pipeline.pdf.geometry import shares_columns
from documents.pipeline.pdf.lines import Line

_CLOSE = 0.75  # em between lines of one paragraph
_WIDEST = 2.2  # em: double-spaced lines are nearer
_ENOUGH = 8  # gaps that show how a page is set
_TOLERANCE = 1.2
_NEAR = 40  # lines before and after that show how wide the column is
_SMALLEST = 0.5  # points
_ROOM = 2.0  # em that a line leaves besides the next word when it ends on purpose


class Spacing:
    """Of lines in reading order."""

    def __init__(self, lines: Sequence[Line]) -> None:
        gaps = sorted(_gaps(lines))
        usual = gaps[len(gaps) // 4] if len(gaps) >= _ENOUGH else 0.0
        self._most = _TOLERANCE * usual if usual > _CLOSE else _CLOSE
        self._lines = lines
        self._numbers = {id(line): number for number, line in enumerate(lines)}

    def continues(self, last: Line, line: Line) -> bool:
        """Whether the line follows as closely as lines of one paragraph do."""
        gap = _gap(last, line)
        if gap < _CLOSE:
            return True
        return gap < self._most and not self._ends_on_purpose(last, line)

    def _ends_on_purpose(self, last: Line, line: Line) -> bool:
        """The next word had room."""
        number = self._numbers[id(last)]
        near = self._lines[max(0, number - _NEAR) : number + _NEAR]
        right = max(other.x1 for other in near if shares_columns(other, last) > 0)
        word = line.words[0]
        return right - last.x1 > word.x1 - word.x0 + _ROOM * line.size


def _gaps(lines: Sequence[Line]) -> Iterator[float]:
    """In em, between lines of one size of which the second stands below the first."""
    for above, below in pairwise(lines):
        gap = _gap(above, below)
        if above.size == below.size and shares_columns(above, below) > 0 and 0 <= gap < _WIDEST:
            yield gap


def _gap(above: Line, below: Line) -> float:
    """In em. Letters that are too small to be read have no size."""
    return (below.y0 - above.y1) / max(_SMALLEST, above.size)
