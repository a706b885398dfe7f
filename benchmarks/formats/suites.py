"""The documents that are measured, and how. Folders are laid out as in `benchmarks/data/formats`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

SMALL = Path(__file__).resolve().parents[1] / "data" / "formats"


@dataclass(frozen=True, slots=True)
class Suite:
    """Documents of one kind. `kind` is how they are scored; `scores` names the scores that become figures.

    What belongs to a document is called as it is, `stem`, and an ending: `truth` for what is true of it, `found` for
    what was read. `peers` read the same files in the same run. `query` says how to ask for what is read back;
    what is read back in `further` ways is scored, too, under the suite's name and theirs.
    """

    name: str
    kind: str
    documents: str
    truths: str
    truth: str
    found: str
    stem: Callable[[Path], str]
    scores: Sequence[str]
    endings: Sequence[str] = (".pdf",)
    peers: Sequence[str] = ()
    query: Mapping[str, str] = field(default_factory=dict)
    further: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def files(self, data: Path) -> list[Path]:
        """The documents of which the truth is known."""
        found = sorted(file for ending in self.endings for file in (data / self.documents).glob(f"*{ending}"))
        return [file for file in found if self.truth_of(file, data).exists()]

    def truth_of(self, file: Path, data: Path) -> Path:
        return data / self.truths / f"{self.stem(file)}{self.truth}"

    def found_of(self, file: Path, folder: Path) -> Path:
        return folder / f"{self.stem(file)}{self.found}"


def _stem(file: Path) -> str:
    return file.stem


def _whole_name(file: Path) -> str:
    return file.name


def _markdown(name: str, folder: str, endings: Sequence[str]) -> Suite:
    """Fixtures of docling: the truth is what it writes, read over by people."""
    scores, peers = ("overall", "nid", "teds", "mhs"), ("markitdown",)
    query = {"tables": "plain"}  # as the truth has them
    further: dict[str, dict[str, str]] = {"default": {}}  # as who asks for nothing in particular gets it
    return Suite(name, "markdown", folder, folder, ".md", ".md", _whole_name, scores, endings, peers, query, further)


def _words(name: str, folder: str) -> Suite:
    return Suite(name, "words", folder, folder, ".words.json.gz", ".words.json", _stem, ("f1",))


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
        peers=("pdf_inspector", "edgeparse"),
        query={"tables": "html", "running": "true"},  # as the truth has them
    ),
    Suite("icdar", "tables", "tables_icdar2013", "tables_icdar2013", "-str.xml", ".json", _stem, ("f1",)),
    _words("words", "words_docling_parse"),
    _words("rtl_words", "docling_pdf"),
    Suite("cuad", "text", "contracts_cuad", "contracts_cuad", ".txt", ".txt", _stem, ("similarity",)),
    _markdown("docx", "docling_docx", (".docx",)),
    _markdown("pptx", "docling_pptx", (".pptx",)),
    _markdown("xlsx", "docling_xlsx", (".xlsx", ".xlsm")),
    _markdown("odf", "docling_odf", (".odt", ".ods", ".odp")),
    _markdown("html", "docling_html", (".html",)),
)
