"""Find the clause of a document in the other documents of a corpus, also where its words differ.

The search ranks passages by words and by meaning; of the best passages of each document, the paragraphs are compared
with the clause.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final
from uuid import UUID

from corpuses.models import Corpus
from corpuses.search.embedders import Meaning, embedder_for_texts, embedder_of
from corpuses.search.filters import FilteredDocuments, SearchedDocuments, SearchFilters
from corpuses.search.models import Passage
from corpuses.search.parser import parse_query
from corpuses.search.ranking import rank
from corpuses.search.search import SimilarSpan, text_of_span
from corpuses.similarity.clauses import KINDS
from corpuses.similarity.sketches import words_of
from documents.models import Document, DocumentRevision, StructureItem
from documents.services.comparison import spans_of_lines

if TYPE_CHECKING:
    from core.access import Actor

MAX_CLAUSES: Final = 50
LEAST: Final = 0.25  # similarity: paragraphs about other subjects have less
_PASSAGES: Final = 2  # of a document whose paragraphs are compared
_LONGER: Final = 1.5  # several paragraphs are one clause up to this multiple of its words
_AT_ONCE: Final = 10  # texts that are in memory

Features = frozenset[str | tuple[str, str]]


@dataclass(frozen=True, slots=True)
class SameClause:
    """A clause in another document, and how similar it is: the share of words and pairs of words that both have."""

    document: Document
    page: int
    start: int
    end: int
    text: str
    similarity: float


@dataclass(frozen=True, slots=True)
class _Paragraph:
    start: int
    end: int
    page: int


def find_same_clauses(actor: "Actor", corpus: Corpus, span: SimilarSpan) -> list[SameClause]:
    """Return the most similar clause of each other document, the most similar first."""
    text = text_of_span(span)
    documents = FilteredDocuments(actor, parse_query(""), SearchFilters(corpus=corpus)).rows
    others = SearchedDocuments(documents.exclude(lineage=span.document.lineage))
    embedder = embedder_for_texts(embedder_of(corpus), [span.document.pk])
    scores = rank(others, text, meaning=Meaning(text, embedder), has_floor=False)
    found = sorted(_compared(text, _best_passages(scores)), key=lambda each: (-each[1], each[0]))
    chosen = [each for each in found if each[1] >= LEAST][:MAX_CLAUSES]
    by_revision = others.by_revision([revision for revision, *_ in chosen])
    rows = Document.objects.in_bulk(list(by_revision.values()))
    return [
        SameClause(rows[key], place.page, place.start, place.end, words, similarity)
        for revision, similarity, place, words in chosen
        if (key := by_revision.get(revision)) in rows
    ]


def _best_passages(scores: Mapping[int, float]) -> dict[UUID, list[_Paragraph]]:
    """Return the best passages of each revision."""
    rows = Passage.objects.filter(pk__in=scores).values_list("pk", "revision_id", "start", "end", "page")
    places = {key: (revision, _Paragraph(start, end, page)) for key, revision, start, end, page in rows}
    found: defaultdict[UUID, list[_Paragraph]] = defaultdict(list)
    for revision, place in (places[key] for key in scores if key in places):
        if len(found[revision]) < _PASSAGES:
            found[revision].append(place)
    return found


def _paragraphs(passages: Mapping[UUID, Sequence[_Paragraph]]) -> dict[UUID, list[_Paragraph]]:
    """Return the paragraphs that passages touch, in their order; of documents without structure, none."""
    found: defaultdict[UUID, list[_Paragraph]] = defaultdict(list)
    items = StructureItem.objects.filter(revision__in=passages, kind__in=KINDS).order_by("revision", "order")
    for revision, start, end, page in items.values_list("revision_id", "start", "end", "page"):
        if any(start < each.end and each.start < end for each in passages[revision]):
            found[revision].append(_Paragraph(start, end, page))
    return found


def _lines(passage: _Paragraph, whole: str) -> Iterator[_Paragraph]:
    """Yield the lines of a passage."""
    for start, end in spans_of_lines(whole[passage.start : passage.end]):
        yield _Paragraph(passage.start + start, passage.start + end, passage.page)


def _compared(
    text: str, passages: Mapping[UUID, Sequence[_Paragraph]]
) -> Iterator[tuple[UUID, float, _Paragraph, str]]:
    """Yield the most similar paragraphs of each revision, with their similarity and their text."""
    wanted, size = _features(text), len(words_of(text))
    paragraphs, keys = _paragraphs(passages), list(passages)
    for begin in range(0, len(keys), _AT_ONCE):
        rows = DocumentRevision.objects.filter(pk__in=keys[begin : begin + _AT_ONCE])
        for revision, whole in rows.values_list("pk", "text"):
            lines = (line for each in passages[revision] for line in _lines(each, whole))
            candidates = _windows(paragraphs.get(revision) or list(lines), whole, most=_LONGER * size)
            similarity, place, words = max(
                ((_dice(wanted, _features(words)), place, words) for place, words in candidates),
                key=lambda each: (each[0], -each[1].start),
            )
            yield revision, similarity, place, words


def _windows(paragraphs: Sequence[_Paragraph], whole: str, *, most: float) -> Iterator[tuple[_Paragraph, str]]:
    """Yield each paragraph, and those that follow it as long as all together are not too long."""
    for number, first in enumerate(paragraphs):
        words = whole[first.start : first.end]
        yield first, words
        length = len(words_of(words))
        for last in paragraphs[number + 1 :]:
            length += len(words_of(whole[last.start : last.end]))
            if length > most:
                break
            yield _Paragraph(first.start, last.end, first.page), whole[first.start : last.end]


def _features(text: str) -> Features:
    words = words_of(text)
    return frozenset([*words, *pairwise(words)])


def _dice(features: Features, others: Features) -> float:
    return 2 * len(features & others) / max(len(features) + len(others), 1)
