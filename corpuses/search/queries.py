"""Search a corpus or a document. The number of database queries does not depend on the number of results."""

from collections.abc import Collection, Sequence
from functools import reduce
from operator import and_
from typing import TYPE_CHECKING, Final
from uuid import UUID

from django.contrib.postgres.search import SearchQuery
from django.db.models import QuerySet

from corpuses.models import Corpus, Folder
from corpuses.search.candidates import by_meaning, by_words, passages_of
from corpuses.search.filters import FilteredDocuments, SearchFilters
from corpuses.search.hits import Hit, Question, hits_of, question_of
from corpuses.search.models import Passage
from corpuses.search.phrases import phrase_pattern, plain_words
from corpuses.search.query_language import ParsedQuery, parse_query
from corpuses.search.ranking import clean_question, fuse, terms_of
from documents.models import DocumentRevision

if TYPE_CHECKING:
    from core.access.actors import Actor

MAX_HITS: Final = 50
EXACT_REVISIONS: Final = 200  # up to which all passages are compared: 4 ms for 5,000 of them
LEAST_SIMILARITY: Final = 0.15  # cosine; below it, unrelated texts are as similar for MiniLM
SPARE: Final = 1.5  # candidates per requested hit: neighbours overlap and may have the same best sentence


def search(*, corpus: Corpus, user: "Actor", query: str, limit: int = 10, folder: Folder | None = None) -> list[Hit]:
    """Return the best sentences of the published documents of a corpus (or of a folder) that are visible to `user`."""
    parsed = parse_query(query)
    if not parsed.has_text:
        return []
    limit = max(1, min(limit, MAX_HITS))
    documents = FilteredDocuments(user, parsed, SearchFilters(corpus=corpus, folder=folder)).rows
    # Once, because both ways to find candidates need them, and planning the query of visible documents takes time.
    revisions = list(documents.filter(revision__isnull=False).order_by().values_list("revision_id", flat=True))
    question = question_of(parsed)
    scores = rank_passages(revisions, question)
    ranked = load_passages(list(scores)[: round(limit * SPARE)])
    return hits_of([(passage, scores[passage.pk]) for passage in ranked], question, limit=limit)


def best_passages(revision: DocumentRevision, query: str, *, count: int) -> list[Passage]:
    """Return the passages of one indexed revision that match a question, best first. It has no operators."""
    text = clean_question(query)
    if not text:
        return []
    question = question_of(ParsedQuery(text=text, terms=tuple(terms_of(text))))
    passages = passages_of([revision.pk])
    keys = list(_fused(passages, question, least=-1, exact=True))[:count]
    found = passages.defer("vector", "words").in_bulk(keys)
    return [found[key] for key in keys if key in found]


def rank_passages(revisions: Sequence[UUID], question: Question) -> dict[int, float]:
    """Return the score of the best passages of revisions, best first."""
    is_small = len(revisions) <= EXACT_REVISIONS
    return _fused(restrict(passages_of(revisions), question.query), question, least=LEAST_SIMILARITY, exact=is_small)


def restrict(passages: QuerySet[Passage], query: ParsedQuery) -> QuerySet[Passage]:
    """Keep the passages with all phrases and without the excluded words of a query."""
    for phrase in query.phrases:
        if words := plain_words(phrase):
            passages = passages.filter(words=reduce(and_, (SearchQuery(word, config="simple") for word in words)))
        passages = passages.filter(text__iregex=phrase_pattern(phrase))
    for phrase in query.excluded:
        passages = passages.exclude(text__iregex=phrase_pattern(phrase))
    return passages


def load_passages(keys: Collection[int]) -> list[Passage]:
    """Return passages with their documents, in the order of the keys."""
    rows = Passage.objects.select_related("revision__document").defer("vector", "words", "revision__text")
    found = rows.in_bulk(keys)
    return [found[key] for key in keys if key in found]


def _fused(passages: QuerySet[Passage], question: Question, *, least: float, exact: bool) -> dict[int, float]:
    nearest = by_meaning(passages, question.vector, least=least, exact=exact)
    return fuse(nearest, by_words(passages, question.query.terms))
