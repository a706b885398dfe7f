"""Goals of figures, shown beside them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Goal:
    """A limit of a figure, and figures of an earlier version and of other programs as they were noted.

    Without a limit, the figure is only compared.
    """

    limit: float | None
    is_minimum: bool
    first: str
    others: str

    def __str__(self) -> str:
        return "" if self.limit is None else f"{'≥' if self.is_minimum else '≤'} {self.limit:,}"

    def verdict(self, value: float) -> str:
        """Return "met", "missed", or nothing without a limit."""
        if self.limit is None:
            return ""
        is_met = value >= self.limit if self.is_minimum else value <= self.limit
        return "met" if is_met else "missed"


def at_most(limit: float | None, *, first: str = "", others: str = "") -> Goal:
    """Return the goal of a figure that is better when it is smaller."""
    return Goal(limit, is_minimum=False, first=first, others=others)


def at_least(limit: float | None, *, first: str = "", others: str = "") -> Goal:
    """Return the goal of a figure that is better when it is larger."""
    return Goal(limit, is_minimum=True, first=first, others=others)
