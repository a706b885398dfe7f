"""The part `printed`: every print through upload and API and through the peers, scored as the means of two halves."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import fmean

from benchmarks.formats import product
from benchmarks.formats.printed.printers import office_program
from benchmarks.formats.printed.prints import Print, Prints, make
from benchmarks.formats.printed.sources import HALVES
from benchmarks.formats.run import Figures, Run, score
from benchmarks.formats.suites import PDF_PEERS, Suite
from cartulary_client.records import Document
from documents.pipeline.office.libreoffice import PACKAGES

_SCORES = ("overall", "nid", "teds", "mhs")
_SHOWN = 20
_TABLES = ("html", "plain")  # how ground truths write tables
Scores = Mapping[str, Mapping[str, float]]


def measure(run: Run) -> Figures:
    """Print, read and score. Only documents of the half that may be seen are named."""
    prints = make(run.data)
    if office_program() is None:
        print(f"printed: without LibreOffice, no Office documents. Install {PACKAGES}, or set LIBREOFFICE.")
    for item in prints.left_out:
        if item.source.half == HALVES[0]:
            print(f"printed: {item.name} is left out")
    crashed = sum(product.crashes(_read(run, prints, tables)) for tables in _TABLES)
    scores = _scores(run, prints, "product")
    _show_worst(prints.prints, scores)
    figures: Figures = {
        "printed_files": len(prints.prints),
        "printed_left_out": len(prints.left_out),
        "printed_parser_crashed": crashed,
    }
    figures |= {f"printed_{half}_files": len(_of_half(prints.prints, half)) for half in HALVES}
    figures |= _by_half(prints.prints, scores, "")
    for peer in PDF_PEERS:
        figures |= _by_half(prints.prints, _scores_of_peer(run, prints, peer), f"_{peer}")
    figures |= {f"printed_{name}": mean for name, mean in _means_of_halves(prints.prints, scores).items()}
    office = [item for item in prints.prints if item.source.kind == "office"]
    if office:
        figures["office_printed_files"] = len(office)
        figures |= {f"office_printed_{name}": mean for name, mean in _means_of_halves(office, scores).items()}
    return figures


def _read(run: Run, prints: Prints, tables: str) -> list[Document]:
    """Read the prints. One that was refused or has failed has no output, which counts as empty."""
    suite = _suite(prints, tables)
    files = _files(run, prints, suite)
    documents = product.read_suite(run.client, suite, files, _folder(run, tables, "product"))
    readable = sum(document.state.lower() in product.READABLE for document in documents)
    print(f"printed, tables as {tables}: {readable} of {len(files)} read")
    return documents


def _suite(prints: Prints, tables: str) -> Suite:
    pdfs, truths = str(prints.pdfs(tables)), str(prints.truths(tables))
    query = {"tables": tables, "pictures": "false"}
    return Suite("printed", "markdown", pdfs, truths, ".md", ".md", _stem, _SCORES, query=query)


def _files(run: Run, prints: Prints, suite: Suite) -> list[Path]:
    shown = {item.name for item in prints.prints}
    return [file for file in suite.files(run.data) if file.stem in shown]


def _folder(run: Run, tables: str, reader: str) -> Path:
    return run.results / f"printed-{tables}" / reader


def _scores(run: Run, prints: Prints, reader: str) -> Scores:
    """Return the scores of each document of a reader: the product or a peer."""
    scores: dict[str, Mapping[str, float]] = {}
    for tables in _TABLES:
        scores |= score("printed", prints.truths(tables), _folder(run, tables, reader))
    return scores


def _scores_of_peer(run: Run, prints: Prints, peer: str) -> Scores:
    for tables in _TABLES:
        suite = _suite(prints, tables)
        run.convert(peer, suite, _files(run, prints, suite), _folder(run, tables, peer))
    return _scores(run, prints, peer)


def _of_half(prints: Sequence[Print], half: str) -> list[Print]:
    return [item for item in prints if item.source.half == half]


def _by_half(prints: Sequence[Print], scores: Scores, suffix: str) -> Figures:
    return {
        f"printed_{half}_{name}{suffix}": mean
        for half in HALVES
        for name, mean in _means(_of_half(prints, half), scores).items()
    }


def _means(prints: Sequence[Print], scores: Scores) -> dict[str, float]:
    """Return the mean of each score that documents have: one without tables has no score of tables."""
    values = {name: [scores[item.name][name] for item in prints if name in scores[item.name]] for name in _SCORES}
    return {name: round(fmean(found), 4) for name, found in values.items() if found}


def _means_of_halves(prints: Sequence[Print], scores: Scores) -> dict[str, float]:
    """Return the means of the means of both halves; a score that one half does not have is missing."""
    first, second = (_means(_of_half(prints, half), scores) for half in HALVES)
    return {name: round((first[name] + second[name]) / 2, 4) for name in first if name in second}


def _show_worst(prints: Iterable[Print], scores: Scores) -> None:
    seen = sorted((scores[item.name]["overall"], item.name) for item in prints if item.source.half == HALVES[0])
    for value, name in seen[:_SHOWN]:
        print(f"  {value:.3f} {name}: { ({key: round(v, 3) for key, v in scores[name].items()}) }")


def _stem(file: Path) -> str:
    return file.stem
