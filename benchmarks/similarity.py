"""Precision and recall of near-duplicates and similar clauses, on edited copies of the texts in a folder.

`python -m benchmarks.similarity FOLDER` reads its `.txt` files. Each text is copied three times with 1, 3 and 6 % of
its words replaced; each of its paragraphs is copied once with a tenth replaced. A pair of texts is right if its exact
similarity reaches the threshold, which all pairs of a sample are compared for.
"""

import json
import random
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Final

import numpy as np

from corpuses.similarity.finding import CLAUSE_THRESHOLD, DOCUMENT_THRESHOLD, Group, group_clauses, group_documents
from corpuses.similarity.sketches import LEAST_WORDS, Pairs, clause_signatures, jaccard, pairs_of, signature, words_of

_RATES: Final = (0.01, 0.03, 0.06)
_CLAUSE_RATE: Final = 0.1
_MOST_CLAUSES: Final = 1_500
_MARGIN: Final = 0.05  # pairs so near to the threshold are neither right nor wrong


def main(folder: Path) -> None:
    """Print the figures as JSON."""
    texts = [path.read_text("utf-8") for path in sorted(folder.glob("*.txt"))]
    chosen = random.Random(1)
    documents = [copy for text in texts for copy in (text, *(_edited(text, rate, chosen) for rate in _RATES))]
    clauses = [each for text in texts for each in text.split("\n\n") if len(words_of(each)) >= LEAST_WORDS]
    clauses = chosen.sample(clauses, min(len(clauses), _MOST_CLAUSES // 2))
    clauses = [copy for each in clauses for copy in (each, _edited(each, _CLAUSE_RATE, chosen))]
    sets = [pairs_of(each) for each in clauses]
    started = time.perf_counter()
    signatures = [signature(pairs_of(each)) for each in documents]
    seconds = (time.perf_counter() - started) / len(documents)
    figures = {
        "documents": _figures(
            [pairs_of(each) for each in documents], group_documents(np.stack(signatures)), DOCUMENT_THRESHOLD
        ),
        "clauses": _figures(sets, group_clauses(clause_signatures(sets)), CLAUSE_THRESHOLD),
        "signature_ms": round(1000 * seconds, 1),
    }
    json.dump(figures, sys.stdout, indent=2)


def _figures(texts: Sequence[Pairs], groups: Sequence[Group], threshold: float) -> dict[str, float]:
    """Compare the members of groups with their first text, and all pairs with the groups."""
    found = [(group.rows[0], row) for group in groups for row in group.rows[1:]]
    right = sum(jaccard(texts[one], texts[other]) >= threshold - _MARGIN for one, other in found)
    group_of = {row: number for number, group in enumerate(groups) for row in group.rows}
    similar = [pair for pair in _near_pairs(texts) if jaccard(texts[pair[0]], texts[pair[1]]) >= threshold + _MARGIN]
    grouped = sum(one in group_of and other in group_of for one, other in similar)
    return {
        "texts": len(texts),
        "groups": len(groups),
        "precision": round(right / max(len(found), 1), 4),
        "recall": round(grouped / max(len(similar), 1), 4),
        "similar_pairs": len(similar),
    }


def _near_pairs(texts: Sequence[Pairs]) -> Iterator[tuple[int, int]]:
    """Yield all pairs whose sizes allow that they are similar."""
    for one, other in combinations(range(len(texts)), 2):
        sizes = sorted((len(texts[one]), len(texts[other])))
        if sizes[0] >= CLAUSE_THRESHOLD * sizes[1]:
            yield one, other


def _edited(text: str, rate: float, chosen: random.Random) -> str:
    return " ".join(
        f"changed{chosen.randrange(10_000)}" if chosen.random() < rate else word for word in text.split(" ")
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
