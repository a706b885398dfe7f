"""Actions at given times, called from one thread."""

import heapq
import itertools
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

Action = Callable[[], None]


@dataclass(slots=True)
class Schedule:
    """Actions that are due at times of the monotonic clock; `postponed` of them wait until they are possible."""

    postponed: int = 0
    _entries: list[tuple[float, int, Action]] = field(default_factory=list)
    _sequence: Iterator[int] = field(default_factory=itertools.count)

    def add(self, due: float, action: Action) -> None:
        heapq.heappush(self._entries, (due, next(self._sequence), action))

    def postpone(self, action: Action) -> None:
        """Try again later; until then the run is not over."""

        def retry() -> None:
            self.postponed -= 1
            action()

        self.postponed += 1
        self.add(time.monotonic() + 0.5, retry)

    def has_before(self, moment: float, *, besides: Action) -> bool:
        """Check whether an action, other than this one, was due before a moment and has not been called yet."""
        return any(due < moment and action != besides for due, _, action in self._entries)

    def run_due(self) -> None:
        """Call what is due, but not what that adds."""
        now = time.monotonic()
        while self._entries and self._entries[0][0] < now:
            heapq.heappop(self._entries)[2]()
