"""The part `outline`: headings and levels of long documents compared with outlines that were made by hand.

The outlines are in `benchmarks/data/formats/outlines`; the documents are found in the data folder by their names. Every
second document belongs to the half that is looked at when rules are developed; the other half is never looked at.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean

from benchmarks.formats import descriptions, product
from benchmarks.formats.run import Figures, Run
from benchmarks.formats.scoring.outlines import Comparison, compare
from benchmarks.formats.suites import SMALL, Suite

OUTLINES = SMALL / "outlines"
HALVES = tuple(descriptions.HALVES)
_SCORES = ("levels_f1", "headings_f1")


def half_of(name: str) -> str:
    """Return the half of the document with this name."""
    names = [outline.stem for outline in sorted(OUTLINES.glob("*.md"))]
    return HALVES[names.index(name) % len(HALVES)]


def measure(run: Run) -> Figures:
    """Read and score the documents of the data folder that have an outline. Only those of the first half are named."""
    suite = Suite("outline", "markdown", ".", str(OUTLINES), ".md", ".md", _stem, _SCORES)
    files = list(_documents(run.data))
    if not files:
        return {}
    folder = run.results / suite.name / "product"
    documents = product.read_suite(run.client, suite, files, folder)
    readable = sum(document.state.lower() in product.READABLE for document in documents)
    print(f"outline: {readable} of {len(files)} read")
    compared = {file.stem: _compare(suite.truth_of(file, run.data), suite.output_of(file, folder)) for file in files}
    for name, comparison in compared.items():
        if half_of(name) == HALVES[0]:
            _show(name, comparison)
    figures: Figures = {"outline_files": len(files), "outline_parser_crashed": product.crashes(documents)}
    return figures | _means(compared)


def _documents(data: Path) -> Iterator[Path]:
    """Return the documents that have an outline."""
    for outline in sorted(OUTLINES.glob("*.md")):
        yield from sorted(data.glob(f"*/{outline.stem}.pdf"))[:1]


def _compare(truth: Path, output: Path) -> Comparison:
    """Compare a document, which has no headings if it could not be read."""
    return compare(truth.read_text("utf-8"), output.read_text("utf-8") if output.exists() else "")


def _means(compared: Mapping[str, Comparison]) -> Figures:
    """Return the mean of each score over all documents, and over those of each half."""
    figures = _mean_scores(list(compared.values()), "")
    for half in HALVES:
        figures |= _mean_scores([each for name, each in compared.items() if half_of(name) == half], f"_{half}")
    return figures


def _mean_scores(comparisons: Sequence[Comparison], suffix: str) -> Figures:
    if not comparisons:
        return {}
    return {f"outline_{name}{suffix}": round(fmean(getattr(c, name) for c in comparisons), 4) for name in _SCORES}


def _show(name: str, comparison: Comparison) -> None:
    print(f"  {name}: levels {comparison.levels_f1:.3f}, headings {comparison.headings_f1:.3f}")
    for heading in comparison.lost:
        print(f"    lost: {'#' * heading.level} {heading.text}")
    for heading in comparison.additional:
        print(f"    additional: {'#' * heading.level} {heading.text}")
    for expected, read in comparison.below_another_parent:
        print(f"    below {read.parent!r}, not {expected.parent!r}: {expected.text}")


def _stem(file: Path) -> str:
    return file.stem
