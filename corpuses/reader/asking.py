"""Answer a question from the documents that a user sees, in the web process, within a budget of time.

The search ranks passages, and the reader marks the answer in the best of them. An answer is always words of a document;
a question that none of the passages answers has no answer.
"""

import time
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from threading import Semaphore
from typing import TYPE_CHECKING, Final
from uuid import UUID

from django.conf import settings

from core.errors import DependencyFault, Invalid
from corpuses.annotations.anchoring import Span as TokenSpan
from corpuses.annotations.anchoring import spans_of_all
from corpuses.search.corpus_search import load_passages
from corpuses.search.embedders import Meaning, local_embedder
from corpuses.search.filters import FilteredDocuments, SearchedDocuments, SearchFilters
from corpuses.search.models import Passage
from corpuses.search.parser import ParsedQuery, parse_query
from corpuses.search.ranking import rank
from corpuses.search.sentences import Span, sentences
from documents.models import Document
from documents.structure import text_slices

if TYPE_CHECKING:
    from core.access import Actor
    from corpuses.reader.reading import Reading, ReadSpan

ENGINE: Final = "reader"
SECONDS: Final = 4.0  # of reading while a request waits; a passage takes some 40 ms
WAIT: Final = 8.0  # seconds for other questions to end
PASSAGES: Final = 16
OPENINGS: Final = 3  # documents whose first passage is read with the best ones
CANDIDATES: Final = 10  # places that the reader marks
ANSWERS: Final = 5
FOUND: Final = 0.25  # probability of "there is an answer": lower than for a cell, because a user reads it at once
LEAST: Final = 0.3  # probability of the answers after the first
CONTEXT: Final = 1_000  # characters before and after a passage that are read with it
QUOTE: Final = 400  # characters before and after an answer, of the sentences that it is in

_SEPARATOR: Final = "\n\n"
_one_at_a_time: Final = Semaphore()  # the reader uses all cores


class ReaderBusy(DependencyFault):
    """Other questions are being answered. Please try again."""

    code = "reader_busy"
    what_to_do = "Try again after `Retry-After` seconds."


@dataclass(frozen=True, slots=True)
class TextPart:
    """A part of the text of a revision, in code points."""

    revision: UUID | None
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class FoundAnswer:
    """Words of a document that answer a question, with their position and the rest of their sentences."""

    document: Document
    page: int
    start: int
    end: int
    text: str
    before: str
    after: str
    probability: float
    spans: Sequence[TokenSpan]


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers to a question, best first; none if no passage answers it.

    `is_complete` is false if the time was up before all passages were read. `cpu_seconds` is the most that it took.
    """

    answers: Sequence[FoundAnswer]
    passage_count: int
    is_complete: bool
    engine: str = ENGINE
    cpu_seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class ReadingLimits:
    """The seconds of reading, and what is called again and again while passages are read: it may raise to cancel."""

    seconds: float
    check: Callable[[], None] = lambda: None


def answer_question(
    question: str, *, user: "Actor", filters: SearchFilters, has_floor: bool = True, limits: ReadingLimits | None = None
) -> Answers:
    """Answer a question from the visible documents that match the filters; operators of the search restrict them, too.

    Without `has_floor`, passages are read even if they hardly match.
    Raises `Invalid` without words, and `ReaderBusy`.
    """
    parsed = _parsed(question)
    scores = _best_passages(parsed, user, filters, has_floor=has_floor)
    passages = load_passages(list(scores))
    openings = _openings(passages)
    return _answered(parsed.text, list(_sources([*openings, *passages], scores)), limits)


def answer_from_part(question: str, part: TextPart, *, limits: ReadingLimits | None = None) -> Answers:
    """Answer a question from a part of a visible text, of which the first passages are read.

    Raises `Invalid` without words, and `ReaderBusy`.
    """
    overlapping = Passage.objects.filter(revision=part.revision, start__lt=part.end, end__gt=part.start)
    keys = list(overlapping.order_by("order").values_list("pk", flat=True)[: PASSAGES + 1])
    read = keys[:PASSAGES]
    sources = list(_sources(load_passages(read), dict.fromkeys(read, 1.0)))
    found = _answered(_parsed(question).text, sources, limits)
    return replace(
        found,
        answers=[each for each in found.answers if each.start < part.end and part.start < each.end],
        is_complete=found.is_complete and read == keys,
    )


def _parsed(question: str) -> ParsedQuery:
    parsed = parse_query(question)
    if not parsed.has_text:
        raise Invalid("Write a question.", field="question")
    return parsed


def _answered(question: str, sources: "Sequence[_Source]", limits: ReadingLimits | None) -> Answers:
    if not sources:
        return Answers((), 0, is_complete=True)
    found, seconds = _read(question, sources, limits)
    spans = [each for number, each in enumerate(found.spans) if number == 0 or each.probability >= LEAST]
    answers = _answers(spans, sources) if found.probability >= FOUND else ()
    return Answers(answers, found.windows, found.is_complete, cpu_seconds=seconds * settings.READER_THREADS)


def _best_passages(parsed: ParsedQuery, user: "Actor", filters: SearchFilters, *, has_floor: bool) -> dict[int, float]:
    documents = SearchedDocuments(FilteredDocuments(user, parsed, filters).rows)
    embedder = local_embedder(filters.corpus.embedder if filters.corpus else "")  # questions stay on this server
    meaning = Meaning(parsed.text, embedder)
    scores = rank(
        documents, parsed.text, phrases=parsed.phrases, excluded=parsed.excluded, meaning=meaning, has_floor=has_floor
    )
    return dict(list(scores.items())[:PASSAGES])


def _openings(passages: Sequence[Passage]) -> list[Passage]:
    """Return the first passages of the best documents: title and parties are there, but the search ranks them low."""
    revisions = list(dict.fromkeys(each.revision_id for each in passages))[:OPENINGS]
    first = Passage.objects.filter(revision__any=revisions, order=0).values_list("pk", flat=True)
    return load_passages(set(first) - {each.pk for each in passages})


@dataclass(frozen=True, slots=True)
class _Source:
    """A passage with the text around it, which begins at `offset` in its document.

    `weight` is its score in the search, relative to that of the best passage; a first passage that was not found has
    that of the last. The search knows the title and the section of a passage, which the reader does not see.
    """

    passage: Passage
    offset: int
    text: str
    weight: float

    @property
    def piece(self) -> Span:
        return Span(self.passage.start - self.offset, self.passage.end - self.offset)


def _sources(passages: Sequence[Passage], scores: Mapping[int, float]) -> Iterator[_Source]:
    best, least = max(scores.values(), default=0.0) or 1.0, min(scores.values(), default=0.0)
    places = [(each.revision_id, max(0, each.start - CONTEXT), each.end + CONTEXT) for each in passages]
    for passage, (_, start, _), text in zip(passages, places, text_slices(places), strict=True):
        yield _Source(passage, start, text, scores.get(passage.pk, least) / best)


def _starts(sources: Sequence[_Source]) -> list[int]:
    """Return where the text of each source begins when they are read together."""
    return list(accumulate((len(each.text) + len(_SEPARATOR) for each in sources[:-1]), initial=0))


def _read(question: str, sources: Sequence[_Source], limits: ReadingLimits | None) -> "tuple[Reading, float]":
    """Return what the reader has found, and the seconds that it took without those of other questions."""
    from corpuses.reader import reading  # noqa: PLC0415  # loads onnxruntime

    pieces = [
        Span(start + each.piece.start, start + each.piece.end)
        for start, each in zip(_starts(sources), sources, strict=True)
    ]
    limits = limits or ReadingLimits(SECONDS)
    if not _one_at_a_time.acquire(timeout=WAIT):
        raise ReaderBusy
    begin = time.monotonic()
    try:
        text = _SEPARATOR.join(each.text for each in sources)
        found = reading.read(question, text, pieces, best=CANDIDATES, seconds=limits.seconds, check=limits.check)
        return found, time.monotonic() - begin
    finally:
        _one_at_a_time.release()


def _answers(spans: "Sequence[ReadSpan]", sources: Sequence[_Source]) -> list[FoundAnswer]:
    """Return the answers with their tokens, each place once: the texts around neighbouring passages overlap."""
    starts = _starts(sources)
    placed: dict[tuple[UUID, int, int], tuple[_Source, Span, float]] = {}
    for span in spans:
        number = bisect_right(starts, span.start) - 1
        source = sources[number]
        inside = Span(span.start - starts[number], min(span.end - starts[number], len(source.text)))
        place = (source.passage.revision_id, source.offset + inside.start, source.offset + inside.end)
        if not any(place[0] == key and place[1] < end and start < place[2] for key, start, end in placed):
            placed[place] = (source, inside, span.probability)
    best = sorted(placed.items(), key=lambda item: -item[1][2] * item[1][0].weight)[:ANSWERS]
    tokens = spans_of_all([place for place, _ in best])
    return [_answer(*found, spans) for (_, found), spans in zip(best, tokens, strict=True)]


def _after_space(text: str, start: int, end: int) -> int:
    """Return where the last `QUOTE` characters before `end` begin, or the word after that, not before `start`."""
    if end - start <= QUOTE:
        return start
    return text.find(" ", end - QUOTE, end) + 1 or end - QUOTE


def _before_space(text: str, start: int, end: int) -> int:
    """Return where the first `QUOTE` characters after `start` end, or the word before that, not after `end`."""
    if end - start <= QUOTE:
        return end
    space = text.rfind(" ", start, start + QUOTE)
    return space if space > start else start + QUOTE


def _answer(source: _Source, inside: Span, probability: float, tokens: Sequence[TokenSpan]) -> FoundAnswer:
    touched = [each for each in sentences(source.text) if each.start < inside.end and inside.start < each.end]
    begin = _after_space(source.text, min((each.start for each in touched), default=inside.start), inside.start)
    end = _before_space(source.text, inside.end, max((each.end for each in touched), default=inside.end))
    return FoundAnswer(
        document=source.passage.revision.document,
        page=tokens[0][0] if tokens else source.passage.page,
        start=source.offset + inside.start,
        end=source.offset + inside.end,
        text=source.text[inside.start : inside.end],
        before=source.text[min(begin, inside.start) : inside.start],
        after=source.text[inside.end : max(end, inside.end)],
        probability=probability,
        spans=tokens,
    )
