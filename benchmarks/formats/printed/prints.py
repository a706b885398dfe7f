"""The prints of all sources, outside of the repository, made again when a source or a printer has changed."""

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.formats.printed import printers, truth
from benchmarks.formats.printed.sources import Look, Source, sources
from documents.pipeline.pdfium import pypdfium2

_HERE = Path(__file__).resolve().parent
# The least shares of the words of the ground truth that are printed, and of the printed words that are in it. A reader
# cannot find comments, formulas and cut cells that are not on paper.
_MIN_SHARES = (0.9, 0.8)
_WORKBOOKS = frozenset({".xlsx", ".xlsm", ".ods"})  # whose names of sheets are only printed in a page header
_FACTOR = 0.9  # of sizes in a restyled document
_TABLES = {"own": "html"}  # how the tables of the ground truth are written, by kind; otherwise as pipes


class Print(NamedTuple):
    """A printed document: `name` names its files, `tables` says how the tables of its ground truth are written."""

    name: str
    source: Source
    look: Look

    @property
    def tables(self) -> str:
        return _TABLES.get(self.source.kind, "plain")


class Prints(NamedTuple):
    """Folders with `pdf` and `truth` for each way of writing tables, and the prints in them."""

    folder: Path
    prints: Sequence[Print]
    left_out: Sequence[Print]

    def pdfs(self, tables: str) -> Path:
        return self.folder / tables / "pdf"

    def truths(self, tables: str) -> Path:
        return self.folder / tables / "truth"


def make(data: Path) -> Prints:
    """Print what has not been printed, and leave out the prints that do not show their ground truth.

    Without LibreOffice, all Office documents are left out.
    """
    wanted = [Print(f"{s.file.name}.{look.name}", s, look) for s in sources(data) for look in s.looks]
    printed = [item for item in wanted if item.source.kind != "office" or printers.office_program() is not None]
    folder = _cache() / _hash(printed)
    known = folder / "shown.json"
    if not known.exists():
        shutil.rmtree(folder.parent, ignore_errors=True)
        _print_all(Prints(folder, printed, ()))
        known.write_text(json.dumps([item.name for item in printed if _shows_truth(Prints(folder, (), ()), item)]))
    shown = set(json.loads(known.read_text()))
    kept = [item for item in printed if item.name in shown]
    return Prints(folder, kept, [item for item in wanted if item.name not in shown])


def _cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cartulary" / "printed"


def _hash(printed: Sequence[Print]) -> str:
    files = {*_HERE.glob("*.py"), *(_HERE / "templates").iterdir()}
    files |= {file for item in printed for file in (item.source.file, item.source.truth) if file is not None}
    digest = hashlib.sha256()
    for file in sorted(files):
        digest.update(file.name.encode() + hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]


def _print_all(prints: Prints) -> None:
    for tables in ("html", "plain"):
        prints.pdfs(tables).mkdir(parents=True)
        prints.truths(tables).mkdir(parents=True)
    targets = {item: prints.pdfs(item.tables) / f"{item.name}.pdf" for item in prints.prints}
    with tempfile.TemporaryDirectory(prefix="cartulary-printed-") as scratch:
        _print_office({item: path for item, path in targets.items() if item.source.kind == "office"}, Path(scratch))
        printers.print_pages(_pages(targets), Path(scratch))
        for item, target in targets.items():
            page = ""
            if item.source.file.suffix == ".typ":
                page = printers.print_typst(item.source.file, item.look, target)
            (prints.truths(item.tables) / f"{item.name}.md").write_text(_truth(item.source, page, target), "utf-8")


def _print_office(targets: Mapping[Print, Path], scratch: Path) -> None:
    """Print each document as it is, and in another look."""
    for number, look in enumerate(sorted({item.look for item in targets})):
        of_look = [item for item in targets if item.look == look]
        copies = scratch / look.name
        copies.mkdir()
        is_kept = number == 0
        files = {
            item.source.file
            if is_kept
            else printers.restyle(item.source.file, look, _FACTOR, copies / item.source.file.name): targets[item]
            for item in of_look
        }
        printers.print_office(files, scratch)


def _pages(targets: Mapping[Print, Path]) -> Iterator[tuple[str, Look, Path]]:
    """Return the documents for the browser."""
    for item, target in targets.items():
        source = item.source
        if source.kind == "text" and source.truth is not None:
            yield printers.html_of(source.truth.read_text("utf-8"), item.look), item.look, target
        elif source.file.suffix == ".html":
            yield source.file.read_text("utf-8"), item.look, target


def _truth(source: Source, page: str, pdf: Path) -> str:
    if source.truth is None:
        return truth.from_html(page or source.file.read_text("utf-8"))
    markdown = truth.as_printed(source.truth.read_text("utf-8"))
    is_workbook = source.file.suffix in _WORKBOOKS and pdf.exists()
    return truth.without_unprinted_headings(markdown, _printed_text(pdf)) if is_workbook else markdown


def _printed_text(pdf: Path) -> str:
    with pypdfium2.PdfDocument(pdf) as document:
        return "\n".join(page.get_textpage().get_text_range() for page in document)


def _shows_truth(prints: Prints, item: Print) -> bool:
    file = prints.pdfs(item.tables) / f"{item.name}.pdf"
    if not file.exists():
        return False
    expected = (prints.truths(item.tables) / f"{item.name}.md").read_text("utf-8")
    shares = truth.shares(expected, _printed_text(file))
    return all(share >= least for share, least in zip(shares, _MIN_SHARES, strict=True))
