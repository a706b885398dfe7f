"""Search everything that a user may see: documents by their passages and titles, corpora, labels and annotations.

Permission comes first: only documents that are visible, and match the filters, are searched at all.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Final
from uuid import UUID

from django.db.models import Q, QuerySet
from prometheus_client import Histogram

from core.access import ListScope, VisibleQuerySet
from core.errors import Invalid
from core.observability.metrics import observed
from core.visible_pages import first_visible
from corpuses.search.corpus_search import load_passages, rank_passages
from corpuses.search.embedders import WORDS_ONLY, Meaning, embedder_for_texts, embedder_of
from corpuses.search.facets import Documents, Facet, Further, facets_of, matching, similar
from corpuses.search.filters import FilteredDocuments, SearchedDocuments, SearchFilters
from corpuses.search.hits import Hit, Question, embed, embed_question, hits_of
from corpuses.search.models import Passage
from corpuses.search.parser import Operator, ParsedQuery, parse_query
from corpuses.search.ranking import nearest
from documents.models import Document
from documents.structure import text_slice

if TYPE_CHECKING:
    from concurrent.futures import Future

    from core.access import Actor


SEARCHES: Final = Histogram(
    "cartulary_search_duration_seconds",
    "Until a page of documents is found.",
    ["kind", "result"],
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
)


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that a user should know about a result. `code` is stable, `message` is for people."""

    code: str
    message: str


SEARCHED_WORDS_ONLY: Final = Notice("words_only", WORDS_ONLY)


def notices_for(
    documents: FilteredDocuments, query: ParsedQuery, *, has_hits: bool, searchable: SearchedDocuments, words_only: bool
) -> list[Notice]:
    """Return what in the query is unknown, what was not searched and, if there are no hits, the reason for that."""
    notices = [
        Notice("unknown_label", f"You see no label called “{each.name}”.")
        if each.operator == Operator.LABEL
        else Notice("unknown_place", f"You see no corpus or folder called “{each.name}”.")
        for each in documents.unknown
    ]
    if not has_hits and not notices:
        notices.append(_reason(documents, query, searchable, words_only=words_only))
    return [SEARCHED_WORDS_ONLY, *notices] if words_only else notices


def _reason(
    documents: FilteredDocuments, query: ParsedQuery, searchable: SearchedDocuments, *, words_only: bool
) -> Notice:
    if not query.has_text and not query.has_filters:
        return Notice("empty_query", "Write what you are looking for.")
    if not documents.rows.exists():
        return Notice("no_documents", "No document that you see matches these filters.")
    if not Passage.objects.filter(revision__any=searchable.revisions).exists():
        return Notice("not_indexed", "The documents have not been indexed yet. They can be found once that is done.")
    if query.phrases:
        quoted = " and ".join(f"“{phrase}”" for phrase in query.phrases)
        return Notice(
            "no_exact_match", f"No passage contains exactly {quoted}. Without the quotes, meaning counts too."
        )
    if query.excluded:
        return Notice("all_excluded", "Nothing is left without the words that you excluded.")
    meaning = "No passage has these words or a similar meaning. Try other words, or describe it."
    return Notice("no_match", "No passage has enough of these words." if words_only else meaning)


PASSAGES: Final = 3  # of each document
MAX_DOCUMENTS: Final = 50  # of one page of results
TITLE_WEIGHT: Final = 0.5  # beside the score of the best passage, which is at most 1
MAX_TITLES: Final = 500  # documents that are found by their title only
MAX_SIMILAR: Final = 5_000  # characters of a span; the embedder reads the first 256 tokens


@dataclass(frozen=True, slots=True)
class DocumentHit:
    """A document that matches, with its best passages, if any match."""

    document: Document
    score: float
    is_title_match: bool
    is_public: bool
    passages: Sequence[Hit]


@dataclass(frozen=True, slots=True)
class SimilarSpan:
    """A part of a visible document's text: search for passages like it."""

    document: Document
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Match:
    """A document that matches: its best passages, best first, and whether its title matches."""

    passages: Mapping[int, float] = field(default_factory=dict)
    is_title_match: bool = False

    @property
    def score(self) -> float:
        best = max(self.passages.values(), default=0.0)
        return (best + TITLE_WEIGHT * self.is_title_match) / (1 + TITLE_WEIGHT)


_UNRANKED: Final = _Match(is_title_match=True)


class Search:
    """One search. Each part of the result is computed when it is read."""

    def __init__(
        self, actor: "Actor", query: str = "", *, filters: SearchFilters | None = None, like: SimilarSpan | None = None
    ) -> None:
        self.actor = actor
        self.filters = filters or SearchFilters()
        self.query: ParsedQuery = parse_query(query)
        self._like = like
        self._documents = FilteredDocuments(actor, self.query, self.filters)

    def documents(self, *, limit: int = 10, offset: int = 0) -> list[DocumentHit]:
        """Return one page of the documents that match, best first; without words, all of them, the newest first."""
        with observed(SEARCHES, kind=self._kind):
            return self._hits(offset, offset + max(1, min(limit, MAX_DOCUMENTS)))

    def _hits(self, offset: int, stop: int) -> list[DocumentHit]:
        keys = (
            list(self._list.values_list("pk", flat=True)[offset:stop]) if self._is_list else self._ranked[offset:stop]
        )
        found = Document.objects.select_related("blob", "revision").defer("revision__text").in_bulk(keys)
        matches = {key: _UNRANKED if self._is_list else self._matches[key] for key in keys}
        passages = self._passages_of(keys)
        public = set(Document.objects.in_scope(self.actor, ListScope.PUBLIC).among(keys).values_list("pk", flat=True))
        return [
            DocumentHit(
                found[key], matches[key].score, matches[key].is_title_match, key in public, passages.get(key, ())
            )
            for key in keys
            if key in found
        ]

    @cached_property
    def total_count(self) -> int:
        """Return the number of documents that match; unless `is_complete`, there may be more."""
        return self._list.count() if self._is_list else len(self._matching)

    @property
    def is_complete(self) -> bool:
        """Return whether all documents that match are counted."""
        return self._is_list or (self._further.is_complete and len(self._title_matches) < MAX_TITLES)

    @property
    def page_count(self) -> int:
        """Return the number of documents that can be paged through: of many that match, only the best are ranked."""
        return self.total_count if self._is_list else len(self._ranked)

    @cached_property
    def facets(self) -> list[Facet]:
        """Return how many of the matching documents have each value."""
        return facets_of(self.actor, self.matching_documents, self.filters.rows_scope)

    @property
    def matching_documents(self) -> Documents:
        """Return the documents that match, in no order."""
        return self._list.order_by().values("pk") if self._is_list else self._matching

    @property
    def similar_text(self) -> str | None:
        """Return the text of the span that passages are like; `None` for a search by words."""
        return self._like_text or None

    @cached_property
    def notices(self) -> list[Notice]:
        """Return why there are no documents, or what in the query could not be used."""
        has_hits = self.total_count > 0
        words_only = self._meaning.is_unknown
        return notices_for(
            self._documents, self.query, has_hits=has_hits, searchable=self._searched, words_only=words_only
        )

    @property
    def searched_documents(self) -> FilteredDocuments:
        """Return the documents that were searched."""
        return self._documents

    @property
    def _is_list(self) -> bool:
        """Return whether there are filters only: nothing to rank by."""
        return self._like is None and not self.query.has_text and self.query.has_filters

    @property
    def _kind(self) -> str:
        if self._like is not None:
            return "similar"
        return "filters" if self._is_list else "words"

    @cached_property
    def _list(self) -> QuerySet[Document]:
        """Return the documents that match the filters, the newest first."""
        return self._without_excluded(self._documents.rows.order_by("-pk"))

    def _without_excluded(self, rows: VisibleQuerySet[Document]) -> VisibleQuerySet[Document]:
        for text in self.query.excluded:
            rows = rows.exclude(_in_title(text))
        return rows

    @cached_property
    def _meaning(self) -> Meaning:
        """Return the meaning for the embedder of the corpus; that of the settings embeds the documents of all."""
        name = embedder_of(self.filters.corpus)
        if self._like is None:
            return Meaning(self.query.text, name)
        return Meaning(self._like_text, embedder_for_texts(name, [self._like.document.pk]))

    @cached_property
    def _further(self) -> Further:
        if self._like is not None:
            return similar(self._searched, self._meaning, ranked=self._scores)
        return matching(self._searched, self.query, ranked=self._scores, meaning=self._meaning)

    @cached_property
    def _matching(self) -> list[UUID]:
        """Return the documents that match: the ranked ones, and those with passages that are not among the best."""
        further = self._searched.by_revision(self._further.revisions) if self._further.revisions else {}
        return list(dict.fromkeys([*self._ranked, *further.values()]))

    @cached_property
    def _like_text(self) -> str:
        return text_of_span(self._like) if self._like is not None else ""

    @cached_property
    def _question(self) -> Question | None:
        if self._like is not None:
            return Question(ParsedQuery(), embed([self._like_text])[0])
        return self._asked.result() if self._asked is not None else None

    @cached_property
    def _asked(self) -> "Future[Question] | None":
        return embed_question(self.query) if self.query.has_text else None

    @cached_property
    def _searched(self) -> SearchedDocuments:
        return SearchedDocuments(self._documents.rows)

    @cached_property
    def _scores(self) -> dict[int, float]:
        if self._like is not None:
            found = nearest(self._searched, self._meaning)
            own = _passages_with(self._like)
            return {key: score for key, score in found.items() if key not in own}
        if self._asked is None:
            return {}
        self._searched.load()  # while the query is embedded
        return rank_passages(self._searched, self._asked.result(), self._meaning)

    @cached_property
    def _matches(self) -> dict[UUID, _Match]:
        by_document: defaultdict[UUID, dict[int, float]] = defaultdict(dict)
        revisions = dict(Passage.objects.filter(pk__in=self._scores).values_list("pk", "revision_id"))
        documents = self._searched.by_revision(set(revisions.values())) if revisions else {}
        for key, score in self._scores.items():
            if (revision := revisions.get(key)) and revision in documents:
                by_document[documents[revision]][key] = score
        titles = self._title_matches
        return {key: _Match(by_document.get(key, {}), key in titles) for key in [*titles, *by_document]}

    @cached_property
    def _ranked(self) -> list[UUID]:
        return sorted(self._matches, key=lambda key: (-self._matches[key].score, -key.int))

    @cached_property
    def _title_matches(self) -> dict[UUID, None]:
        if self._like is not None or not self.query.has_text:
            return {}
        rows = self._with_titles(self._documents.rows)
        found = None
        if not self._searched.is_listed:
            table = self._with_titles(Document.objects.all()).values_list("pk", flat=True)
            found = first_visible(rows, table, MAX_TITLES, fetch=_first_keys)
        return dict.fromkeys(_first_keys(rows, MAX_TITLES) if found is None else found)

    def _with_titles(self, rows: VisibleQuerySet[Document]) -> VisibleQuerySet[Document]:
        """Keep the documents with all words of the query in their title, or in their file name; the newest first."""
        for text in (*self.query.phrases, *self.query.terms):
            rows = rows.filter(_in_title(text))
        return self._without_excluded(rows).order_by("-pk")

    def _passages_of(self, keys: Sequence[UUID]) -> dict[UUID, list[Hit]]:
        """Return the best sentences of documents; those of all documents are found at once."""
        if self._question is None:
            return {}
        chosen = {pk: score for key in keys for pk, score in list(self._matches[key].passages.items())[:PASSAGES]}
        ranked = [(passage, chosen[passage.pk]) for passage in load_passages(list(chosen))]
        found: defaultdict[UUID, list[Hit]] = defaultdict(list)
        for hit in hits_of(ranked, self._question, limit=len(ranked)):
            found[hit.document.pk].append(hit)
        return found


def _first_keys(rows: VisibleQuerySet[Document], number: int) -> list[UUID]:
    return list(rows.values_list("pk", flat=True)[:number])


def _in_title(text: str) -> Q:
    return Q(title__icontains=text) | Q(filename__icontains=text)


def text_of_span(like: SimilarSpan) -> str:
    """Return the text of a span; raise `Invalid` if it has no words."""
    if like.document.revision_id is None or not 0 <= like.start < like.end:
        raise Invalid("There are no words at this position of the document.", field="start")
    text = text_slice(like.document.revision_id, like.start, min(like.end, like.start + MAX_SIMILAR))
    if not any(map(str.isalnum, text)):
        raise Invalid("There are no words at this position of the document.", field="start")
    return text


def _passages_with(like: SimilarSpan) -> set[int]:
    """Return the passages that a span is a part of."""
    own = Passage.objects.filter(revision=like.document.revision_id, start__lt=like.end, end__gt=like.start)
    return set(own.values_list("pk", flat=True))
