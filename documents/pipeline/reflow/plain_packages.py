"""The text of office documents that their readers cannot read: line by line, without structure."""

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from documents.pipeline.mime_types import DOCX, PPTX, XLSX
from documents.pipeline.reflow.layout import DEFAULT_SLIDE_SIZE
from documents.pipeline.reflow.model import Block, ReflowDocument, Run, Section
from documents.pipeline.reflow.package_parts import related_parts, root_of, text_lines
from documents.types import ParseWarning, StructureKind

_WORD: Final = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_ODF_TEXT: Final = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_SLIDE = re.compile(r"ppt/slides/slide(\d+)\.xml")
_SHEET = re.compile(r"xl/worksheets/sheet(\d+)\.xml")


def read_plain_lines(path: Path, mime_type: str) -> ReflowDocument:
    """Return the text as paragraphs, by slide, sheet or body; there is no section if there is no text."""
    with zipfile.ZipFile(path) as archive:
        match mime_type:
            case _ if mime_type == PPTX:
                sections = [Section(list(lines), *DEFAULT_SLIDE_SIZE, is_slide=True) for lines in _slides(archive)]
            case _ if mime_type == XLSX:
                sections = [Section(list(lines)) for lines in _sheets(archive)]
            case _ if mime_type == DOCX:
                sections = [Section(list(_blocks(_word_lines(root_of(archive, "word/document.xml")))))]
            case _:
                sections = [Section(list(_blocks(_odf_lines(root_of(archive, "content.xml")))))]
    message = "The structure of this document could not be analysed. The text was kept line by line."
    return ReflowDocument(
        [section for section in sections if section.blocks], warnings=[ParseWarning("structure_missing", message)]
    )


def _blocks(lines: Iterator[str]) -> Iterator[Block]:
    for line in lines:
        if line.strip():
            yield Block(StructureKind.PARAGRAPH, (Run(line.strip()),))


def _slides(archive: zipfile.ZipFile) -> Iterator[Iterator[Block]]:
    for name in _ordered(archive, _SLIDE, "ppt/presentation.xml", "slide"):
        root = root_of(archive, name)
        yield _blocks(iter(()) if root is None else text_lines(root))


def _sheets(archive: zipfile.ZipFile) -> Iterator[Iterator[Block]]:
    root = root_of(archive, "xl/sharedStrings.xml")
    strings = [] if root is None else ["".join(text.text or "" for text in item.iter("{*}t")) for item in root]
    for name in _ordered(archive, _SHEET, "xl/workbook.xml", "worksheet"):
        sheet = root_of(archive, name)
        yield _blocks(iter(()) if sheet is None else _sheet_lines(sheet, strings))


def _ordered(archive: zipfile.ZipFile, pattern: re.Pattern[str], main_part: str, kind: str) -> list[str]:
    """Return the parts in the order of the relationships, or of their numbers if there are none."""
    related = [each.part for each in related_parts(archive, main_part).values() if each.kind == kind]
    numbered = [match for match in map(pattern.fullmatch, archive.namelist()) if match]
    return related or [match.group() for match in sorted(numbered, key=lambda match: int(match.group(1)))]


def _sheet_lines(sheet: Any, strings: list[str]) -> Iterator[str]:
    for row in sheet.iter("{*}row"):
        yield " ".join(_cell_text(cell, strings) for cell in row.iter("{*}c"))


def _cell_text(cell: Any, strings: list[str]) -> str:
    value = "".join(text.text or "" for text in cell.iter("{*}v"))
    if cell.get("t") == "s":
        return strings[int(value)] if value.isdigit() and int(value) < len(strings) else ""
    return value or "".join(text.text or "" for text in cell.iter("{*}t"))


def _word_lines(root: Any) -> Iterator[str]:
    """Yield the text of the paragraphs, with that of boxes between their parts."""
    line = ""
    for element in () if root is None else root.iter(f"{_WORD}p", f"{_WORD}t", f"{_WORD}tab", f"{_WORD}br"):
        match element.tag.rpartition("}")[2]:
            case "p":
                yield line
                line = ""
            case "t":
                line += element.text or ""
            case _:
                line += " "
    yield line


def _odf_lines(root: Any) -> Iterator[str]:
    for paragraph in () if root is None else root.iter(f"{_ODF_TEXT}p", f"{_ODF_TEXT}h"):
        yield "".join(paragraph.itertext())
