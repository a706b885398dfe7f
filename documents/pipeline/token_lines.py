"""The lines of a page, found by the boxes of its tokens."""

from typing import Final

import numpy as np

from documents.pipeline.tokens import TokenPage

_SAME_LINE: Final = 0.5  # of the lower box: so much do neighbours on a line overlap
_WORD_GAP: Final = 2.5  # of the higher box: words further apart are in different columns


class Lines:
    """The lines of a page, in columns: neighbouring words on one line whose gap is not too wide."""

    def __init__(self, tokens: TokenPage) -> None:
        corners, sizes = tokens.boxes[:, :2], tokens.boxes[:, 2:]
        self._low, self._high, heights = corners, corners + sizes, sizes[:, 1]
        shared = np.minimum(self._high[1:], self._high[:-1]) - np.maximum(self._low[1:], self._low[:-1])
        is_same_line = shared[:, 1] >= _SAME_LINE * np.minimum(heights[1:], heights[:-1])
        is_near = -shared[:, 0] <= _WORD_GAP * np.maximum(heights[1:], heights[:-1])
        self._starts = 1 + np.flatnonzero(~(is_same_line & is_near))

    def around(self, first: int, last: int) -> list[list[float]]:
        """Return left, top, right and bottom of the lines, or parts of lines, from a token to another one."""
        inside = self._starts[np.searchsorted(self._starts, first + 1) : np.searchsorted(self._starts, last + 1)]
        starts = np.concatenate(([first], inside)) - first
        low = np.minimum.reduceat(self._low[first : last + 1], starts)
        high = np.maximum.reduceat(self._high[first : last + 1], starts)
        return np.hstack((low, high)).tolist()  # type: ignore[no-any-return]  # of the stubs
