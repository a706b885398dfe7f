"""Boxes, intervals and page coordinates. Boxes are in points, with the origin at the top left of the displayed page."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol, TypeVar

from documents.types import Box


class Boxed(Protocol):
    """An object with the edges of a bounding box."""

    @property
    def x0(self) -> float: ...
    @property
    def y0(self) -> float: ...
    @property
    def x1(self) -> float: ...
    @property
    def y1(self) -> float: ...


T = TypeVar("T", bound=Boxed)


class HasBox:
    """Base class: implements `Boxed` for a class with a `box` attribute."""

    box: Box

    @property
    def x0(self) -> float:
        return self.box.x0

    @property
    def y0(self) -> float:
        return self.box.y0

    @property
    def x1(self) -> float:
        return self.box.x1

    @property
    def y1(self) -> float:
        return self.box.y1


class PageFrame(NamedTuple):
    """The visible rectangle of a page in PDF user space (crop box within media box), and its clockwise rotation.

    User space has its origin at the bottom left and does not know the rotation.
    """

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

    def to_page(self, x0: float, y0: float, x1: float, y1: float) -> Box:
        """Convert a rectangle of user space (`y0` is its lower edge) to a box on the displayed page."""
        match self.quarter_turns:
            case 0:
                return Box(x0 - self.left, self.top - y1, x1 - self.left, self.top - y0)
            case 1:
                return Box(y0 - self.bottom, x0 - self.left, y1 - self.bottom, x1 - self.left)
            case 2:
                return Box(self.right - x1, y0 - self.bottom, self.right - x0, y1 - self.bottom)
            case _:
                return Box(self.top - y1, self.right - x1, self.top - y0, self.right - x0)

    def to_user_space(self, box: Box) -> Box:
        """Convert a box on the displayed page to a rectangle of user space, with `y0` as the lower edge."""
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

    def rotated(self, quarter_turns: int) -> "PageFrame":
        """Return the same rectangle with further clockwise rotation."""
        return self._replace(quarter_turns=(self.quarter_turns + quarter_turns) % 4)

    def clip(self, box: Box) -> Box | None:
        """Return the part of a box on the page, or `None` if it is outside."""
        if not (box.x0 <= self.width and box.x1 >= 0 and box.y0 <= self.height and box.y1 >= 0):
            return None
        return Box(max(box.x0, 0.0), max(box.y0, 0.0), min(box.x1, self.width), min(box.y1, self.height))

    def contains(self, box: Box, *, slack: float = 1.0) -> bool:
        """Check whether the centre of a box is on the page."""
        x, y = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
        return -slack <= x <= self.width + slack and -slack <= y <= self.height + slack


def overlap(a0: float, a1: float, b0: float, b1: float) -> float:
    """Return the length that two intervals share. If it is negative, it is the gap between them."""
    return min(a1, b1) - max(a0, b0)


class Heights:
    """The heights of many boxes, to count quickly those beside a box: those that share more than `least` points."""

    def __init__(self, boxes: Iterable[Boxed], *, least: float = 0.0) -> None:
        high = [box for box in boxes if box.y1 - box.y0 > least]
        self._tops = sorted(box.y0 for box in high)
        self._bottoms = sorted(box.y1 for box in high)
        self._least = least

    def count_beside(self, box: Boxed) -> int:
        if box.y1 - box.y0 <= self._least:
            return 0
        begun = bisect_left(self._tops, box.y1 - self._least)
        return begun - bisect_right(self._bottoms, box.y0 + self._least)


def horizontal_overlap(a: Boxed, b: Boxed) -> float:
    return overlap(a.x0, a.x1, b.x0, b.x1)


def vertical_overlap(a: Boxed, b: Boxed) -> float:
    return overlap(a.y0, a.y1, b.y0, b.y1)


def union(boxes: Iterable[Boxed]) -> Box:
    """Return the bounding box of several boxes."""
    left, top, right, bottom = zip(*[(box.x0, box.y0, box.x1, box.y1) for box in boxes], strict=True)
    return Box(min(left), min(top), max(right), max(bottom))


def area(box: Boxed) -> float:
    return max(0.0, box.x1 - box.x0) * max(0.0, box.y1 - box.y0)


def center_inside(item: Boxed, box: Boxed, *, slack: float = 1.0) -> bool:
    """Check whether the centre of `item` is inside `box`, enlarged by `slack`."""
    x, y = (item.x0 + item.x1) / 2, (item.y0 + item.y1) / 2
    return box.x0 - slack <= x <= box.x1 + slack and box.y0 - slack <= y <= box.y1 + slack


def centred_in(items: Iterable[T], box: Boxed, *, slack: float = 1.0) -> list[T]:
    """Return the items of which the centre is inside `box`, as `center_inside` checks it."""
    x0, y0, x1, y1 = box.x0 - slack, box.y0 - slack, box.x1 + slack, box.y1 + slack
    return [each for each in items if x0 <= (each.x0 + each.x1) / 2 <= x1 and y0 <= (each.y0 + each.y1) / 2 <= y1]


def overlap_share(a: Boxed, b: Boxed) -> float:
    """Return the shared area as a fraction of the smaller box."""
    shared = max(0.0, horizontal_overlap(a, b)) * max(0.0, vertical_overlap(a, b))
    return shared / max(1.0, min(area(a), area(b)))


def cluster(values: Iterable[float], tolerance: float) -> list[float]:
    """Return the means of the groups in which each value is within `tolerance` of the one before."""
    groups: list[list[float]] = []
    for value in sorted(values):
        if groups and value - groups[-1][-1] <= tolerance:
            groups[-1].append(value)
        else:
            groups.append([value])
    return [sum(group) / len(group) for group in groups]


def connected_groups(boxes: Sequence[Box], tolerance: float) -> list[list[Box]]:
    """Return the groups of boxes that touch, directly or through other boxes (sweep line with union-find)."""
    parent = list(range(len(boxes)))

    def root(index: int) -> int:
        while parent[index] != index:
            parent[index] = parent[parent[index]]
            index = parent[index]
        return index

    # From top to bottom: most tables have more rows than columns, so that fewer boxes are at one height.
    active: list[int] = []
    for index in sorted(range(len(boxes)), key=lambda index: boxes[index].y0):
        x0, y0, x1, _ = boxes[index]
        active = [other for other in active if y0 - boxes[other].y1 <= tolerance]
        for other in active:
            left, _, right, _ = boxes[other]
            if right + tolerance >= x0 and x1 + tolerance >= left:
                parent[root(other)] = root(index)
        active.append(index)
    groups: dict[int, list[Box]] = {}
    for index in range(len(boxes)):
        groups.setdefault(root(index), []).append(boxes[index])
    return list(groups.values())
