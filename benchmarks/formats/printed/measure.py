"""The part `printed`: every print through upload and API, its scores as the means of two halves."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import fmean

from benchmarks.formats import product
from benchmarks.formats.printed.printers import office_program
from benchmarks.formats.printed.prints import Print, Prints, make
from benchmarks.formats.printed.sources import HALVES
from benchmarks.formats.run import Figures, Run, score
from benchmarks.formats.suites import Suite
from cartulary_client.records import Document
from documents.pipeline.office.libreoffice import PACKAGES

_SCORES = ("overall", "nid", "teds", "mhs")
_SHOWN = 20
Scores = Mapping[str, Mapping[str, float]]


def measure(run: Run) -> Figures:
    """Print, read and score. Only documents of the half that may be seen are named."""
    prints = make(run.data)
    if office_program() is None:
        print(f"printed: without LibreOffice, no Office documents. Install {PACKAGES}, or set LIBREOFFICE.")
    for item in prints.left_out:
        if item.source.half == HALVES[0]:
            print(f"printed: {item.name} is left out")
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
        figures |= {f"printed_{half}_{name}": mean for name, mean in _means(of_half, scores).items()}
    figures |= {f"printed_{name}": mean for name, mean in _means_of_halves(prints.prints, scores).items()}
    office = [item for item in prints.prints if item.source.kind == "office"]
    if office:
        figures["office_printed_files"] = len(office)
        figures |= {f"office_printed_{name}": mean for name, mean in _means_of_halves(office, scores).items()}
    return figures


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


def _means(prints: Sequence[Print], scores: Scores) -> dict[str, float]:
    """Return the mean of each score that documents have: one without tables has no score of tables."""
    values = {name: [scores[item.name][name] for item in prints if name in scores[item.name]] for name in _SCORES}
    return {name: round(fmean(found), 4) for name, found in values.items() if found}


def _means_of_halves(prints: Sequence[Print], scores: Scores) -> dict[str, float]:
    """Return the means of the means of both halves; a score that one half does not have is missing."""
    first, second = (_means([item for item in prints if item.source.half == half], scores) for half in HALVES)
    return {name: round((first[name] + second[name]) / 2, 4) for name in first if name in second}


def _show_worst(prints: Iterable[Print], scores: Scores) -> None:
    seen = sorted((scores[item.name]["overall"], item.name) for item in prints if item.source.half == HALVES[0])
    for value, name in seen[:_SHOWN]:
        print(f"  {value:.3f} {name}: { ({key: round(v, 3) for key, v in scores[name].items()}) }")


def _stem(file: Path) -> str:
    return file.stem
