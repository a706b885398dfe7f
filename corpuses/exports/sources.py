"""Sources of exports: rows that the lists of the API select, and the function that writes them.

Jobs are below the API and cannot import its lists, so `corpuses.apps` registers the function that opens a source.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeVar

from corpuses.exports.models import Export
from users.models import User

T = TypeVar("T")


class Watch(Protocol):
    """Passes on the lines of a file while they are written."""

    def __call__(self, lines: Iterator[T], /) -> Iterator[T]: ...


@dataclass(frozen=True, slots=True)
class Source:
    """The rows of a file. `count` is a query, `write` returns the bytes; it passes the lines through a `Watch`."""

    filename: str
    count: Callable[[], int]
    write: Callable[[Watch], Iterator[bytes]]
    unit: str = "rows"
    between_checks: int = 200  # rows that are written before the job reports its progress

    def chunks(self) -> Iterator[bytes]:
        """Return the bytes."""
        return self.write(_unwatched)


def _unwatched(lines: Iterator[T]) -> Iterator[T]:
    return lines


Open = Callable[[Export, User], Source]
_loaders: Final[list[Callable[[], Any]]] = []


def register_opener(load: Callable[[], Open]) -> None:
    """Register the function that imports the one which opens sources. It is called by the first job."""
    _loaders[:] = [load]


def open_source(export: Export, actor: User) -> Source:
    """Return the rows of an export that `actor` may see now; raise `NotFound` if its corpus or a filter is gone."""
    (load,) = _loaders
    opener: Open = load()
    return opener(export, actor)
