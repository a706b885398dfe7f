"""Tables whose lines are read from the database in batches while they are written to a file."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Table:
    """Names of the columns, and lines of texts."""

    header: Sequence[str]
    lines: Iterator[list[str]]
