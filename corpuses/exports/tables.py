"""Tables whose lines are read from the database in batches while they are written to a file."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Table:
    """Names of the columns, and lines of texts."""

    header: Sequence[str]
    lines: Iterator[list[str]]

    def watched(self, watch: Callable[[Iterator[list[str]]], Iterator[list[str]]]) -> "Table":
        """Return the table with its lines passed through a function, which sees them as they are written."""
        return Table(self.header, watch(self.lines))
