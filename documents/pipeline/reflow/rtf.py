"""Rich text (RTF), read with striprtf.

striprtf returns plain text only. So control words for structure are replaced by private-use characters beforehand,
which are evaluated afterwards.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, NamedTuple

from documents.errors import CorruptDocument
from documents.pipeline.reflow.model import BULLET, Block, ReflowDocument, Run, Section
from documents.types import StructureKind, Table, TableCell

_BRACE: Final = re.compile(r"\\[^a-z]|[{}]", re.DOTALL)
_NAME: Final = re.compile(r"\{(?:\\\*)?\\(header|footer|footnote|annotation|shptxt|dptxbxtext)[lrf]?(?![a-z])-?\d* ?")
_CODE_PAGE: Final = re.compile(r"\\ansicpg\d{1,5}")
_MAX_NESTED: Final = 4  # parts inside of parts are read for each of them
_KINDS: Final = {
    "header": StructureKind.PAGE_HEADER,
    "footer": StructureKind.PAGE_FOOTER,
    "footnote": StructureKind.FOOTNOTE,
    "annotation": StructureKind.FOOTNOTE,
    "shptxt": StructureKind.PARAGRAPH,
    "dptxbxtext": StructureKind.PARAGRAPH,
}


class Group(NamedTuple):
    """A part as a group of its own."""

    kind: StructureKind
    source: str


class Parts(NamedTuple):
    """The parts of a file, and the beginning of a source for them: the code page and the fonts of the file."""

    head: str
    groups: list[Group]


def parts_of(source: str) -> Parts:
    """Return the parts in the order of their ends. A box in an older form, too, is there twice."""
    code_page, fonts = _CODE_PAGE.search(source), ""
    groups: list[Group] = []
    opened: list[int] = []
    remaining = _MAX_NESTED * len(source)
    for brace in _BRACE.finditer(source):
        if brace.group() == "{":
            opened.append(brace.start())
        elif brace.group() == "}" and opened:
            start = opened.pop()
            remaining -= brace.end() - start if (name := _NAME.match(source, start)) else 0
            if source.startswith("{\\fonttbl", start):
                fonts = source[start : brace.end()]
            elif name and remaining > 0:
                groups.append(Group(_KINDS[name.group(1)], "{" + source[name.end() : brace.end()]))
    return Parts(f"{{\\rtf1\\ansi{code_page.group() if code_page else ''}{fonts} ", groups)


_CELL_END, _ROW_END, _ROW_START, _PARAGRAPH_RESET, _LEVEL = "\ue001", "\ue002", "\ue003", "\ue004", "\ue010"
_PART_END = "\ue01f"
_LEVELS = re.compile("[\ue010-\ue018]")
_RESERVED = re.compile("[\ue000-\ue01f]")
_SEPARATORS = re.compile("([\ue001-\ue004\ue010-\ue018\n])")
_CONTROL = re.compile(r"\\(cell|nestcell|row|nestrow|trowd|pard|outlinelevel[0-8]|s\d{1,3})(?![a-z0-9]) ?")
_REPLACEMENTS = {
    "cell": _CELL_END,
    "nestcell": " ",
    "row": _ROW_END,
    "nestrow": " ",
    "trowd": _ROW_START,
    "pard": _PARAGRAPH_RESET,
}
_HEADING_STYLE = re.compile(r"\\s(\d{1,3})\b[^{}]*?[ ;]heading ([1-9])\b", re.IGNORECASE)
_MARKER = re.compile(r"^\s*([\u2022\u00b7\uf0b7\u25aa\u25cf\u2023o-]|\(?[\da-zA-Z]{1,4}[.)])\t\s*")
_INFO = re.compile(r"\{\\(title|author|subject|keywords|doccomm|operator|category)\s+([^{}\\]*)\}")
_METADATA_NAMES = {"doccomm": "description", "operator": "modified_by"}
_MAX_GROUPS = 300_000
_ON_EVERY_PAGE = frozenset({StructureKind.PAGE_HEADER, StructureKind.PAGE_FOOTER})
_LETTER = re.compile(r"[^\W\d_]")


def read_rtf(path: Path) -> ReflowDocument:
    """Return the document as blocks."""
    source = path.read_bytes().decode("latin-1")
    if source.count("{") > _MAX_GROUPS:
        raise CorruptDocument
    replaced = _replace_control_words(source)
    blocks = _with_parts(list(_blocks(rtf_text(replaced))), list(_parts(replaced)))
    metadata = {
        _METADATA_NAMES.get(name, name): " ".join(text.split()) for name, text in _INFO.findall(source) if text.strip()
    }
    return ReflowDocument([Section(blocks)], title=metadata.get("title", ""), metadata=metadata)


def _parts(source: str) -> Iterator[Block]:
    """Yield the blocks of page headers and footers, footnotes, comments and boxes, none but footnotes twice."""
    done: set[tuple[StructureKind, str]] = set()
    head, groups = parts_of(source)
    if not groups:
        return
    texts = rtf_text(f"{head}{_PART_END.join(group.source for group in groups)}}}").split(_PART_END)
    for (kind, _), text in zip(groups, texts, strict=False):
        blocks = list(_blocks(text))
        key = (kind, "\n".join(_content(block) for block in blocks))
        is_number = kind in _ON_EVERY_PAGE and not _LETTER.search(key[1])
        if is_number or (key in done and kind is not StructureKind.FOOTNOTE):
            continue
        done.add(key)
        for block in blocks:
            is_plain = kind is StructureKind.PARAGRAPH or block.table is not None
            yield block if is_plain else replace(block, kind=kind, level=None)


def _content(block: Block) -> str:
    return block.text if block.table is None else "\t".join(cell.text for cell in block.table.cells)


def _with_parts(body: list[Block], parts: list[Block]) -> list[Block]:
    """Return the blocks with the page headers at the beginning, and the other parts at the end."""
    headers = [block for block in parts if block.kind is StructureKind.PAGE_HEADER]
    footers = [block for block in parts if block.kind is StructureKind.PAGE_FOOTER]
    others = [block for block in parts if block.kind not in _ON_EVERY_PAGE]
    return [*headers, *body, *others, *footers]


def rtf_text(source: str) -> str:
    """Return the plain text; raise `CorruptDocument`."""
    from striprtf.striprtf import rtf_to_text  # noqa: PLC0415  # only for this format

    try:
        return str(rtf_to_text(source, errors="replace"))  # type: ignore[no-untyped-call]  # it has no types
    except (ValueError, IndexError, TypeError, OverflowError, LookupError, AttributeError) as error:
        raise CorruptDocument(detail=str(error)[:200]) from error


def _replace_control_words(source: str) -> str:
    """Return the source with the control words of paragraphs and tables replaced by private-use characters."""
    styles = {number: int(level) for number, level in _HEADING_STYLE.findall(source)}

    def replacement(match: re.Match[str]) -> str:
        word = match.group(1)
        if word.startswith("outlinelevel"):
            return chr(ord(_LEVEL) + int(word[-1]))
        level = styles.get(word[1:], 0) if word[1:].isdigit() else 0
        return chr(ord(_LEVEL) + level - 1) if level else _REPLACEMENTS.get(word, match.group())

    return _CONTROL.sub(replacement, _RESERVED.sub("", source))


def _blocks(text: str) -> Iterator[Block]:
    """Yield paragraphs, and consecutive rows as one table."""
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
    """Yield text and heading level (0: no heading) of a paragraph, or the cells of a row."""
    state = _State()
    for part in _SEPARATORS.split(text):
        yield from state.read(part)
    yield state.text, state.level, state.cells


@dataclass(slots=True)
class _State:
    """The current paragraph and the current row."""

    text: str = ""
    level: int = 0
    cells: list[str] = field(default_factory=list)
    in_row: bool = False

    def read(self, part: str) -> Iterator[tuple[str, int, list[str]]]:
        match part:
            case "\n" | "\ue003" if not self.in_row:
                yield self.text, self.level, []
                self.text, self.in_row = "", part == _ROW_START
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
    number_or_bullet = marker.group(1) if marker.group(1)[-1] in ".)" else BULLET
    return Block(StructureKind.LIST_ITEM, (Run(text[marker.end() :].strip()),), marker=number_or_bullet)


def _table(rows: list[list[str]]) -> Block:
    """Return a table; its first row becomes the header, as RTF does not mark headers."""
    cells = [
        TableCell(row, column, text, is_header=row == 0 and len(rows) > 1)
        for row, texts in enumerate(rows)
        for column, text in enumerate(texts)
    ]
    return Block(StructureKind.TABLE, table=Table(len(rows), max(map(len, rows)), tuple(cells)))
