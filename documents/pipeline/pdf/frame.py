"""From PDF user space (origin bottom left, before rotation) to the page as it is shown (points, origin top left)."""

from typing import NamedTuple

from documents.types import Box


class PageFrame(NamedTuple):
    """The visible rectangle of a page (crop box within media box) and its rotation in quarter turns clockwise."""

    left: float
    bottom: float
    right: float
    top: float
    quarter_turns: int

    @property
    def width(self) -> float:
        return self.top - self.bottom if self.quarter_turns % 2 else self.right - self.left

    @property
    def height(self) -> float:
        return self.right - self.left if self.quarter_turns % 2 else self.top - self.bottom

    def shown(self, x0: float, y0: float, x1: float, y1: float) -> Box:
        """The box of the page as shown; `y0` is the lower edge in user space."""
        match self.quarter_turns:
            case 0:
                return Box(x0 - self.left, self.top - y1, x1 - self.left, self.top - y0)
            case 1:
                return Box(y0 - self.bottom, x0 - self.left, y1 - self.bottom, x1 - self.left)
            case 2:
                return Box(self.right - x1, y0 - self.bottom, self.right - x0, y1 - self.bottom)
            case _:
                return Box(self.top - y1, self.right - x1, self.top - y0, self.right - x0)

    def turned(self, quarter_turns: int) -> "PageFrame":
        """The same page, turned clockwise once more."""
        return self._replace(quarter_turns=(self.quarter_turns + quarter_turns) % 4)

    def user_space(self, box: Box) -> Box:
        """The opposite of `shown`: a box of the page as shown, in user space with `y0` as the lower edge."""
        x0, y0, x1, y1 = box
        match self.quarter_turns:
            case 0:
                return Box(x0 + self.left, self.top - y1, x1 + self.left, self.top - y0)
            case 1:
                return Box(y0 + self.left, x0 + self.bottom, y1 + self.left, x1 + self.bottom)
            case 2:
                return Box(self.right - x1, y0 + self.bottom, self.right - x0, y1 + self.bottom)
            case _:
                return Box(self.right - y1, self.top - x1, self.right - y0, self.top - x0)

    def contains(self, box: Box, *, slack: float = 1.0) -> bool:
        """Whether the middle of a shown box is on the page."""
        x, y = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
        return -slack <= x <= self.width + slack and -slack <= y <= self.height + slack
