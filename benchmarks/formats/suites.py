"""The suites of documents and how they are scored. Folders have the layout of `benchmarks/data/formats`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

SMALL = Path(__file__).resolve().parents[1] / "data" / "formats"
PDF_PEERS = ("pdf_inspector", "edgeparse")


@dataclass(frozen=True, slots=True)
class Suite:
    """Documents that are scored in the same way. `kind` is the way; `scores` are the scores that become figures.

    The files of a document have its name (`stem`) and a suffix: `truth` for the ground truth, `output` for what the
    product reads. `peers` read the same files in the same run. `query` are the options of the output; each of the
    `variants` is another set of options, scored under the suite's name and its own.
    """

    name: str
    kind: str
    documents: str
    truths: str
    truth: str
    output: str
    stem: Callable[[Path], str]
    scores: Sequence[str]
    suffixes: Sequence[str] = (".pdf",)
    peers: Sequence[str] = ()
    query: Mapping[str, str] = field(default_factory=dict)
    variants: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def files(self, data: Path) -> list[Path]:
        """Return the documents that have a ground truth."""
        files = sorted(file for suffix in self.suffixes for file in (data / self.documents).glob(f"*{suffix}"))
        return [file for file in files if self.truth_of(file, data).exists()]

    def truth_of(self, file: Path, data: Path) -> Path:
        return data / self.truths / f"{self.stem(file)}{self.truth}"

    def output_of(self, file: Path, folder: Path) -> Path:
        return folder / f"{self.stem(file)}{self.output}"


def _stem(file: Path) -> str:
    return file.stem


def _whole_name(file: Path) -> str:
    return file.name


def _markdown(name: str, folder: str, suffixes: Sequence[str]) -> Suite:
    """Return a suite of docling's fixtures: the ground truth is its output, reviewed by hand."""
    scores, peers = ("overall", "nid", "teds", "mhs"), ("markitdown",)
    query = {"tables": "plain"}  # as in the ground truth
    variants: dict[str, dict[str, str]] = {"default": {}}  # the output without options
    return Suite(name, "markdown", folder, folder, ".md", ".md", _whole_name, scores, suffixes, peers, query, variants)


def _words(name: str, folder: str, *scores: str) -> Suite:
    return Suite(name, "words", folder, folder, ".words.json.gz", ".words.json", _stem, scores)


SUITES = (
    Suite(
        "dpbench",
        "markdown",
        "dpbench/pdfs",
        "dpbench/gt_markdown",
        ".md",
        ".md",
        _stem,
        ("overall", "nid", "teds", "mhs"),
        peers=PDF_PEERS,
        query={"tables": "html", "running": "true", "pictures": "false"},  # as in the ground truth
    ),
    Suite("icdar", "tables", "tables_icdar2013", "tables_icdar2013", "-str.xml", ".json", _stem, ("f1",)),
    _words("words", "words_docling_parse", "f1", "f1_no_cjk"),
    _words("rtl_words", "docling_pdf", "f1"),
    Suite("cuad", "text", "contracts_cuad", "contracts_cuad", ".txt", ".txt", _stem, ("similarity",)),
    _markdown("docx", "docling_docx", (".docx",)),
    _markdown("pptx", "docling_pptx", (".pptx",)),
    _markdown("xlsx", "docling_xlsx", (".xlsx", ".xlsm")),
    _markdown("odf", "docling_odf", (".odt", ".ods", ".odp")),
    _markdown("html", "docling_html", (".html",)),
)
