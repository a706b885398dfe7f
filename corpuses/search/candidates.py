"""Candidates of a search, found in two ways: by meaning (pgvector) and by words (full text)."""

import math
from collections.abc import Sequence
from functools import reduce
from operator import or_
from uuid import UUID

import numpy as np
from django.conf import settings
from django.contrib.postgres.search import SearchQuery, SearchRank
from django.db import connection, transaction
from django.db.models import Count, F, Q, QuerySet, Value
from numpy.typing import NDArray
from pgvector.django import CosineDistance

from corpuses.search.models import Passage

COUNT = 60  # of each list; lower ranks have nearly no weight after the fusion

# Scan the index until enough passages pass the filter by corpus and visibility, not only the nearest few.
_INDEX_SETTINGS = {"hnsw.iterative_scan": "strict_order", "hnsw.max_scan_tuples": "100000", "hnsw.ef_search": "100"}


def passages_of(revisions: Sequence[UUID]) -> QuerySet[Passage]:
    """Return the indexed passages of revisions."""
    return Passage.objects.filter(embedder=settings.EMBEDDER, revision__any=list(revisions))


def by_meaning(
    passages: QuerySet[Passage], vector: NDArray[np.float32], *, least: float = -1, exact: bool = False
) -> list[int]:
    """Return the keys of the passages with the nearest vectors, best first, with at least the cosine `least`.

    With `exact`, all are compared: the index is approximate, and may overlook the few passages of a small corpus.
    """
    distance = CosineDistance("vector", vector)
    # The index is used only to order by the distance itself.
    order = distance + Value(0.0) if exact else distance
    nearest = passages.annotate(distance=distance).order_by(order).values_list("pk", "distance")[:COUNT]
    if exact:
        found = list(nearest)
    else:
        with transaction.atomic():
            _set_for_transaction(_INDEX_SETTINGS)
            found = list(nearest)
    return [pk for pk, distance in found if distance <= 1 - least]


def by_words(passages: QuerySet[Passage], terms: Sequence[str]) -> list[int]:
    """Return the keys of the passages that contain any of `terms`, best first; rare terms have more weight."""
    queries = [SearchQuery(term, config="simple", search_type="plain") for term in terms]
    if not queries:
        return []
    matching = passages.filter(words=reduce(or_, queries))
    counts = matching.aggregate(
        all=Count("pk"), **{f"term{number}": Count("pk", filter=Q(words=query)) for number, query in enumerate(queries)}
    )
    weights = [_rarity(counts[f"term{number}"], among=counts["all"]) for number in range(len(queries))]
    # For a single term the rank grows with its occurrences and levels off, as BM25 does.
    score = reduce(
        lambda total, part: total + part,
        (Value(weight) * SearchRank(F("words"), query) for weight, query in zip(weights, queries, strict=True)),
    )
    return list(matching.annotate(score=score).order_by("-score", "pk").values_list("pk", flat=True)[:COUNT])


def _rarity(count: int, *, among: int) -> float:
    """Return the inverse document frequency of BM25 (Robertson and Zaragoza, 2009; plus 1, so that it is positive)."""
    return math.log(1 + (among - count + 0.5) / (count + 0.5))


def _set_for_transaction(settings: dict[str, str]) -> None:
    with connection.cursor() as cursor:
        parts = ", ".join("set_config(%s, %s, true)" for _ in settings)
        cursor.execute(f"SELECT {parts}", [value for pair in settings.items() for value in pair])
