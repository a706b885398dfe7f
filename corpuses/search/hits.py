"""Turn ranked passages into hits: the best sentence of each, with its page and the words to highlight."""

import math
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain, islice
from typing import Final
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from core.db.statements import Parameter, Statement, compiled
from corpuses.search.embedders import embedder_named, local_embedder
from corpuses.search.models import Passage
from corpuses.search.parser import ParsedQuery, find_phrase, phrase_pattern
from corpuses.search.sentences import Span, sentences
from corpuses.search.vectors import vector_cache
from documents.models import Document, Page

Embed = Callable[[Sequence[str]], NDArray[np.float32]]

SHORT = 60  # characters; a heading or a number alone is too short, so the next sentence is included

# Embedding sentences takes most of the time of a search. These limits save most of it.
READ = 120  # characters of a sentence that are compared with the query
CANDIDATES = 2  # sentences of a passage that are compared: those with most words of the query
COMPARED = 2  # sentences of all passages: those of the first one; in the others the words of the query decide

DECISIVE = 0.05  # by so much the best sentence has a greater share of the query's words if they alone decide

WORDS_WEIGHT = 0.3  # weight of the share of the query's words that a sentence contains, beside the cosine


@dataclass(frozen=True)
class _Sentences:
    """The sentences of a text, and where they are."""

    spans: Sequence[Span]
    texts: Sequence[str]

    @cached_property
    def lowered(self) -> list[str]:
        return [text.lower() for text in self.texts]


def best_spans(
    texts: Sequence[str], *, question: NDArray[np.float32], terms: Sequence[str], embed: Embed
) -> list[Span]:
    """Return the position of the best sentence of each text, best text first. All candidates are embedded at once."""
    cut = [_cut(text) for text in texts]
    chosen = _limited(_candidates(cut, terms))
    compared = [
        each.texts[number][:READ]
        for each, candidates in zip(cut, chosen, strict=True)
        for number in candidates
        if len(candidates) > 1
    ]
    cosines = iter(embed(compared) @ question if compared else ())
    best: list[Span] = []
    for each, candidates in zip(cut, chosen, strict=True):
        if len(candidates) == 1:
            best.append(_completed(each.spans, next(iter(candidates))))
            continue
        scores = {number: next(cosines) + WORDS_WEIGHT * share for number, share in candidates.items()}
        best.append(_completed(each.spans, max(scores, key=lambda number: scores[number])))
    return best


def _cut(text: str) -> _Sentences:
    spans = sentences(text) or [Span(0, len(text))]
    return _Sentences(spans, [text[span.start : span.end] for span in spans])


def _candidates(cut: Sequence[_Sentences], terms: Sequence[str]) -> list[dict[int, float]]:
    """Return the best sentences of each text by words, with their shares; the longer ones first among equals.

    A word counts by its rarity among all these sentences: the texts were found by the words of the query, and those
    that every sentence has decide nothing. If the words decide, one sentence is returned.
    """
    rarity = _rarities(list(chain.from_iterable(each.lowered for each in cut)), terms)
    total = sum(rarity.values()) or 1.0
    chosen = []
    for each in cut:
        shares = [sum(rarity[term] for term in rarity if term in sentence) / total for sentence in each.lowered]
        order = sorted(range(len(shares)), key=lambda number: (-shares[number], -len(each.lowered[number])))
        is_decided = len(order) == 1 or shares[order[0]] - shares[order[1]] >= DECISIVE
        chosen.append({number: shares[number] for number in order[: 1 if is_decided else CANDIDATES]})
    return chosen


def _rarities(lowered: Sequence[str], terms: Sequence[str]) -> dict[str, float]:
    counts = {term: sum(term in sentence for sentence in lowered) for term in terms}
    return {term: math.log(1 + (len(lowered) - count + 0.5) / (count + 0.5)) for term, count in counts.items() if count}


def _limited(chosen: Sequence[dict[int, float]]) -> list[dict[int, float]]:
    """Leave only the first candidate of each text after the first texts, whose candidates are compared."""
    compared = 0
    limited = []
    for candidates in chosen:
        compared += len(candidates) if len(candidates) > 1 else 0
        limited.append(candidates if compared <= COMPARED else dict(islice(candidates.items(), 1)))
    return limited


def _completed(spans: Sequence[Span], chosen: int) -> Span:
    start, last = spans[chosen].start, chosen
    while spans[last].end - start < SHORT and last + 1 < len(spans):
        last += 1
    return Span(start, spans[last].end)


MIN_LENGTH: Final = 3

# They occur in nearly every sentence.
_COMMON: Final = frozenset(
    """
    about after all and any are before been but can could does for from had has have her his how into its may not off
    one other our out over shall should some than that the their them then there these they this those under upon was
    were what when where which who whom whose why will with would you your
    """.split()  # noqa: SIM905 - a list of sixty literals would be a page
)


@dataclass(frozen=True, slots=True)
class Fragment:
    """A part of a quote. All parts of a quote, in order, are the quote."""

    text: str
    is_match: bool


def fragments(quote: str, query: ParsedQuery) -> list[Fragment]:
    """Return the parts of a quote; those that are words or phrases of the query are matches."""
    words = [term for term in query.terms if len(term) >= MIN_LENGTH and term not in _COMMON]
    patterns = [phrase_pattern(each) for each in sorted({*query.phrases, *words}, key=len, reverse=True)]
    if not patterns:
        return [Fragment(quote, is_match=False)]
    found: list[Fragment] = []
    done = 0
    for match in re.finditer("|".join(patterns), quote, re.IGNORECASE):
        if match.start() > done:
            found.append(Fragment(quote[done : match.start()], is_match=False))
        found.append(Fragment(match.group(), is_match=True))
        done = match.end()
    return [*found, Fragment(quote[done:], is_match=False)] if done < len(quote) else found


_embedding: Final = ThreadPoolExecutor(thread_name_prefix="embed-query")


@dataclass(frozen=True, slots=True)
class Hit:
    """A sentence that matches a query, and its position. `score` is between 0 and 1."""

    document: Document
    page: int
    start: int
    end: int
    quote: str
    score: float


@dataclass(frozen=True, slots=True)
class Question:
    """A query and its vector."""

    query: ParsedQuery
    vector: NDArray[np.float32]


def embed_question(query: ParsedQuery) -> "Future[Question]":
    """Compute the vector of a query, whose text must not be empty, while the database finds the visible documents."""
    return _embedding.submit(lambda: Question(query, embed([query.text])[0]))


def embed(texts: Sequence[str]) -> NDArray[np.float32]:
    """Return the vectors of texts, from the cache if they are in it.

    No server gets them: sentences of documents would be sent that may not be.
    """
    return vector_cache.embed(embedder_named(local_embedder()), texts)


def hits_of(ranked: Sequence[tuple[Passage, float]], question: Question, *, limit: int) -> list[Hit]:
    """Find the best sentence of each passage; of two that overlap only the better one is kept."""
    taken: defaultdict[UUID, list[Hit]] = defaultdict(list)
    hits: list[Hit] = []
    for hit in _quoted(ranked, question):
        others = taken[hit.document.pk]
        if not any(hit.start < other.end and other.start < hit.end for other in others):
            others.append(hit)
            hits.append(hit)
    return hits[:limit]


def _quoted(ranked: Sequence[tuple[Passage, float]], question: Question) -> Iterator[Hit]:
    pages = _PageIndex(passage.revision_id for passage, _ in ranked)
    for (passage, score), span in zip(ranked, _spans(ranked, question), strict=True):
        start, end = passage.start + span.start, passage.start + span.end
        page = pages.page_at(passage.revision_id, start)
        yield Hit(passage.revision.document, page, start, end, passage.text[span.start : span.end], score)


def _spans(ranked: Sequence[tuple[Passage, float]], question: Question) -> list[Span]:
    """Return the sentences with the phrase of the query; without a phrase, those nearest to the query."""
    texts = [passage.text for passage, _ in ranked]
    if question.query.phrases:
        return [_sentence_with(text, question.query.phrases) for text in texts]
    return best_spans(texts, question=question.vector, terms=question.query.terms, embed=embed)


def _sentence_with(text: str, phrases: Sequence[str]) -> Span:
    match = find_phrase(text, phrases[0]) or Span(0, len(text))
    touched = [span for span in sentences(text) if span.start < match.end and match.start < span.end]
    return Span(touched[0].start, touched[-1].end) if touched else match


@cache
def _pages() -> Statement:
    rows = Page.objects.filter(revision__any=Parameter("revisions")).order_by("revision", "text_start", "number")
    return compiled(rows.values_list("revision_id", "text_start", "number"))


class _PageIndex:
    """The offsets of the pages of some revisions; one query."""

    def __init__(self, revisions: Iterable[UUID]) -> None:
        self._starts: defaultdict[UUID, list[tuple[int, int]]] = defaultdict(list)
        for revision, start, number in _pages().rows({"revisions": list(set(revisions))}):
            self._starts[revision].append((start, number))

    def page_at(self, revision: UUID, offset: int) -> int:
        starts = self._starts[revision]
        found = bisect_right(starts, offset, key=lambda page: page[0])
        return starts[max(0, found - 1)][1]
