"""`python -m benchmarks.formats.scoring KIND TRUTH FOUND`: score a folder against another; prints JSON.

A document whose file is missing in FOUND was not read, and counts as empty.
"""

import argparse
import gzip
import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from statistics import fmean

from benchmarks.formats.scoring import tables, texts, words
from benchmarks.formats.scoring.markdown import Scores, scores_of

Told = dict[str, Scores]


def _markdown(truth: Path, found: Path) -> Told:
    files = sorted(truth.glob("*.md"))
    return _with_mean({file.stem: scores_of(file.read_text("utf-8"), _text(found / file.name)) for file in files})


def _tables(truth: Path, found: Path) -> Told:
    pairs = {}
    for file in sorted(truth.glob("*-str.xml")):
        told = json.loads(_text(found / f"{file.name.removesuffix('-str.xml')}.json") or '{"tables": []}')
        pairs[file.name] = (tables.true_tables(file), tables.found_tables(told))
    each = {name: {"f1": tables.f1([pair])} for name, pair in pairs.items()}
    return {**each, "": {"f1": tables.f1(pairs.values())}}


def _words(truth: Path, found: Path) -> Told:
    each: dict[str, words.Counted] = {}
    for file in sorted(truth.glob("*.words.json.gz")):
        name = file.name.removesuffix(".words.json.gz")
        wanted = json.loads(gzip.decompress(file.read_bytes()))
        each[name] = words.count(wanted, json.loads(_text(found / f"{name}.words.json") or "{}"))
    total = sum(each.values(), words.Counted())
    return {"": {"f1": total.f1}, **{name: {"f1": counted.f1} for name, counted in each.items()}}


def _texts(measure: Callable[[str, str], float]) -> Callable[[Path, Path], Told]:
    def score(truth: Path, found: Path) -> Told:
        files = sorted(truth.glob("*.txt"))
        return _with_mean({f.stem: {"similarity": measure(f.read_text("utf-8"), _text(found / f.name))} for f in files})

    return score


def _text(path: Path) -> str:
    return path.read_text("utf-8") if path.exists() else ""


def _with_mean(told: Mapping[str, Scores]) -> Told:
    """The means stand under an empty name."""
    names = sorted({name for scores in told.values() for name in scores})
    return {**told, "": {name: _mean(scores.get(name) for scores in told.values()) for name in names}}


def _mean(values: Iterable[float | None]) -> float:
    return fmean(value for value in values if value is not None)


KINDS: Mapping[str, Callable[[Path, Path], Told]] = {
    "markdown": _markdown,
    "tables": _tables,
    "words": _words,
    "text": _texts(texts.letter_similarity),
    "characters": _texts(texts.character_accuracy),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=sorted(KINDS))
    parser.add_argument("truth", type=Path)
    parser.add_argument("found", type=Path)
    chosen = parser.parse_args()
    print(json.dumps(KINDS[chosen.kind](chosen.truth, chosen.found)))


if __name__ == "__main__":
    main()
