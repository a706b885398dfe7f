"""`python -m benchmarks.formats.scoring KIND TRUTH OUTPUT`: compare two folders and print the scores as JSON.

A document without a file in OUTPUT was not read and counts as empty.
"""

import argparse
import gzip
import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from statistics import fmean

from benchmarks.formats.scoring import tables, texts, words
from benchmarks.formats.scoring.markdown import Scores, scores_of
from benchmarks.formats.scoring.pipe_tables import with_compact_tables

ScoresByDocument = dict[str, Scores]


def _markdown(truth: Path, output: Path) -> ScoresByDocument:
    files = sorted(truth.glob("*.md"))
    return _with_mean({file.stem: scores_of(file.read_text("utf-8"), _text(output / file.name)) for file in files})


def _printed(truth: Path, output: Path) -> ScoresByDocument:
    """Compare Markdown as `_markdown`, where white space between the tags and texts of tables does not count."""
    pairs = {file.stem: (file.read_text("utf-8"), _text(output / file.name)) for file in sorted(truth.glob("*.md"))}
    return _with_mean({name: scores_of(*map(with_compact_tables, pair)) for name, pair in pairs.items()})


def _tables(truth: Path, output: Path) -> ScoresByDocument:
    pairs = {}
    for file in sorted(truth.glob("*-str.xml")):
        read = json.loads(_text(output / f"{file.name.removesuffix('-str.xml')}.json") or '{"tables": []}')
        pairs[file.name] = (tables.true_tables(file), tables.read_tables(read))
    each = {name: {"f1": tables.f1([pair])} for name, pair in pairs.items()}
    return {**each, "": {"f1": tables.f1(pairs.values())}}


def _words(truth: Path, output: Path) -> ScoresByDocument:
    counts: dict[str, words.Counts] = {}
    cjk: set[str] = set()
    for file in sorted(truth.glob("*.words.json.gz")):
        name = file.name.removesuffix(".words.json.gz")
        expected = json.loads(gzip.decompress(file.read_bytes()))
        counts[name] = words.count(expected, json.loads(_text(output / f"{name}.words.json") or "{}"))
        if words.is_cjk(expected):
            cjk.add(name)
    total = sum(counts.values(), words.Counts())
    rest = sum((count for name, count in counts.items() if name not in cjk), words.Counts())
    return {"": {"f1": total.f1, "f1_no_cjk": rest.f1}, **{name: {"f1": count.f1} for name, count in counts.items()}}


def _texts(measure: Callable[[str, str], float]) -> Callable[[Path, Path], ScoresByDocument]:
    def score(truth: Path, output: Path) -> ScoresByDocument:
        files = sorted(truth.glob("*.txt"))
        return _with_mean(
            {f.stem: {"similarity": measure(f.read_text("utf-8"), _text(output / f.name))} for f in files}
        )

    return score


def _text(path: Path) -> str:
    return path.read_text("utf-8") if path.exists() else ""


def _with_mean(by_document: Mapping[str, Scores]) -> ScoresByDocument:
    """Add the means with an empty name."""
    names = sorted({name for scores in by_document.values() for name in scores})
    return {**by_document, "": {name: _mean(scores.get(name) for scores in by_document.values()) for name in names}}


def _mean(values: Iterable[float | None]) -> float:
    return fmean(value for value in values if value is not None)


KINDS: Mapping[str, Callable[[Path, Path], ScoresByDocument]] = {
    "markdown": _markdown,
    "printed": _printed,
    "tables": _tables,
    "words": _words,
    "text": _texts(texts.alphanumeric_similarity),
    "characters": _texts(texts.character_accuracy),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=sorted(KINDS))
    parser.add_argument("truth", type=Path)
    parser.add_argument("output", type=Path)
    arguments = parser.parse_args()
    print(json.dumps(KINDS[arguments.kind](arguments.truth, arguments.output)))


if __name__ == "__main__":
    main()
