"""Cut a text into windows that the reader can read at once. Pure."""

from collections.abc import Iterator

OVERLAP = 64  # tokens that two windows of a piece share, so that an answer at the edge of one is inside the other


def windows_around(first: int, last: int, *, tokens: int, room: int) -> Iterator[slice]:
    """Return the windows of `room` tokens that show the piece from token `first` to `last` (exclusive).

    A piece that fits is in the middle of one window, as far as the `tokens` of the text allow: clauses begin before the
    words that match. Several windows are laid over a longer one.
    """
    if last - first > room:
        yield from (slice(first + part.start, first + part.stop) for part in token_windows(last - first, room=room))
    elif tokens:
        begin = max(0, min((first + last - room) // 2, tokens - room))
        yield slice(begin, min(tokens, begin + room))


def token_windows(tokens: int, *, room: int) -> Iterator[slice]:
    """Return the windows of `room` tokens over a piece; the last may be shorter."""
    first = 0
    while tokens:
        yield slice(first, min(tokens, first + room))
        if first + room >= tokens:
            return
        first += room - OVERLAP
