"""Group lines in reading order into paragraphs, headings, list items, captions and footnotes."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from documents.pipeline.pdf.geometry import horizontal_overlap, overlap
from documents.pipeline.pdf.layout.captions import is_caption
from documents.pipeline.pdf.layout.headings import (
    HeadingRules,
    is_between_parties,
    is_chapter_label,
    is_filing_label,
    is_lone_number,
    is_numbered,
    is_part_label,
)
from documents.pipeline.pdf.layout.model import Block
from documents.pipeline.pdf.text.lines import BULLETS, Line, make_line
from documents.pipeline.pdf.text.styles import is_italic
from documents.types import StructureKind

_LIST_MARKER = re.compile(
    r"^\s*(?:[" + BULLETS + r"]\s*\S|[\u2013\u2014\-*]\s+[^\s\u2013\u2014\-*]|[\uf0b7\uf0a7\uf0d8\u25cf\u25aa\u25ba]"
    r"|\(?[a-zA-Z]\)\s+\S|[a-z]\.\s+\S|\((?:[ivx]+|[0-9]+|[a-z])\)\s+\S|(?:\d{1,2}|[ivx]{1,4})[.)]\s+\S|(?:\d{1,2}\.){2,}\s+\S)"
)
_FOOTNOTE = re.compile(r"^\s*(?:(?:\d{1,3}|[*†‡§¶])[.)]?\s*\S|[a-z][.)]\s*\S|[a-z]\s+[A-Z])")
_TYPED_RULE = re.compile(r"[-=_ ]{4,}")  # with which typewriters underline the line above
_SENTENCE_END = (".", ":", ";", "!", "?", "。", "؟")
_PARAGRAPH_GAP = 0.75  # em between lines of one paragraph with usual spacing
_INDENT = 0.9  # em by which a first line is indented
_FOOTNOTE_SIZE = 0.92  # of the body size: greatest size of a footnote

_MAX_GAP = 2.2  # em: greater gaps do not count for the usual spacing of a page
_MIN_GAPS = 8  # gaps that are needed to measure the spacing of a page
_GAP_TOLERANCE = 1.2
_NEAR_LINES = 40  # before and after a line, to measure the width of its column
_MIN_SIZE = 0.5  # points
_CHAPTER_GAP = 2.0  # em between the number of a chapter and its title
_SAME_MIDDLE = 1.0  # em between the middles of "Exhibit B" and the title below it
_NUMBER_GAP = 5.0  # em between a number and the title beside it
_MIN_END_ROOM = 2.0  # em, besides the width of the next word, that are free after the last line of a paragraph


class LineSpacing:
    """The line spacing of a page.

    Drafts, transcripts and pleadings are double-spaced, so that the gap between lines does not show where a paragraph
    ends. There only a line that ends early shows it.
    """

    def __init__(self, lines: Sequence[Line]) -> None:
        gaps = sorted(_line_gaps(lines))
        usual = gaps[len(gaps) // 4] if len(gaps) >= _MIN_GAPS else 0.0
        self._max_gap = _GAP_TOLERANCE * usual if usual > _PARAGRAPH_GAP else _PARAGRAPH_GAP
        self._lines = lines
        self._numbers = {id(line): number for number, line in enumerate(lines)}

    def continues(self, last: Line, line: Line) -> bool:
        """Check whether the line follows as closely as the lines of one paragraph."""
        gap = _line_gap(last, line)
        if gap < _PARAGRAPH_GAP:
            return True
        return gap < self._max_gap and not self._ends_early(last, line)

    def _ends_early(self, last: Line, line: Line) -> bool:
        """Check whether the first word of the next line would have fitted into the last one."""
        number = self._numbers[id(last)]
        near = self._lines[max(0, number - _NEAR_LINES) : number + _NEAR_LINES]
        right = max(other.x1 for other in near if horizontal_overlap(other, last) > 0)
        word = line.words[0]
        return right - last.x1 > word.x1 - word.x0 + _MIN_END_ROOM * line.size


def group_into_blocks(lines: Sequence[Line], rules: HeadingRules) -> list[Block]:
    """Group the lines between two tables, or a table and a page edge, into blocks."""
    blocks: list[Block] = []
    spacing = LineSpacing(lines)
    index = 0
    while index < len(lines):
        end = _end_of_chapter_number(lines, index, rules) or _end_of_heading(lines, index, rules)
        if end is not None:
            blocks.append(Block(StructureKind.HEADING, _with_joined_number(lines[index:end])))
        else:
            end = _end_of_style_run(lines, index, rules)
            for line in lines[index:end]:
                _add_text_line(blocks, line, rules, spacing)
        index = end
    return blocks


def is_list_item(line: Line) -> bool:
    return line.has_bullet or _LIST_MARKER.match(line.text) is not None


def _end_of_heading(lines: Sequence[Line], start: int, rules: HeadingRules) -> int | None:
    """Return the index after the heading that starts there, or `None` if there is none."""
    end = _end_of_style_run(lines, start, rules)
    before = lines[start - 1] if start else None
    after = lines[end] if end < len(lines) else None
    return end if rules.is_heading(lines[start:end], before=before, after=after) else None


def _end_of_chapter_number(lines: Sequence[Line], start: int, rules: HeadingRules) -> int | None:
    """Return the index after the heading that a number or label on a line of its own starts, if a heading follows.

    A number and "Exhibit B" are a part of the heading below them or beside them; "Chapter 7" is a heading itself.
    """
    number = lines[start]
    is_number = is_lone_number(number.text) or (is_part_label(number.text) and _is_below(number, lines[start + 1 :]))
    is_label = is_chapter_label(number.text)
    if not (is_number or is_label) or start + 1 == len(lines) or rules.is_in_margin([number]):
        return None
    end, title = _end_of_heading(lines, start + 1, rules), lines[start + 1]
    is_above = 0 <= title.y0 - number.y1 < _CHAPTER_GAP * title.size and number.x0 < title.x1
    if end is None or number.size < rules.body.size or not (is_above or _is_level(number, title)):
        return None
    return end


def _is_below(label: Line, following: Sequence[Line]) -> bool:
    """Check that the next line has the middle of the label, and follows it but is not of its style run."""
    title = following[0] if following else None
    return title is not None and abs(title.x0 + title.x1 - label.x0 - label.x1) < 2 * _SAME_MIDDLE * label.size


def _is_level(number: Line, title: Line) -> bool:
    """Check for a title to the right of its number."""
    same_height = overlap(number.y0, number.y1, title.y0, title.y1) > 0.5 * title.size
    return same_height and 0 < title.x0 - number.x1 < _NUMBER_GAP * title.size and number.weight == title.weight


def _with_joined_number(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Return the lines of a heading, with its number and the title to the right of it as one line."""
    if len(lines) > 1 and is_lone_number(lines[0].text) and _is_level(lines[0], lines[1]):
        return (make_line([*lines[0].words, *lines[1].words]), *lines[2:])
    return tuple(lines)


def _end_of_style_run(lines: Sequence[Line], start: int, rules: HeadingRules) -> int:
    """Return the index after the last line that follows closely and has the same style."""
    end = start + 1
    while end < len(lines) and _has_same_style(lines[end - 1], lines[end], rules):
        end += 1
    return end


def _has_same_style(a: Line, b: Line, rules: HeadingRules) -> bool:
    if a.size != b.size or a.weight != b.weight or (a.font != b.font and a.color != b.color):
        return False
    max_gap = 1.1 if a.size > 1.15 * rules.body.size else _PARAGRAPH_GAP
    if not -0.6 * a.size < b.y0 - a.y1 < max_gap * a.size or b.y0 < a.y0:
        return False
    if is_italic(a.font) != is_italic(b.font) or not rules.is_alike(a, b):
        return False
    if is_filing_label(a.text) or (
        a.text.isupper() != b.text.isupper() and (is_numbered(a.text) or is_numbered(b.text))
    ):
        return False
    starts_anew = is_between_parties(b.text) or (b.weight >= 2 and is_numbered(b.text))  # bold
    return horizontal_overlap(a, b) > 0 and not starts_anew and _TYPED_RULE.fullmatch(b.text) is None


def _add_text_line(blocks: list[Block], line: Line, rules: HeadingRules, spacing: LineSpacing) -> None:
    """Add the line to the last block, or start a new block with it."""
    if blocks and _continues(blocks[-1], line, spacing):
        blocks[-1] = Block(blocks[-1].kind, (*blocks[-1].lines, line))
    else:
        blocks.append(Block(_kind_of(line, rules), (line,)))


def _continues(block: Block, line: Line, spacing: LineSpacing) -> bool:
    if block.kind is StructureKind.HEADING or is_list_item(line) or is_caption(line.text):
        return False
    last = block.lines[-1]
    gap = line.y0 - last.y1
    if (
        horizontal_overlap(last, line) <= 0
        or gap <= -0.6 * last.size
        or line.y0 < last.y0
        or not spacing.continues(last, line)
    ):
        return False
    return _same_size(last, line) and not _starts_paragraph(block, line)


def _same_size(last: Line, line: Line) -> bool:
    """Compare both lines, and the words where they meet: a line may start with a heading in small capitals."""
    tolerance = 0.15 * last.size
    return min(abs(line.size - last.size), abs(line.words[0].size - last.words[-1].size)) <= tolerance


def _starts_paragraph(block: Block, line: Line) -> bool:
    """Check for an indented line after the end of a sentence, or a line on the left of a list item."""
    last = block.lines[-1]
    if block.kind is StructureKind.LIST_ITEM:
        outdented = line.x0 < block.lines[0].x0 - _INDENT * line.size
        word = line.words[0]
        return outdented and line.x1 - last.x1 > max(3 * line.size, word.x1 - word.x0 + line.size)
    left = min(other.x0 for other in block.lines[1:]) if len(block.lines) > 1 else last.x0
    indented = line.x0 - left > _INDENT * line.size
    return indented and last.text.rstrip().endswith(_SENTENCE_END)


def _kind_of(line: Line, rules: HeadingRules) -> StructureKind:
    if is_caption(line.text):
        return StructureKind.CAPTION
    in_lower_half = line.y0 > 0.5 * rules.page_height
    if in_lower_half and line.size <= _FOOTNOTE_SIZE * rules.body.size and _FOOTNOTE.match(line.text):
        return StructureKind.FOOTNOTE
    return StructureKind.LIST_ITEM if is_list_item(line) else StructureKind.PARAGRAPH


def _line_gaps(lines: Sequence[Line]) -> Iterator[float]:
    """Yield the gaps, in em, between lines of the same size that stand below one another."""
    for above, below in pairwise(lines):
        gap = _line_gap(above, below)
        if above.size == below.size and horizontal_overlap(above, below) > 0 and 0 <= gap < _MAX_GAP:
            yield gap


def _line_gap(above: Line, below: Line) -> float:
    # In em. The size of tiny text may be 0.
    return (below.y0 - above.y1) / max(_MIN_SIZE, above.size)
