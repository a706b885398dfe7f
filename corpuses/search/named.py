"""Corpora, labels and annotations that a search finds by their words."""

from typing import Final

from django.contrib.postgres.search import SearchQuery, SearchVector
from django.db.models import Q, QuerySet

from corpuses.annotations.models import Annotation, Label
from corpuses.models import Corpus
from corpuses.search.parser import phrase_pattern
from corpuses.search.search import Search

MOST_NAMED: Final = 10


def corpora_of(search: Search) -> QuerySet[Corpus]:
    """Return the visible corpora with all words of the query in title or description."""
    rows = Corpus.objects.in_scope(search.actor, search.filters.rows_scope)
    if search.filters.corpus is not None:
        rows = rows.none()
    for text in _texts(search):
        rows = rows.filter(Q(title__icontains=text) | Q(description__icontains=text))
    return _first(search, rows.order_by("title", "pk"))


def labels_of(search: Search) -> QuerySet[Label]:
    """Return the labels of visible corpora with all words of the query in their name."""
    rows = Label.objects.filter(corpus__in=_corpora(search)).select_related("corpus")
    for text in _texts(search):
        rows = rows.filter(name__icontains=text)
    return _first(search, rows.order_by("name", "pk"))


def annotations_of(search: Search) -> QuerySet[Annotation]:
    """Return the visible annotations of the searched documents with all words of the query in quote or note."""
    words = SearchVector("quote", "note", config="simple")  # the expression of the index `annotation_words`
    rows = Annotation.objects.filter(
        corpus__in=_corpora(search), document__in=search.searched_documents.rows.order_by()
    )
    rows = rows.annotate(found=words).filter(found=SearchQuery(search.query.text, config="simple"))
    for phrase in search.query.phrases:
        rows = rows.filter(Q(quote__iregex=phrase_pattern(phrase)) | Q(note__iregex=phrase_pattern(phrase)))
    for phrase in search.query.excluded:
        rows = rows.exclude(Q(quote__iregex=phrase_pattern(phrase)) | Q(note__iregex=phrase_pattern(phrase)))
    return _first(search, rows.select_related("label", "document", "corpus").order_by("-pk"))


def _corpora(search: Search) -> QuerySet[Corpus]:
    rows = Corpus.objects.in_scope(search.actor, search.filters.rows_scope)
    return rows.filter(pk=search.filters.corpus.pk) if search.filters.corpus else rows


def _texts(search: Search) -> tuple[str, ...]:
    return (*search.query.phrases, *search.query.terms)


def _first(search: Search, rows: QuerySet) -> QuerySet:  # type: ignore[type-arg]  # of any model
    """Return the first rows; none for a query without words, or for operators, which are about documents."""
    return rows[:MOST_NAMED] if search.query.has_text else rows.none()
