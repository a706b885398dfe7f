"""Text of slides and sheets that docling does not read, added to its document.

Boxes, diagrams, page headers and page footers of sheets, and text of masters and layouts, which slides show.
"""

import re
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from documents.pipeline.reflow.package_parts import diagram_lines, related_parts, root_of, text_lines, xml_root

_P: Final = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_R: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_SHEET: Final = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_BOX: Final = "{http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing}txBody"
_SPREADSHEET: Final = "xl/workbook.xml"
_PRESENTATION: Final = "ppt/presentation.xml"
_HEADINGS = re.compile(rb"<(?:\w+:)?headerFooter\b.*?</(?:\w+:)?headerFooter>", re.DOTALL)
_AMPERSAND: Final = "\ufdd0"  # no character; "&&" in the source
_SECTION = re.compile(r"&[LCR]")
_PAGE_NUMBER = re.compile(r"&[PN]")
_FIELD = re.compile(r"&(?:\"[^\"]*\"|K[0-9A-Fa-f]{6}|K\d\d[+-]\d{3}|\d+|[A-Z])")  # fonts, colours, sizes, dates


class Line(NamedTuple):
    """A line of text; `label` is docling's name of its kind."""

    text: str
    label: str


def add_sheet_text(document: Any, path: Path) -> None:
    """Add the text of boxes, and of page headers and footers, to the sheets of a workbook."""
    with zipfile.ZipFile(path) as archive:
        sheets = {group.name: group for group in document.groups if group.label.value == "sheet"}
        done: set[str] = set()
        for name, part in _pages(archive, _SPREADSHEET, f"{_SHEET}sheet"):
            group = sheets.get(name)
            if group is not None and part not in done:
                done.add(part)
                add_lines(document, group, _sheet_lines(archive, part, done))


def add_slide_text(document: Any, path: Path) -> None:
    """Add the text of layouts and masters to the first slide that shows it."""
    with zipfile.ZipFile(path) as archive:
        slides = {group.name: group for group in document.groups}
        done: set[str] = set()
        for number, (_, part) in enumerate(_pages(archive, _PRESENTATION, f"{_P}sldId")):
            group = slides.get(f"slide-{number}")
            if group is not None and group.content_layer.value != "invisible":
                add_lines(document, group, _layout_lines(archive, part, done))


def _pages(archive: zipfile.ZipFile, part: str, tag: str) -> Iterator[tuple[str, str]]:
    """Yield the names and parts of the sheets or slides, in their order."""
    root, related = root_of(archive, part), related_parts(archive, part)
    for entry in () if root is None else root.iter(tag):
        page = related.get(entry.get(f"{_R}id") or "")
        if page is not None:
            yield entry.get("name") or "", page.part


def add_lines(document: Any, group: Any, lines: Iterable[Line]) -> None:
    """Add lines of text to a group of docling's document, in the layer of their kind."""
    from docling_core.types import doc  # noqa: PLC0415  # heavy

    types: Any = doc
    for line in lines:
        layer = types.ContentLayer.BODY if line.label == "text" else types.ContentLayer.FURNITURE
        if group.content_layer is types.ContentLayer.INVISIBLE:
            layer = group.content_layer
        document.add_text(label=types.DocItemLabel(line.label), text=line.text, parent=group, content_layer=layer)


def _sheet_lines(archive: zipfile.ZipFile, part: str, done: set[str]) -> Iterator[Line]:
    for related in related_parts(archive, part).values():
        if related.kind == "drawing" and related.part not in done:
            done.add(related.part)
            for text in _drawing_lines(archive, related.part, done):
                yield Line(text, "text")
    found = _HEADINGS.search(archive.read(part))  # the whole sheet would take much memory
    root = xml_root(found.group()) if found is not None else None
    for element in root if root is not None else ():
        label = "page_header" if str(element.tag).endswith("Header") else "page_footer"
        for section in _SECTION.split((element.text or "").replace("&&", _AMPERSAND)):
            text = "" if _PAGE_NUMBER.search(section) else " ".join(_FIELD.sub(" ", section).split())
            if text:
                yield Line(text.replace(_AMPERSAND, "&"), label)


def _drawing_lines(archive: zipfile.ZipFile, drawing: str, done: set[str]) -> Iterator[str]:
    root = root_of(archive, drawing)
    for box in () if root is None else root.iter(_BOX):
        yield from text_lines(box)
    for related in related_parts(archive, drawing).values():
        if related.kind == "diagramData" and related.part not in done:
            done.add(related.part)
            data = root_of(archive, related.part)
            yield from diagram_lines(data) if data is not None else ()


def _layout_lines(archive: zipfile.ZipFile, part: str, done: set[str]) -> Iterator[Line]:
    """Yield the text of a slide's layout and master, as far as the slide shows it and none before did."""
    for kind in ("slideLayout", "slideMaster"):
        root = root_of(archive, part)
        part = next((related.part for related in related_parts(archive, part).values() if related.kind == kind), "")
        if root is None or root.get("showMasterSp") in {"0", "false"} or not part or part in done:
            return
        done.add(part)
        yield from _shape_lines(root_of(archive, part))


def _shape_lines(root: Any) -> Iterator[Line]:
    """Yield the text of all shapes but placeholders, whose text is a prompt for the author."""
    for shape in () if root is None else root.iter(f"{_P}sp"):
        if shape.find(f"{_P}nvSpPr/{_P}nvPr/{_P}ph") is None:
            for text in text_lines(shape):
                yield Line(text, "page_header")
