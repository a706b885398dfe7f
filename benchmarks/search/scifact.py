"""SciFact (BEIR): which of 5,183 abstracts support or contradict a claim; beside bm25s, MiniLM and their fusion."""

import gzip
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.search.scores import Run, fused, ndcg

if TYPE_CHECKING:
    from benchmarks.search.product import Library

DEPTH = 100  # documents of a run


@dataclass(frozen=True)
class SciFact:
    """The abstracts, the claims, and the abstracts that are relevant for each claim."""

    folder: Path

    @cached_property
    def abstracts(self) -> dict[str, tuple[str, str]]:
        """Return the title and text of each abstract."""
        with gzip.open(self.folder / "corpus.jsonl.gz", "rt", encoding="utf-8") as file:
            rows = [json.loads(line) for line in file]
        return {row["_id"]: (row["title"], row["text"]) for row in rows}

    def relevant(self, part: str = "test") -> dict[str, dict[str, int]]:
        """Return the relevant abstracts of each claim of a part."""
        grades: defaultdict[str, dict[str, int]] = defaultdict(dict)
        for line in (self.folder / "qrels" / f"{part}.tsv").read_text().splitlines()[1:]:
            query, document, grade = line.split("\t")
            grades[query][document] = int(grade)
        return dict(grades)

    def claims(self, part: str = "test") -> dict[str, str]:
        """Return the claims of a part."""
        rows = map(json.loads, (self.folder / "queries.jsonl").read_text().splitlines())
        wanted = self.relevant(part)
        return {row["_id"]: row["text"] for row in rows if row["_id"] in wanted}


def measure(data: SciFact, library: "Library", *, part: str = "test") -> dict[str, Any]:
    """Run all claims through the product and its peers."""
    claims, relevant = data.claims(part), data.relevant(part)
    ours = {key: library.documents(claim) for key, claim in claims.items()}
    words, meaning = _bm25(data, claims), _dense(data, claims)
    return {
        "scifact_ndcg10": round(ndcg(ours, relevant), 4),
        "scifact_answered": round(sum(map(bool, ours.values())) / len(ours), 4),
        "scifact_bm25": round(ndcg(words, relevant), 4),
        "scifact_dense": round(ndcg(meaning, relevant), 4),
        "scifact_rrf": round(ndcg(fused(words, meaning), relevant), 4),
    }


def _bm25(data: SciFact, claims: Mapping[str, str]) -> Run:
    """Rank with bm25s as its authors use it for BEIR: title and text, stop words removed, Lucene's formula."""
    import bm25s  # noqa: PLC0415 - a peer

    keys = list(data.abstracts)
    index = bm25s.BM25()
    index.index(_tokens([f"{title} {text}" for title, text in data.abstracts.values()]), show_progress=False)
    found, scores = index.retrieve(_tokens(list(claims.values())), k=DEPTH, show_progress=False)
    return {
        claim: {keys[place]: float(score) for place, score in zip(places, row, strict=True) if score > 0}
        for claim, places, row in zip(claims, found, scores, strict=True)
    }


def _tokens(texts: Sequence[str]) -> Any:
    import bm25s  # noqa: PLC0415 - a peer
    import Stemmer  # noqa: PLC0415 - of the peer

    return bm25s.tokenize(list(texts), stopwords="en", stemmer=Stemmer.Stemmer("english"), show_progress=False)


def _dense(data: SciFact, claims: Mapping[str, str]) -> Run:
    """Rank with MiniLM as sentence-transformers does: one vector of title and text, cut to its window."""
    from corpuses.search.embedders import embedder_named  # noqa: PLC0415 - needs the settings

    model = embedder_named("minilm-l6-v2")
    keys = list(data.abstracts)
    vectors = model.embed([f"{title} {text}" for title, text in data.abstracts.values()])
    scores = model.embed(list(claims.values())) @ vectors.T
    return {
        claim: {keys[place]: float(row[place]) for place in (-row).argsort()[:DEPTH]}
        for claim, row in zip(claims, scores, strict=True)
    }
