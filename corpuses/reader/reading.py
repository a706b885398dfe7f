"""Read pieces of a text for the answers to questions. For workers; in the web process one question, with a budget.

The network reads windows of 384 tokens, some dozen in a second: ask it about the best passages of a search, not
about whole documents.
"""

import math
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from django.conf import settings

from corpuses.llm.reader import FRAME, WINDOW, Logits, Pair, ReaderModel, Tokens, get_reader
from corpuses.search.sentences import Span

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


ENDS = 20  # the best starts and the best ends of a window that are combined
LONGEST = 256  # tokens of an answer


class Candidate(NamedTuple):
    """A possible answer, in tokens of a window or in characters of a text; `end` is exclusive.

    The score is how much better it is than "not in this window", in logits.
    """

    score: float
    start: int
    end: int


def candidates(logits: Logits, *, count: int) -> list[Candidate]:
    """Return the best spans of tokens of a window, best first, without overlap."""
    starts = np.argsort(-logits.start, kind="stable")[:ENDS]
    ends = np.argsort(-logits.end, kind="stable")[:ENDS]
    scores = logits.start[starts][:, None] + logits.end[ends][None, :] - logits.none
    lengths = ends[None, :] - starts[:, None]
    scores[(lengths < 0) | (lengths > LONGEST)] = -np.inf
    return without_overlap(
        (
            Candidate(float(scores[start, end]), int(starts[start]), int(ends[end]) + 1)
            for start, end in np.argwhere(np.isfinite(scores))
        ),
        count=count,
    )


def without_overlap(found: Iterable[Candidate], *, count: int) -> list[Candidate]:
    """Return the best that do not overlap a better one."""
    kept: list[Candidate] = []
    for candidate in sorted(found, key=lambda each: (-each.score, each.start, each.end)):
        if len(kept) == count:
            break
        if all(candidate.end <= other.start or other.end <= candidate.start for other in kept):
            kept.append(candidate)
    return kept


# Probabilities of the reader's scores (Platt scaling), and from which probability an answer counts as found. The
# constants are written by `python -m benchmarks.reader.calibrate`, which fits them on every other development contract
# and reports the error on the rest (`docs/benchmarks.md`). They belong to the weights; others need others.
class Platt(NamedTuple):
    """The probability is the logistic function of `slope * score + offset`."""

    slope: float
    offset: float

    def probability(self, score: float) -> float:
        """Return the probability of a score."""
        # Beyond 30 it is 0 or 1, and the exponential may overflow.
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, self.slope * score + self.offset))))


IS_ANSWERED: Final = Platt(slope=0.2209, offset=-0.0753)
"""That the text answers the question, from the score of the best span."""

IS_RIGHT: Final = Platt(slope=0.2671, offset=-0.8852)
"""That a span belongs to the answer, from its own score."""

FOUND: Final = 0.46
"""The probability from which an answer counts as found."""


OPENING = Span(0, 1)  # its window is always read: title, parties and date are there, but search ranks them low
REACH = 2_000  # characters before and after a piece that fill its window


class Question(NamedTuple):
    """A question, and the pieces of the text to read, best first."""

    text: str
    pieces: Sequence[Span]


@dataclass(frozen=True, slots=True)
class ReadSpan:
    """Words of the text, and the probability that they belong to the answer."""

    start: int
    end: int
    probability: float


@dataclass(frozen=True, slots=True)
class Reading:
    """The answer to a question: spans without overlap, best first, and the probability that the text answers it."""

    spans: tuple[ReadSpan, ...]
    probability: float
    score: float = -math.inf
    """Of the best span: how much better it is than "not in this text", in logits."""
    windows: int = 0
    """The number of windows that were read."""
    is_complete: bool = True
    """False if the time was up before all pieces were read."""

    @property
    def is_found(self) -> bool:
        """True if the text answers the question."""
        return self.probability >= FOUND


class _Window(NamedTuple):
    question: int
    pair: Pair
    tokens: Tokens
    """Their positions are those in the whole text."""


def read(
    question: str,
    text: str,
    windows: Sequence[Span],
    *,
    best: int = 1,
    seconds: float | None = None,
    check: Callable[[], None] = lambda: None,
) -> Reading:
    """Read the answer to one question in pieces of `text`, around them and at its start, and return its `best` spans.

    With `seconds`, reading stops when they are up; the pieces are read in the order given. `check` is called before
    each window, and may raise to cancel.
    """
    (reading,) = read_all([Question(question, windows)], text, best=best, seconds=seconds, check=check)
    return reading


def read_all(
    questions: Sequence[Question],
    text: str,
    *,
    best: int = 1,
    seconds: float | None = None,
    check: Callable[[], None] = lambda: None,
    reader: ReaderModel | None = None,
) -> list[Reading]:
    """Read the answers to several questions about a text.

    `check` is called before each window, and may raise to cancel. `reader` is the one of the settings by default.
    Windows are read by several threads at once: a window is too small to be divided between cores.
    """
    reader = reader or get_reader(Path(settings.MODELS_DIR))
    found: list[list[Candidate]] = [[] for _ in questions]
    counts = [0] * len(questions)
    is_complete = True
    deadline = time.monotonic() + (float("inf") if seconds is None else seconds)
    running: deque[tuple[int, Future[list[Candidate]]]] = deque()

    def collect(*, leave: int) -> None:
        while len(running) > leave:
            number, future = running.popleft()
            found[number] += future.result()

    with ThreadPoolExecutor(settings.READER_THREADS) as pool:
        for window in _windows(reader, questions, text):
            if time.monotonic() > deadline:
                is_complete = False
                break
            check()
            running.append((window.question, pool.submit(_read, reader, window, count=best)))
            counts[window.question] += 1
            collect(leave=settings.READER_THREADS)  # so that a thread that is done has its next window at once
        collect(leave=0)
    return [
        _reading(each, best=best, windows=count, is_complete=is_complete)
        for each, count in zip(found, counts, strict=True)
    ]


def _windows(reader: ReaderModel, questions: Sequence[Question], text: str) -> Iterator[_Window]:
    @cache
    def tokens_around(piece: Span) -> Tokens:
        begin = max(0, piece.start - REACH)
        tokens = reader.tokenize(text[begin : piece.end + REACH])
        return Tokens(tokens.ids, tokens.starts + begin, tokens.ends + begin)

    for number, question in enumerate(questions):
        ids = reader.question(question.text)
        seen: list[Span] = []
        for piece in (*question.pieces, OPENING):
            if any(each.start <= piece.start and piece.end <= each.end for each in seen):
                continue
            tokens = tokens_around(piece)
            first, last = np.searchsorted(tokens.ends, piece.start, "right"), np.searchsorted(tokens.starts, piece.end)
            room = WINDOW - FRAME - len(ids)
            for part in windows_around(int(first), int(last), tokens=len(tokens.ids), room=room):
                inside = Tokens(*(each[part] for each in tokens))
                seen.append(Span(int(inside.starts[0]), int(inside.ends[-1])))
                yield _Window(number, Pair(ids, inside.ids.tolist()), inside)


def _read(reader: ReaderModel, window: _Window, *, count: int) -> list[Candidate]:
    starts, ends = window.tokens.starts, window.tokens.ends
    return [
        Candidate(each.score, int(starts[each.start]), int(ends[each.end - 1]))
        for each in candidates(reader.read(window.pair), count=count)
    ]


def _reading(found: Sequence[Candidate], *, best: int, windows: int, is_complete: bool) -> Reading:
    spans = without_overlap(found, count=best)
    if not spans:
        return Reading((), 0.0, windows=windows, is_complete=is_complete)
    return Reading(
        tuple(ReadSpan(span.start, span.end, IS_RIGHT.probability(span.score)) for span in spans),
        IS_ANSWERED.probability(spans[0].score),
        spans[0].score,
        windows,
        is_complete,
    )
