"""Rich text (RTF): striprtf knows groups and encodings, marks put into the source beforehand carry the structure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from documents.errors import CorruptDocument
from documents.pipeline.flow.model import Block, FlowDocument, Run, Section
from documents.types import StructureKind, Table, TableCell

_CELL, _ROW_END, _ROW, _PLAIN, _LEVEL = "\ue001", "\ue002", "\ue003", "\ue004", "\ue010"
_LEVELS = re.compile("[\ue010-\ue018]")
_ANY_MARK = re.compile("[\ue000-\ue01f]")
_MARKS = re.compile("([\ue001-\ue004\ue010-\ue018\n])")
_CONTROL = re.compile(r"\\(cell|nestcell|row|nestrow|trowd|pard|outlinelevel[0-8]|s\d{1,3})(?![a-z0-9]) ?")
_SIMPLE = {"cell": _CELL, "nestcell": " ", "row": _ROW_END, "nestrow": " ", "trowd": _ROW, "pard": _PLAIN}
_HEADING_STYLE = re.compile(r"\\s(\d{1,3})\b[^{}]*?[ ;]heading ([1-9])\b", re.IGNORECASE)
_MARKER = re.compile(r"^\s*([\u2022\u00b7\uf0b7\u25aa\u25cf\u2023o-]|\(?[\da-zA-Z]{1,4}[.)])\t\s*")
_INFO = re.compile(r"\{\\(title|author|subject|keywords|doccomm|operator|category)\s+([^{}\\]*)\}")
_FACTS = {"doccomm": "description", "operator": "modified_by"}
_MOST_DEPTH = 3000


def read_rich_text(path: Path) -> FlowDocument:
    source = path.read_bytes().decode("latin-1")
    if source.count("{") > _MOST_DEPTH * 100:
        raise CorruptDocument
    blocks = list(_blocks(text_of(_marked(source))))
    facts = {_FACTS.get(word, word): " ".join(text.split()) for word, text in _INFO.findall(source) if text.strip()}
    return FlowDocument([Section(blocks)], title=facts.get("title", ""), facts=facts)


def text_of(marked: str) -> str:
    """What people read of it, without any structure."""
    from striprtf.striprtf import rtf_to_text  # noqa: PLC0415  # only for this format

    try:
        return str(rtf_to_text(marked, errors="replace"))  # type: ignore[no-untyped-call]  # it has no types
    except (ValueError, IndexError, TypeError, OverflowError, LookupError, AttributeError) as error:
        raise CorruptDocument(detail=str(error)[:200]) from error


def _marked(source: str) -> str:
    """The source with a character for each control word that says what a paragraph is."""
    styles = {number: int(level) for number, level in _HEADING_STYLE.findall(source)}

    def mark(match: re.Match[str]) -> str:
        word = match.group(1)
        if word.startswith("outlinelevel"):
            return chr(ord(_LEVEL) + int(word[-1]))
        level = styles.get(word[1:], 0) if word[1:].isdigit() else 0
        return chr(ord(_LEVEL) + level - 1) if level else _SIMPLE.get(word, match.group())

    return _CONTROL.sub(mark, _ANY_MARK.sub("", source))


def _blocks(text: str) -> Iterator[Block]:
    """Paragraphs, and rows that follow each other as one table."""
    rows: list[list[str]] = []
    for paragraph, level, row in _paragraphs(text):
        if row:
            rows.append(row)
            continue
        if rows:
            yield _table(rows)
            rows = []
        if paragraph.strip():
            yield _paragraph(paragraph.strip("\n"), level)
    if rows:
        yield _table(rows)


def _paragraphs(text: str) -> Iterator[tuple[str, int, list[str]]]:
    """Text and level of a paragraph (0: no heading), or the cells of a row."""
    state = _State()
    for part in _MARKS.split(text):
        yield from state.take(part)
    yield state.text, state.level, state.cells


@dataclass(slots=True)
class _State:
    """The paragraph and the row that are being read."""

    text: str = ""
    level: int = 0
    cells: list[str] = field(default_factory=list)
    in_row: bool = False

    def take(self, part: str) -> Iterator[tuple[str, int, list[str]]]:
        match part:
            case "\n" | "\ue003" if not self.in_row:
                yield self.text, self.level, []
                self.text, self.in_row = "", part == _ROW
            case "\ue001":
                self.cells.append(self.text.strip())
                self.text, self.in_row = "", True
            case "\ue002":
                yield "", 0, self.cells
                self.text, self.cells, self.in_row = "", [], False
            case "\ue003" | "\ue004":
                self.level = 0
            case _ if _LEVELS.fullmatch(part):
                self.level = ord(part) - ord(_LEVEL) + 1
            case _:
                self.text += part


def _paragraph(text: str, level: int) -> Block:
    if level:
        return Block(StructureKind.HEADING, (Run(text.strip()),), level=level)
    marker = _MARKER.match(text)
    if marker is None:
        return Block(StructureKind.PARAGRAPH, (Run(text.replace("\t", " ").strip()),))
    shown = marker.group(1) if marker.group(1)[-1] in ".)" else "\u2022"
    return Block(StructureKind.LIST_ITEM, (Run(text[marker.end() :].strip()),), marker=shown)


def _table(rows: list[list[str]]) -> Block:
    """The first row is the header, as in most tables of letters and contracts."""
    cells = [
        TableCell(row, column, text, is_header=row == 0 and len(rows) > 1)
        for row, texts in enumerate(rows)
        for column, text in enumerate(texts)
    ]
    return Block(StructureKind.TABLE, table=Table(len(rows), max(map(len, rows)), tuple(cells)))
