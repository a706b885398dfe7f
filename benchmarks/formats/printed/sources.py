"""The documents that are printed, the half that each of them belongs to, and the looks that they are printed in."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

TEMPLATES = Path(__file__).resolve().parent / "templates"
HALVES = ("seen", "unseen")
_OFFICE = {
    "docling_docx": (".docx",),
    "docling_odf": (".odt", ".ods", ".odp"),
    "docling_pptx": (".pptx",),
    "docling_xlsx": (".xlsx", ".xlsm"),
}
_TEXTS = {"docling_md": (".md",), "docling_jats": (".nxml",)}


class Paper(NamedTuple):
    """A size of paper in millimetres."""

    width: float
    height: float


class Look(NamedTuple):
    """A font, its size in points, a paper and a number of columns."""

    name: str
    font: str
    size: float
    paper: Paper
    columns: int = 1


_A4 = Paper(210, 297)
_US = Paper(215.9, 279.4)
_SERIF = Look("serif", "Source Serif Pro", 11, _A4)
_SANS = Look("sans", "Roboto", 9.5, _US)
_OTHER = Look("other", "Caladea", 12, _A4)


@dataclass(frozen=True, slots=True)
class Source:
    """A document. Without a `truth`, its ground truth is made from the document itself.

    `kind` is `office`, `page` (HTML), `text` (its ground truth is printed) or `own` (one of the templates).
    """

    file: Path
    kind: str
    truth: Path | None = None

    @property
    def half(self) -> str:
        """Return the half of all prints of this source, which only depends on the name."""
        return HALVES[hashlib.sha256(self.file.name.encode()).digest()[0] % 2]

    @property
    def looks(self) -> tuple[Look, ...]:
        """Return the looks; a document of an Office program keeps its own in the first of them."""
        if self.kind == "text":
            return (_SERIF, _SANS._replace(columns=2))
        return (_SERIF, _SANS, _OTHER) if self.kind == "own" else (_SERIF, _SANS)


def sources(data: Path) -> list[Source]:
    """Return the documents of a data folder that have a ground truth, and the templates."""
    return [
        *_with_truth(data, _OFFICE, "office"),
        *_with_truth(data, {"docling_html": (".html",)}, "page"),
        *_with_truth(data, _TEXTS, "text"),
        *(Source(file, "own") for file in sorted(TEMPLATES.iterdir()) if not file.name.startswith("_")),
    ]


def _with_truth(data: Path, folders: Mapping[str, tuple[str, ...]], kind: str) -> Iterator[Source]:
    for folder, suffixes in folders.items():
        for file in sorted((data / folder).glob("*")):
            truth = file.with_name(f"{file.name}.md")
            if file.suffix in suffixes and truth.exists():
                yield Source(file, kind, truth)
