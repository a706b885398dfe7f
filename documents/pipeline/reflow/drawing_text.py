"""Text of slides and sheets that docling does not read, added to its document.

Boxes, shapes, diagrams, page headers and page footers of sheets, and text of masters and layouts, which slides show.
"""

import re
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from lxml import etree

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


# OpenDocument: boxes and shapes of sheets, masters of slides, and readings.

_NAMESPACE: Final = "{urn:oasis:names:tc:opendocument:xmlns:"
_TABLE: Final = f"{_NAMESPACE}table:1.0}}"
_TEXT: Final = f"{_NAMESPACE}text:1.0}}"
_DRAW: Final = f"{_NAMESPACE}drawing:1.0}}"
_STYLE: Final = f"{_NAMESPACE}style:1.0}}"
_ODF_PRESENTATION: Final = f"{_NAMESPACE}presentation:1.0}}"
_SHEET_GROUP: Final = "sheet: "
_RUBY = re.compile(rb"<(?:\w+:)?ruby\b")
_FIELDS: Final = tuple(f"{_TEXT}{name}" for name in ("page-number", "page-count", "date", "time"))


def readings_at_the_end(content: bytes) -> bytes:
    """Return a part with its readings (ruby) at the ends of the paragraphs, in brackets.

    Behind each base text, they would part words, which a search would not find then.
    """
    if not _RUBY.search(content):
        return content
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=True)
    try:
        root = etree.fromstring(content, parser)
    except etree.XMLSyntaxError:
        return content
    readings: dict[Any, list[str]] = {}
    for ruby in list(root.iter(f"{_TEXT}ruby")):
        words = "".join(part for text in ruby.findall(f"{_TEXT}ruby-text") for part in text.itertext()).strip()
        paragraph = next(ruby.iterancestors(f"{_TEXT}p", f"{_TEXT}h"), None)
        if words and paragraph is not None:
            readings.setdefault(paragraph, []).append(words)
        for text in ruby.findall(f"{_TEXT}ruby-text"):
            ruby.remove(text)
        for element in (ruby, *ruby.findall(f"{_TEXT}ruby-base")):
            element.tag = f"{_TEXT}span"
    for paragraph, all_words in readings.items():
        etree.SubElement(paragraph, f"{_TEXT}span").text = f"({' '.join(all_words)})"
    return bytes(etree.tostring(root, xml_declaration=True, encoding="UTF-8"))


def add_odf_sheet_text(document: Any, path: Path) -> None:
    """Add the text of boxes and shapes to the sheets of a workbook, unless it is in a cell already."""
    groups = {group.name: group for group in document.groups}
    known = set(_known_lines(document))
    with zipfile.ZipFile(path) as archive:
        root = root_of(archive, "content.xml")
    for table in () if root is None else root.iter(f"{_TABLE}table"):
        group = groups.get(f"{_SHEET_GROUP}{table.get(f'{_TABLE}name')}")
        if group is not None:
            drawn = _drawn_lines(table)
            lines = (line for line, is_in_cell in drawn if not (is_in_cell and line in known))
            add_lines(document, group, (Line(line, "text") for line in lines))


def _known_lines(document: Any) -> Iterator[str]:
    """Yield the lines that are displayed in cells."""
    for text in document.texts:
        yield from text.text.split("\n")
    for table in document.tables:
        for cell in table.data.table_cells:
            yield from () if hasattr(cell, "ref") else cell.text.split("\n")


def add_odf_slide_text(document: Any, path: Path) -> None:
    """Add the text of masters to the first slide that shows it."""
    groups = {group.name: group for group in document.groups}
    with zipfile.ZipFile(path) as archive:
        content, styles = root_of(archive, "content.xml"), root_of(archive, "styles.xml")
    masters = {
        master.get(f"{_STYLE}name"): master
        for master in (() if styles is None else styles.iter(f"{_STYLE}master-page"))
    }
    for number, page in enumerate(() if content is None else content.iter(f"{_DRAW}page")):
        group = groups.get(f"slide-{number}")
        if group is not None and group.content_layer.value != "invisible":
            master = masters.pop(page.get(f"{_DRAW}master-page-name"), None)
            lines = () if master is None else _drawn_lines(master)
            add_lines(document, group, (Line(line, "page_header") for line, _ in lines))


def _drawn_lines(element: Any) -> Iterator[tuple[str, bool]]:
    """Yield the lines in boxes and shapes, and whether a cell has them; no placeholders, notes and numbers of pages."""
    drawn = element.iter(f"{_DRAW}*")
    for paragraph in dict.fromkeys(paragraph for shape in drawn for paragraph in shape.iter(f"{_TEXT}p")):
        words = " ".join("".join(paragraph.itertext()).split())
        is_field = next(paragraph.iter(*_FIELDS), None) is not None
        if words and not is_field and not any(map(_is_hidden, paragraph.iterancestors())):
            yield words, next(paragraph.iterancestors(f"{_TABLE}table-cell"), None) is not None


def _is_hidden(element: Any) -> bool:
    is_placeholder = element.get(f"{_ODF_PRESENTATION}class") is not None or element.get(
        f"{_ODF_PRESENTATION}placeholder"
    )
    return bool(is_placeholder) or str(element.tag) == f"{_ODF_PRESENTATION}notes"
