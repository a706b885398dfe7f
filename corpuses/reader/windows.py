"""Cut pieces of text into windows that the reader can read at once. Pure."""

from collections.abc import Iterator, Sequence

from corpuses.search.sentences import Span

OVERLAP = 64  # tokens that two windows of a piece share, so that an answer at the edge of one is inside the other
CONTEXT = 300  # characters before and after a piece that are read, too: clauses begin before the words that match


def widen(pieces: Sequence[Span], *, length: int) -> list[Span]:
    """Return the pieces with the text around them."""
    return [Span(max(0, piece.start - CONTEXT), min(length, piece.end + CONTEXT)) for piece in pieces]


def join_pieces(pieces: Sequence[Span]) -> list[Span]:
    """Join pieces that overlap or touch; keep the order of the first of each."""
    ranks = {piece: rank for rank, piece in reversed(list(enumerate(pieces)))}
    joined: list[tuple[int, Span]] = []
    for piece in sorted(ranks):
        if joined and piece.start <= joined[-1][1].end:
            rank, last = joined.pop()
            joined.append((min(rank, ranks[piece]), Span(last.start, max(last.end, piece.end))))
        else:
            joined.append((ranks[piece], piece))
    return [piece for _, piece in sorted(joined)]


def token_windows(tokens: int, *, room: int) -> Iterator[slice]:
    """Return the windows of `room` tokens over a piece; the last may be shorter."""
    first = 0
    while tokens:
        yield slice(first, min(tokens, first + room))
        if first + room >= tokens:
            return
        first += room - OVERLAP
