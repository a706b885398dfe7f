"""Tables whose lines are read from the database in batches while they are written to a file."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Table:
    """Names of the columns, and lines of texts.

    `others` are tables with other columns that belong to it. They follow the lines in JSON Lines and are sheets of
    their own in Excel; other formats have one set of columns.
    """

    header: Sequence[str]
    lines: Iterator[list[str]]
    title: str = ""
    others: Sequence["Table"] = ()

    def watched(self, watch: Callable[[Iterator[list[str]]], Iterator[list[str]]]) -> "Table":
        """Return the table with its lines passed through a function, which sees them as they are written."""
        return replace(self, lines=watch(self.lines))
