"""`python -m benchmarks.recommender DATA`: suggestions of clauses in CUAD contracts, learned from about ten examples.

`DATA/contracts_cuad` has the contracts and their annotations. For each type of clause with enough of them, contracts
are drawn until they have ten examples; the recommender suggests sentences in the others, which have the clause or not.
A suggestion is right if it overlaps an annotated clause of the type. Texts are split and embedded as in the product,
without a database. Parameters were chosen by every other type, and nothing by the types that are kept aside.
"""

import argparse
import json
import random
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

import numpy as np
from numpy.typing import NDArray

from benchmarks.report import RESULTS
from corpuses.llm import minilm
from corpuses.recommender.classifier import Floats, Kind, Sentences, probabilities
from corpuses.recommender.limits import MAX_PER_DOCUMENT, NEEDED, PASSAGES, THRESHOLD
from corpuses.search.sentences import cut_passages, sentences

_DRAWS = 4  # of the contracts with examples, for each type
_MIN_CLAUSES, _MIN_CONTRACTS = 12, 5  # of a type, so that some are left to find

Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class Contract:
    """A contract: its sentences with vectors, the passages that they are in, and the clauses by their type."""

    texts: Sequence[str]
    spans: NDArray[np.int64]
    vectors: Floats
    passages: NDArray[np.int64]
    passage_vectors: Floats
    clauses: dict[str, list[tuple[int, int]]]

    def has(self, clause: str) -> Bools:
        """Return which sentences overlap a clause of the type."""
        starts, ends = self.spans.T
        places = self.clauses.get(clause, [])
        found = [(starts < end) & (ends > start) for start, end in places]
        return np.asarray(np.any(found or [np.zeros(len(starts), bool)], axis=0))

    def near(self, center: Floats) -> Bools:
        """Return which sentences are in the passages that are nearest to the center of the examples."""
        nearest = self.passages[np.argsort(-(self.passage_vectors @ center))[:PASSAGES]]
        starts = self.spans[:, 0]
        return np.asarray(np.any([(starts >= start) & (starts < end) for start, end in nearest], axis=0))


@dataclass(frozen=True)
class Draw:
    """The sentences that are compared after a draw of contracts, and what is right. One row per sentence."""

    sentences: Sentences
    is_right: Bools
    with_clause: frozenset[int]

    @property
    def searched(self) -> Bools:
        """Return which sentences are of contracts without examples."""
        return np.asarray(self.sentences.kinds == Kind.OTHER)


def main() -> None:
    """Measure, and write the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    contracts = list(_contracts(parser.parse_args().data / "contracts_cuad"))
    clauses = [each for each in _types(contracts) if _is_frequent(each, contracts)]
    figures: dict[str, object] = {"recommender_contracts": len(contracts), "recommender_types": len(clauses)}
    for half, chosen in (("", clauses[::2]), ("_held_out", clauses[1::2])):
        draws = {clause: list(_draws(clause, contracts)) for clause in chosen}
        figures |= {f"recommender_{name}{half}": round(value, 4) for name, value in _measure(draws).items()}
    (RESULTS / "recommender.json").write_text(f"{json.dumps(figures, indent=1)}\n")
    print(json.dumps(figures, indent=1))


def _contracts(folder: Path) -> Iterator[Contract]:
    with tempfile.TemporaryDirectory() as models:
        embedder = minilm.load(Path(models), 2)
        for path in sorted(folder.glob("*.json")):
            text = path.with_suffix(".txt").read_bytes().decode()
            spans = [span for span in sentences(text) if any(map(str.isalpha, text[span.start : span.end]))]
            passages = cut_passages(text, count_tokens=embedder.count_tokens)
            texts = [text[start:end] for start, end in spans]
            fields = json.loads(path.read_text())["fields"]
            yield Contract(
                texts,
                np.array(spans),
                embedder.embed(texts),
                np.array(passages),
                embedder.embed([text[start:end] for start, end in passages]),
                {name: [(each["start"], each["end"]) for each in field["spans"]] for name, field in fields.items()},
            )


def _types(contracts: Sequence[Contract]) -> list[str]:
    return sorted({clause for contract in contracts for clause, places in contract.clauses.items() if places})


def _is_frequent(clause: str, contracts: Sequence[Contract]) -> bool:
    counts = [len(contract.clauses.get(clause, [])) for contract in contracts]
    return sum(counts) >= _MIN_CLAUSES and sum(map(bool, counts)) >= _MIN_CONTRACTS


def _draws(clause: str, contracts: Sequence[Contract]) -> Iterator[Draw]:
    """Draw the contracts with examples; leave out draws that leave fewer than two contracts with the clause."""
    with_clause = {number for number, contract in enumerate(contracts) if contract.clauses.get(clause)}
    for seed in range(_DRAWS):
        order = random.Random(f"{clause} {seed}").sample(sorted(with_clause), len(with_clause))
        drawn: set[int] = set()
        for number in order:
            if sum(len(contracts[each].clauses[clause]) for each in drawn) < NEEDED:
                drawn.add(number)
        if len(with_clause - drawn) > 1:
            yield _draw(clause, contracts, drawn, frozenset(with_clause - drawn))


def _draw(clause: str, contracts: Sequence[Contract], drawn: set[int], with_clause: frozenset[int]) -> Draw:
    center = np.concatenate([contracts[number].vectors[contracts[number].has(clause)] for number in drawn]).mean(axis=0)
    texts: list[str] = []
    documents: list[int] = []
    vectors, kinds, right = [], [], []
    for number, contract in enumerate(contracts):
        has = contract.has(clause)
        chosen: list[int] = np.flatnonzero(contract.near(center) | (has & (number in drawn))).tolist()
        texts += [contract.texts[index] for index in chosen]
        vectors.append(contract.vectors[chosen])
        documents += [number] * len(chosen)
        right.append(has[chosen])
        known = np.where(has[chosen], Kind.EXAMPLE, Kind.COUNTER_EXAMPLE)
        kinds.append(known if number in drawn else np.full(len(chosen), Kind.OTHER))
    found = Sentences(texts, np.concatenate(vectors), np.array(documents), np.concatenate(kinds))
    return Draw(found, np.concatenate(right), with_clause)


def _measure(draws: dict[str, list[Draw]]) -> dict[str, float]:
    """Return precision and recall of the suggestions, and how well each method ranks the sentences."""
    scores = {id(each.sentences): probabilities(each.sentences) for row in draws.values() for each in row}

    def cached(found: Sentences) -> Floats:
        return scores[id(found)]

    rankings: dict[str, Callable[[Sentences], Floats]] = {
        "logistic": cached,
        "centroid": lambda found: found.vectors @ _examples(found).mean(axis=0),
        "neighbours": lambda found: np.sort(found.vectors @ _examples(found).T, axis=1)[:, -3:].mean(axis=1),
    }
    figures = {
        f"{name}_average_precision": mean(
            mean(_average_precision(rank(each.sentences)[each.searched], each.is_right[each.searched]) for each in row)
            for row in draws.values()
        )
        for name, rank in rankings.items()
    }
    totals = np.sum([_suggested(each, cached(each.sentences)) for row in draws.values() for each in row], axis=0)
    right, suggested, found, wanted = map(float, totals)
    runs = sum(map(len, draws.values()))
    return figures | {"precision": right / suggested, "recall": found / wanted, "per_run": suggested / runs}


def _suggested(draw: Draw, scores: Floats) -> tuple[int, int, int, int]:
    """Return how many suggestions are right, how many there are, and in how many contracts the clause was found."""
    right, count, found = 0, 0, set()
    for document in np.unique(draw.sentences.documents[draw.searched]):
        inside = np.flatnonzero(draw.sentences.documents == document)
        best = [index for index in inside[np.argsort(-scores[inside])][:MAX_PER_DOCUMENT] if scores[index] >= THRESHOLD]
        right += int(draw.is_right[best].sum())
        count += len(best)
        found |= {document} if draw.is_right[best].any() else set()
    return right, count, len(found), len(draw.with_clause)


def _examples(found: Sentences) -> Floats:
    return np.asarray(found.vectors[found.kinds == Kind.EXAMPLE])


def _average_precision(scores: Floats, is_right: Bools) -> float:
    ordered = is_right[np.argsort(-scores)]
    precisions = np.cumsum(ordered) / np.arange(1, len(ordered) + 1)
    return float(precisions[ordered].mean()) if ordered.any() else 0.0


if __name__ == "__main__":
    main()
