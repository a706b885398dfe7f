"""Lines in reading order become paragraphs, headings, list items, captions and footnotes."""

import re
from collections.abc import Sequence

from documents.pipeline.pdf.fonts import is_italic
from documents.pipeline.pdf.geometry import shares_columns
from documents.pipeline.pdf.headings import HeadingRules
from documents.pipeline.pdf.layout import Block
from documents.pipeline.pdf.lines import Line
from documents.pipeline.pdf.spacing import Spacing
from documents.types import StructureKind

_LIST_MARKER = re.compile(
    r"^\s*(?:[•●▪‣◦∙·■□▶➢➤✓❖○]\s*\S|[\u2013\u2014\-*]\s+[^\s\u2013\u2014\-*]|[\uf0b7\uf0a7\uf0d8\u25cf\u25aa\u25ba]"
    r"|\(?[a-zA-Z]\)\s+\S|[a-z]\.\s+\S|\((?:[ivx]+|[0-9]+|[a-z])\)\s+\S|(?:\d{1,2}|[ivx]{1,4})[.)]\s+\S)"
)
_CAPTION = re.compile(
    r"^\s*(?:fig(?:ure|s?\.)|table|tab\.|chart|graph|listing|plate|map|diagram|photo)\s*[\dIVX]+(?:[.\-\u2013]\d+)*(?:\s*[.:|\u2013\-]|\s+[A-Z]|$)"
    r"|^\s*source\s*:|^\s*[\[<(〈【《]?\s*(?:그림|표|사진|図|表|图|圖|写真)\s*\d+(?:[.\-\u2013]\d+)*\s*(?:[\]>)〉】》.:：]|\s\S|$)",
    re.IGNORECASE,
)
_FOOTNOTE = re.compile(r"^\s*(?:(?:\d{1,3}|[*†‡§¶])[.)]?\s*\S|[a-z][.)]\s*\S|[a-z]\s+[A-Z])")
_SENTENCE_END = (".", ":", ";", "!", "?", "。", "؟")
_PARAGRAPH_LEADING = 0.75  # em between lines of one paragraph
_INDENT = 0.9  # em that a first line is indented by
_FOOTNOTE_SIZE = 0.92  # of the body's size at most


def group_lines(lines: Sequence[Line], rules: HeadingRules) -> list[Block]:
    """Blocks of the lines between two tables or page edges."""
    blocks: list[Block] = []
    spacing = Spacing(lines)
    index = 0
    while index < len(lines):
        end = _end_of_style_run(lines, index, rules.body_size)
        run = lines[index:end]
        before = lines[index - 1] if index else None
        after = lines[end] if end < len(lines) else None
        if rules.is_heading(run, before=before, after=after):
            blocks.append(Block(StructureKind.HEADING, tuple(run)))
        else:
            for line in run:
                _add_text_line(blocks, line, rules, spacing)
        index = end
    return blocks


def is_list_item(text: str) -> bool:
    return _LIST_MARKER.match(text) is not None


def is_caption(text: str) -> bool:
    return _CAPTION.match(text) is not None


def _end_of_style_run(lines: Sequence[Line], start: int, body_size: float) -> int:
    """Where the lines that look the same and follow closely end."""
    end = start + 1
    while end < len(lines) and _same_run(lines[end - 1], lines[end], body_size):
        end += 1
    return end


def _same_run(a: Line, b: Line, body_size: float) -> bool:
    if a.size != b.size or a.weight != b.weight or (a.font != b.font and a.color != b.color):
        return False
    if is_italic(a.font) != is_italic(b.font):
        return False
    leading = 1.1 if a.size > 1.15 * body_size else _PARAGRAPH_LEADING
    gap = b.y0 - a.y1
    if not -0.6 * a.size < gap < leading * a.size or b.y0 < a.y0:
        return False
    return shares_columns(a, b) > 0 and not (b.weight >= 2 and HeadingRules.is_numbered(b.text))  # bold


def _add_text_line(blocks: list[Block], line: Line, rules: HeadingRules, spacing: Spacing) -> None:
    """Continue the last block, or begin a new one."""
    if blocks and _continues(blocks[-1], line, spacing):
        blocks[-1] = Block(blocks[-1].kind, (*blocks[-1].lines, line))
    else:
        blocks.append(Block(_kind_of_first_line(line, rules), (line,)))


def _continues(block: Block, line: Line, spacing: Spacing) -> bool:
    if block.kind is StructureKind.HEADING or is_list_item(line.text) or is_caption(line.text):
        return False
    last = block.lines[-1]
    gap = line.y0 - last.y1
    if (
        shares_columns(last, line) <= 0
        or gap <= -0.6 * last.size
        or line.y0 < last.y0
        or not spacing.continues(last, line)
    ):
        return False
    return _same_size(last, line) and not _starts_paragraph(block, line)


def _same_size(last: Line, line: Line) -> bool:
    """Both lines, or the words where they meet: a line may begin with a heading in small capitals."""
    tolerance = 0.15 * last.size
    return min(abs(line.size - last.size), abs(line.words[0].size - last.words[-1].size)) <= tolerance


def _starts_paragraph(block: Block, line: Line) -> bool:
    """An indented line after the end of a sentence starts a paragraph."""
    last = block.lines[-1]
    if block.kind is StructureKind.LIST_ITEM:
        outdented = line.x0 < block.lines[0].x0 - _INDENT * line.size
        word = line.words[0]
        return outdented and line.x1 - last.x1 > max(3 * line.size, word.x1 - word.x0 + line.size)
    left = min(other.x0 for other in block.lines[1:]) if len(block.lines) > 1 else last.x0
    indented = line.x0 - left > _INDENT * line.size
    return indented and last.text.rstrip().endswith(_SENTENCE_END)


def _kind_of_first_line(line: Line, rules: HeadingRules) -> StructureKind:
    if is_caption(line.text):
        return StructureKind.CAPTION
    low = line.y0 > 0.5 * rules.page_height
    if low and line.size <= _FOOTNOTE_SIZE * rules.body_size and _FOOTNOTE.match(line.text):
        return StructureKind.FOOTNOTE
    return StructureKind.LIST_ITEM if is_list_item(line.text) else StructureKind.PARAGRAPH
