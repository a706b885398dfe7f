"""Split a text into passages: whole sentences that fit an embedder's window, with some overlap."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from corpuses.search.sentences import Span, sentences

LIMIT = 200  # tokens of a passage; shorter ones are more precise, longer ones have more context (benchmarks/search)
OVERLAP = 40  # tokens repeated from the passage before, in whole sentences

CountTokens = Callable[[Sequence[str]], list[int]]


@dataclass(frozen=True, slots=True)
class _Piece:
    """A sentence with letters or digits; `gap` counts the tokens between it and the piece before."""

    span: Span
    tokens: int
    gap: int


def cut_passages(
    text: str, *, count_tokens: CountTokens, breaks: Sequence[int] = (), limit: int = LIMIT, overlap: int = OVERLAP
) -> list[Span]:
    """Return the passages of `text` in order. Pieces without a letter or digit are skipped."""
    pieces = _fitting(text, sentences(text, breaks=breaks), count_tokens=count_tokens, limit=limit)
    return list(_packed(_spoken(text, pieces), limit=limit, overlap=overlap))


def _spoken(text: str, measured: Sequence[tuple[Span, int]]) -> list[_Piece]:
    pieces: list[_Piece] = []
    gap = 0
    for span, tokens in measured:
        if any(map(str.isalnum, text[span.start : span.end])):
            pieces.append(_Piece(span, tokens, gap))
            gap = 0
        else:
            gap += tokens
    return pieces


def _fitting(text: str, spans: Sequence[Span], *, count_tokens: CountTokens, limit: int) -> list[tuple[Span, int]]:
    """Count the tokens of the sentences; split those that are longer than a passage."""
    fitting: list[tuple[Span, int]] = []
    counts = count_tokens([text[span.start : span.end] for span in spans])
    for span, tokens in zip(spans, counts, strict=True):
        if tokens <= limit or span.end - span.start == 1:
            fitting.append((span, tokens))
        else:
            fitting += _fitting(text, _halves(text, span), count_tokens=count_tokens, limit=limit)
    return fitting


def _halves(text: str, span: Span) -> list[Span]:
    """Split at the last white space of the first half, or in the middle if there is none."""
    middle = (span.start + span.end) // 2
    for place in range(middle, span.start, -1):
        if text[place].isspace():
            return [Span(span.start, place), Span(place + 1, span.end)]
    return [Span(span.start, middle), Span(middle, span.end)]


def _packed(pieces: Sequence[_Piece], *, limit: int, overlap: int) -> Iterator[Span]:
    first, total = 0, 0
    for number, piece in enumerate(pieces):
        if number > first and total + piece.gap + piece.tokens > limit:
            yield Span(pieces[first].span.start, pieces[number - 1].span.end)
            first = _overlap_begin(pieces, first=first, number=number, room=min(overlap, limit - piece.tokens))
            total = sum(each.tokens for each in pieces[first:number])
            total += sum(each.gap for each in pieces[first + 1 : number])
        total += piece.tokens + (piece.gap if number > first else 0)
    if pieces:
        yield Span(pieces[first].span.start, pieces[-1].span.end)


def _overlap_begin(pieces: Sequence[_Piece], *, first: int, number: int, room: int) -> int:
    """Return the start of the next passage: some whole pieces back, but after the start of the previous passage."""
    begin = number
    while begin - 1 > first and (size := pieces[begin - 1].tokens + pieces[begin].gap) <= room:
        begin -= 1
        room -= size
    return begin
