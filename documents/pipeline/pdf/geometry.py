"""Small questions about boxes and numbers on an axis, used all over the layout rules."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from documents.types import Box


class Boxed(Protocol):
    """Anything with a place on the page."""

    @property
    def x0(self) -> float: ...
    @property
    def y0(self) -> float: ...
    @property
    def x1(self) -> float: ...
    @property
    def y1(self) -> float: ...


class Placed:
    """Boxed by having a box."""

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


def overlap(a0: float, a1: float, b0: float, b1: float) -> float:
    """Length that two intervals share; negative is the gap between them."""
    return min(a1, b1) - max(a0, b0)


def shares_columns(a: Boxed, b: Boxed) -> float:
    return overlap(a.x0, a.x1, b.x0, b.x1)


def shares_rows(a: Boxed, b: Boxed) -> float:
    return overlap(a.y0, a.y1, b.y0, b.y1)


def union(boxes: Iterable[Boxed]) -> Box:
    found = list(boxes)
    return Box(min(b.x0 for b in found), min(b.y0 for b in found), max(b.x1 for b in found), max(b.y1 for b in found))


def area(box: Boxed) -> float:
    return max(0.0, box.x1 - box.x0) * max(0.0, box.y1 - box.y0)


def middle_inside(item: Boxed, box: Boxed, *, slack: float = 1.0) -> bool:
    x, y = (item.x0 + item.x1) / 2, (item.y0 + item.y1) / 2
    return box.x0 - slack <= x <= box.x1 + slack and box.y0 - slack <= y <= box.y1 + slack


def overlap_share(a: Boxed, b: Boxed) -> float:
    """Shared area as a part of the smaller box."""
    shared = max(0.0, shares_columns(a, b)) * max(0.0, shares_rows(a, b))
    return shared / max(1.0, min(area(a), area(b)))


def cluster(values: Iterable[float], tolerance: float) -> list[float]:
    """Means of the groups in which each value is within `tolerance` of the one before."""
    groups: list[list[float]] = []
    for value in sorted(values):
        if groups and value - groups[-1][-1] <= tolerance:
            groups[-1].append(value)
        else:
            groups.append([value])
    return [sum(group) / len(group) for group in groups]


def connected(boxes: Sequence[Box], tolerance: float) -> list[list[Box]]:
    """Groups of boxes that touch, directly or through others."""
    parent = list(range(len(boxes)))

    def root(index: int) -> int:
        while parent[index] != index:
            parent[index] = parent[parent[index]]
            index = parent[index]
        return index

    by_left = sorted(range(len(boxes)), key=lambda index: boxes[index].x0)
    active: list[int] = []
    for index in by_left:
        box = boxes[index]
        active = [other for other in active if boxes[other].x1 + tolerance >= box.x0]
        for other in active:
            if -shares_rows(box, boxes[other]) <= tolerance:
                parent[root(other)] = root(index)
        active.append(index)
    groups: dict[int, list[Box]] = {}
    for index in range(len(boxes)):
        groups.setdefault(root(index), []).append(boxes[index])
    return list(groups.values())
