"""Captions: labels such as "Figure 3:", "Abb. 2", "Table IV", "Source:", and centred titles above tables."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from documents.pipeline.pdf.geometry import HasBox, horizontal_overlap, union, vertical_overlap
from documents.pipeline.pdf.tables.grid import DetectedTable
from documents.pipeline.pdf.text.lines import Line
from documents.types import Box

_PARTS: Final = r"(?:[.\-\u2013]\d+)*"
_LATIN: Final = (
    r"^\s*(?:fig(?:ure|s?\.)|table|tab\.|chart|graph|listing|plate|map|diagram|photo"
    r"|abb(?:ildung|\.)|schaubild|grafik|diagramm|karte|bild|tabelle|figura|figuur|tabla|tableau|graphique|gr[áa]fico)"
    r"\s*(?:(?-i:[A-Z]{1,2})[.\-]?\d|[\dIVX])[\dIVX]*" + _PARTS
)
_EAST_ASIAN: Final = r"^\s*[\[<(〈【《]?\s*(?:그림|표|사진|図|表|图|圖|写真)\s*"
_CAPTION: Final = re.compile(
    rf"{_LATIN}(?:\s*[.:|\u2013\-]|\s+[A-Z]|$)|^\s*source\s*:|{_EAST_ASIAN}\d+{_PARTS}\s*(?:[\]>)〉】》.:：]|\s\S|$)",
    re.IGNORECASE,
)
_LABEL: Final = re.compile(
    rf"{_LATIN}|{_EAST_ASIAN}[\d一二三四五六七八九十]+{_PARTS}|^\s*(?:source|note)s?\s*:", re.IGNORECASE
)


def is_caption(text: str) -> bool:
    """Check for the beginning of a caption: a label, and what follows it, or the source of a figure or table."""
    return _CAPTION.match(text) is not None


def has_caption_label(text: str) -> bool:
    """Check for a label at the beginning, as captions and notes have it: "Table 2", "Source:"."""
    return _LABEL.match(text) is not None


# Centred titles above tables.
#
# A table that is wider than a column is read after the columns above it. Its title must be read with it, although it
# stands alone and would pass for the last line of a column.

T = TypeVar("T")
_MAX_GAP = 1.5  # em between the table and its title, and between the lines of the title
_MAX_OFFSET = 2.0  # em between the middle of the title and that of the table
_MAX_LINES = 3


@dataclass(frozen=True)
class TitledTable(HasBox):
    """A table with the lines of its title."""

    box: Box
    title: tuple[Line, ...]
    table: DetectedTable

    @property
    def text_length(self) -> int:
        return self.table.text_length

    @property
    def position(self) -> int:
        return self.title[0].position


def attach_titles(
    lines: Sequence[Line], tables: Sequence[DetectedTable], em: float
) -> list[Line | DetectedTable | TitledTable]:
    """Return all lines and tables, where tables with a title are joined with it."""
    titled: list[DetectedTable | TitledTable] = []
    title_ids: set[int] = set()
    for table in tables:
        title = _find_title(table, [line for line in lines if id(line) not in title_ids], em)
        title_ids.update(id(line) for line in title)
        titled.append(TitledTable(union([*title, table]), title, table) if title else table)
    return [*(line for line in lines if id(line) not in title_ids), *titled]


def detach_titles(elements: Sequence[T | Line | DetectedTable | TitledTable]) -> list[T | Line | DetectedTable]:
    """Return the elements, where titles are lines before their tables again."""
    detached: list[T | Line | DetectedTable] = []
    for element in elements:
        if isinstance(element, TitledTable):
            detached += [*element.title, element.table]
        else:
            detached.append(element)
    return detached


def _find_title(table: DetectedTable, lines: Sequence[Line], em: float) -> tuple[Line, ...]:
    title: list[Line] = []
    top = table.y0
    for line in sorted(lines, key=lambda line: -line.y1):
        if line.y1 > top + 0.2 * em or horizontal_overlap(line, table) <= 0:
            continue
        if top - line.y1 > _MAX_GAP * em or len(title) == _MAX_LINES or not _is_title(line, table, lines, em):
            break
        title.append(line)
        top = line.y0
    return tuple(title[::-1])


def _is_title(line: Line, table: DetectedTable, lines: Sequence[Line], em: float) -> bool:
    """Check whether the line is centred above the table, with no other line beside it."""
    if abs(line.x0 + line.x1 - table.x0 - table.x1) > 2 * _MAX_OFFSET * em:
        return False
    others = (other for other in lines if other is not line and horizontal_overlap(other, table) > 0)
    return not any(vertical_overlap(other, line) > 0 for other in others)
