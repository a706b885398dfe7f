"""Text of OpenDocument that docling does not read: boxes and shapes of sheets, masters of slides, and readings."""

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from lxml import etree

from documents.pipeline.reflow.drawing_text import Line, add_lines
from documents.pipeline.reflow.package_parts import root_of

_NAMESPACE: Final = "{urn:oasis:names:tc:opendocument:xmlns:"
_TABLE: Final = f"{_NAMESPACE}table:1.0}}"
_TEXT: Final = f"{_NAMESPACE}text:1.0}}"
_DRAW: Final = f"{_NAMESPACE}drawing:1.0}}"
_STYLE: Final = f"{_NAMESPACE}style:1.0}}"
_PRESENTATION: Final = f"{_NAMESPACE}presentation:1.0}}"
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
    is_placeholder = element.get(f"{_PRESENTATION}class") is not None or element.get(f"{_PRESENTATION}placeholder")
    return bool(is_placeholder) or str(element.tag) == f"{_PRESENTATION}notes"
