"""Search a corpus or a document. The number of database queries does not depend on the number of results."""

from collections.abc import Collection
from typing import TYPE_CHECKING, Final

from core.db.compiled_lookup import CompiledLookup
from corpuses.models import Corpus, Folder
from corpuses.search.embedders import Meaning, embedder_for_texts, embedder_of
from corpuses.search.filters import FilteredDocuments, SearchedDocuments, SearchFilters
from corpuses.search.hits import Hit, Question, embed_question, hits_of
from corpuses.search.models import Passage
from corpuses.search.parser import parse_query
from corpuses.search.ranking import rank
from documents.models import DocumentRevision

if TYPE_CHECKING:
    from core.access import Actor


MAX_HITS: Final = 50
_DEFERRED: Final = ("words", "weights", *(f"revision__{name}" for name in ("text", "properties", "outline", "links")))
_PASSAGES: Final = CompiledLookup(
    lambda: Passage.objects.select_related("revision__document").defer(*_DEFERRED), "pk__any"
)
SPARE: Final = 1.5  # candidates per requested hit: neighbours overlap and may have the same best sentence


def search(
    *,
    corpus: Corpus,
    user: "Actor",
    query: str,
    limit: int = 10,
    folder: Folder | None = None,
    meaning: Meaning | None = None,
) -> list[Hit]:
    """Return the best sentences of the published documents of a corpus (or of a folder) that are visible to `user`.

    `meaning`: that of the query (`meaning_of`), for callers who want to know whether only words were searched.
    """
    parsed = parse_query(query)
    if not parsed.has_text:
        return []
    limit = max(1, min(limit, MAX_HITS))
    asked = embed_question(parsed)
    documents = SearchedDocuments(FilteredDocuments(user, parsed, SearchFilters(corpus=corpus, folder=folder)).rows)
    documents.load()  # while the query is embedded
    question = asked.result()
    scores = rank_passages(documents, question, meaning or meaning_of(query, corpus))
    ranked = load_passages(list(scores)[: round(limit * SPARE)])
    return hits_of([(passage, scores[passage.pk]) for passage in ranked], question, limit=limit)


def meaning_of(query: str, corpus: Corpus) -> Meaning:
    """Return the meaning of a query, without its operators, for the embedder of a corpus."""
    return Meaning(parse_query(query).text, embedder_of(corpus))


def best_passages(revision: DocumentRevision, query: str, *, count: int) -> list[Passage]:
    """Return the passages of one indexed revision that match a question, best first. It has no operators."""
    embedder = embedder_for_texts(embedder_of(None), [revision.document_id])  # the question may be about what it says
    keys = list(rank([revision.pk], query, meaning=Meaning(query, embedder), has_floor=False))[:count]
    found = Passage.objects.defer("words", "weights").in_bulk(keys)
    return [found[key] for key in keys if key in found]


def rank_passages(documents: SearchedDocuments, question: Question, meaning: Meaning) -> dict[int, float]:
    """Return the score of the best passages of documents, best first."""
    query = question.query
    return rank(documents, query.text, phrases=query.phrases, excluded=query.excluded, meaning=meaning)


def load_passages(keys: Collection[int]) -> list[Passage]:
    """Return passages with their documents, in the order of the keys."""
    found = {passage.pk: passage for passage in _PASSAGES.all(list(keys))}
    return [found[key] for key in keys if key in found]
