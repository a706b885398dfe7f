"""Scores of ranked results: nDCG as in trec_eval and BEIR, recall of characters as in LegalBench-RAG. Pure."""

import math
from collections.abc import Iterable, Mapping, Sequence
from statistics import mean
from typing import NamedTuple

Run = Mapping[str, Mapping[str, float]]
"""The score of each document that was found, by query."""


class Span(NamedTuple):
    """A part of a document's text."""

    document: str
    start: int
    end: int


def ndcg(run: Run, relevant: Mapping[str, Mapping[str, int]], *, depth: int = 10) -> float:
    """Return the mean nDCG of all queries that have a relevant document, with linear gain."""
    return mean(
        _ndcg(run.get(query, {}), grades, depth)
        for query, grades in relevant.items()
        if any(grade > 0 for grade in grades.values())
    )


def _ndcg(scores: Mapping[str, float], grades: Mapping[str, int], depth: int) -> float:
    ranked = sorted(scores, key=lambda document: (-scores[document], document))[:depth]
    ideal = sorted((grade for grade in grades.values() if grade > 0), reverse=True)[:depth]
    return _gain(max(grades.get(document, 0), 0) for document in ranked) / _gain(ideal)


def _gain(grades: Iterable[int]) -> float:
    return sum(grade / math.log2(place + 2) for place, grade in enumerate(grades))


def fused(*runs: Run, constant: int = 60) -> Run:
    """Return the reciprocal rank fusion of runs (Cormack, Clarke and Buettcher, 2009)."""
    merged: dict[str, dict[str, float]] = {}
    for run in runs:
        for query, scores in run.items():
            target = merged.setdefault(query, {})
            for place, document in enumerate(sorted(scores, key=lambda key: (-scores[key], key)), 1):
                target[document] = target.get(document, 0.0) + 1 / (constant + place)
    return merged


def span_recall(found: Sequence[Span], gold: Sequence[Span]) -> float:
    """Return the share of the gold characters that the spans contain."""
    wanted = _characters(gold)
    return len(wanted & _characters(found)) / len(wanted) if wanted else 0.0


def span_precision(found: Sequence[Span], gold: Sequence[Span]) -> float:
    """Return the share of the found characters that are gold; characters that were found twice count twice."""
    returned = sum(span.end - span.start for span in found)
    wanted = _characters(gold)
    return sum(len(wanted & _characters([span])) for span in found) / returned if returned else 0.0


def _characters(spans: Sequence[Span]) -> set[tuple[str, int]]:
    return {(span.document, place) for span in spans for place in range(span.start, span.end)}
