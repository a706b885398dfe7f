"""Structure of plain text: paragraphs between empty lines, list items, and single short lines as headings."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from documents.types import StructureKind

_BULLET = re.compile(r"\s*(?:[•●▪◦∙·*\u2013\u2014-]|\(?(?:\d{1,2}|[a-zA-Z]|[ivx]{1,4})[.)])\s+\S")
_NUMBERED = re.compile(
    r"\s*(?:(?:article|section|chapter|part|appendix|annex|schedule|exhibit)\s+[\dIVXLA-Z]+\b|\d{1,2}(?:\.\d{1,2}){0,4}\.?\s+\S"
    r"|[IVXL]{1,6}\.\s+\S)",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.;,:!?]\s*$")
_MAX_HEADING = 80
_MIN_CAPITALS = 4


@dataclass(frozen=True, slots=True)
class TextBlock:
    """A part of the text without empty lines; offsets exclude white space at both ends."""

    kind: StructureKind
    start: int
    end: int
    level: int | None = None


@dataclass(frozen=True, slots=True)
class _Line:
    start: int
    end: int
    text: str


def find_blocks(text: str) -> Iterator[TextBlock]:
    """Yield the blocks in the order of the text."""
    paragraph: list[_Line] = []
    for line in _lines(text):
        if line.text:
            paragraph.append(line)
            continue
        yield from _split_paragraph(paragraph)
        paragraph = []
    yield from _split_paragraph(paragraph)


def _lines(text: str) -> Iterator[_Line]:
    position = 0
    for raw in re.split(r"[\n\f]", text):
        stripped = raw.strip()
        start = position + len(raw) - len(raw.lstrip())
        yield _Line(start, start + len(stripped), stripped)
        position += len(raw) + 1


def _split_paragraph(lines: Sequence[_Line]) -> Iterator[TextBlock]:
    if not lines:
        return
    if len(lines) == 1 and (level := _heading_level(lines[0].text)) is not None:
        yield TextBlock(StructureKind.HEADING, lines[0].start, lines[0].end, level)
        return
    first = 0
    for number in range(1, len(lines) + 1):
        if number == len(lines) or _BULLET.match(lines[number].text):
            kind = StructureKind.LIST_ITEM if _BULLET.match(lines[first].text) else StructureKind.PARAGRAPH
            yield TextBlock(kind, lines[first].start, lines[number - 1].end)
            first = number


def _heading_level(line: str) -> int | None:
    """Return the heading level of a line between empty lines; None for a paragraph."""
    if len(line) > _MAX_HEADING or sum(character.isalpha() for character in line) < 2:  # noqa: PLR2004  # a word
        return None
    if line.isupper() and sum(character.isupper() for character in line) >= _MIN_CAPITALS:
        return 1
    if _SENTENCE_END.search(line):
        return None
    if _NUMBERED.match(line):
        numbers = re.match(r"\s*(\d+(?:\.\d+)*)", line)
        depth = 1 if numbers is None else 1 + numbers.group(1).count(".")
        return min(6, 1 + depth)
    return 2 if line[0].isupper() and len(line.split()) <= 8 and line == line.strip() else None  # noqa: PLR2004  # a title
