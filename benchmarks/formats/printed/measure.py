"""The part `printed`: every print through upload and API, its scores as the means of two halves."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import fmean

from benchmarks.formats import product
from benchmarks.formats.printed.prints import Print, Prints, make
from benchmarks.formats.printed.sources import HALVES
from benchmarks.formats.run import Figures, Run, score
from benchmarks.formats.suites import Suite
from cartulary_client.records import Document

_SCORES = ("overall", "nid", "teds", "mhs")
_SHOWN = 20
Scores = Mapping[str, Mapping[str, float]]


def measure(run: Run) -> Figures:
    """Print, read and score. Only documents of the half that may be seen are named."""
    prints = make(run.data)
    for item in prints.left_out:
        print(f"printed: {item.name} does not show its ground truth")
    scores: dict[str, Mapping[str, float]] = {}
    crashed = 0
    for tables in ("html", "plain"):
        documents = _read(run, prints, tables)
        crashed += product.crashes(documents)
        scores |= score("markdown", prints.truths(tables), _folder(run, tables))
    _show_worst(prints.prints, scores)
    figures: Figures = {
        "printed_files": len(prints.prints),
        "printed_left_out": len(prints.left_out),
        "printed_parser_crashed": crashed,
    }
    for half in HALVES:
        of_half = [item for item in prints.prints if item.source.half == half]
        figures[f"printed_{half}_files"] = len(of_half)
        figures |= {f"printed_{half}_{name}": _mean(of_half, scores, name) for name in _SCORES}
    for name in _SCORES:
        figures[f"printed_{name}"] = _mean_of_halves(prints.prints, scores, name)
    office = [item for item in prints.prints if item.source.kind == "office"]
    return figures | {
        "office_printed_files": len(office),
        "office_printed_teds": _mean_of_halves(office, scores, "teds"),
        "office_printed_overall": _mean_of_halves(office, scores, "overall"),
    }


def _read(run: Run, prints: Prints, tables: str) -> list[Document]:
    """Read the prints. One that was refused or has failed has no output, which counts as empty."""
    folder = _folder(run, tables)
    pdfs, truths = str(prints.pdfs(tables)), str(prints.truths(tables))
    suite = Suite("printed", "markdown", pdfs, truths, ".md", ".md", _stem, _SCORES, query={"tables": tables})
    shown = {item.name for item in prints.prints}
    files = [file for file in suite.files(run.data) if file.stem in shown]
    documents = product.read_suite(run.client, suite, files, folder)
    readable = sum(document.state.lower() in product.READABLE for document in documents)
    print(f"printed, tables as {tables}: {readable} of {len(files)} read")
    return documents


def _folder(run: Run, tables: str) -> Path:
    return run.results / f"printed-{tables}" / "product"


def _mean(prints: Iterable[Print], scores: Scores, name: str) -> float:
    values = [scores[item.name][name] for item in prints if name in scores[item.name]]
    return round(fmean(values), 4) if values else 0.0


def _mean_of_halves(prints: Sequence[Print], scores: Scores, name: str) -> float:
    halves = ([item for item in prints if item.source.half == half] for half in HALVES)
    return round(fmean(_mean(half, scores, name) for half in halves), 4)


def _show_worst(prints: Iterable[Print], scores: Scores) -> None:
    seen = sorted((scores[item.name]["overall"], item.name) for item in prints if item.source.half == HALVES[0])
    for value, name in seen[:_SHOWN]:
        print(f"  {value:.3f} {name}: { ({key: round(v, 3) for key, v in scores[name].items()}) }")


def _stem(file: Path) -> str:
    return file.stem
