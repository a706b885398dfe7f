"""Cut a text into passages: whole sentences that fit an embedder's window, each repeating some of the one before."""

from collections.abc import Callable, Iterator, Sequence

from corpuses.search.sentences import Span, sentences

LIMIT = 200  # tokens of a passage; shorter ones point more exactly, longer ones say more (benchmarks/retrieval.py)
OVERLAP = 40  # tokens repeated from the passage before, in whole sentences

CountTokens = Callable[[Sequence[str]], list[int]]


def cut_passages(
    text: str, *, count_tokens: CountTokens, breaks: Sequence[int] = (), limit: int = LIMIT, overlap: int = OVERLAP
) -> list[Span]:
    """Give the passages of `text` in order. Pieces without a letter or digit say nothing and are left out."""
    pieces = _fitting(text, sentences(text, breaks=breaks), count_tokens=count_tokens, limit=limit)
    spoken = [(span, tokens) for span, tokens in pieces if any(map(str.isalnum, text[span.start : span.end]))]
    return list(_packed(spoken, limit=limit, overlap=overlap))


def _fitting(text: str, spans: Sequence[Span], *, count_tokens: CountTokens, limit: int) -> list[tuple[Span, int]]:
    """Measure the sentences, halving those that are longer than a passage may be."""
    fitting: list[tuple[Span, int]] = []
    counts = count_tokens([text[span.start : span.end] for span in spans])
    for span, tokens in zip(spans, counts, strict=True):
        if tokens <= limit or span.end - span.start == 1:
            fitting.append((span, tokens))
        else:
            fitting += _fitting(text, _halves(text, span), count_tokens=count_tokens, limit=limit)
    return fitting


def _halves(text: str, span: Span) -> list[Span]:
    """Cut at the last white space of the first half, or in the middle where there is none."""
    middle = (span.start + span.end) // 2
    for place in range(middle, span.start, -1):
        if text[place].isspace():
            return [Span(span.start, place), Span(place + 1, span.end)]
    return [Span(span.start, middle), Span(middle, span.end)]


def _packed(pieces: Sequence[tuple[Span, int]], *, limit: int, overlap: int) -> Iterator[Span]:
    first, total = 0, 0
    for number, (_, tokens) in enumerate(pieces):
        if total + tokens > limit and number > first:
            yield Span(pieces[first][0].start, pieces[number - 1][0].end)
            first = _overlap_begin(pieces, first=first, number=number, room=min(overlap, limit - tokens))
            total = sum(count for _, count in pieces[first:number])
        total += tokens
    if pieces:
        yield Span(pieces[first][0].start, pieces[-1][0].end)


def _overlap_begin(pieces: Sequence[tuple[Span, int]], *, first: int, number: int, room: int) -> int:
    """Find how far back the next passage may begin: some whole pieces, never the whole passage before."""
    begin = number
    while begin - 1 > first and pieces[begin - 1][1] <= room:
        begin -= 1
        room -= pieces[begin][1]
    return begin
