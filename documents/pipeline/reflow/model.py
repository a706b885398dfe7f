"""Blocks of a document without pages, in reading order.

Readers create them, `typesetting` sets them on pages, and `assemble` locates them there. Pure values.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from documents.types import Mark, ParseWarning, StructureKind, Table

A4 = (595.0, 842.0)
MARGIN = 54.0  # points, on all sides of a page
BULLET = "\u2022"
_STYLES = {"bold": "b", "italic": "i", "code": "c", "struck": "s", "formula": "m"}


@dataclass(frozen=True, slots=True)
class Run:
    """A part of a line in one style, with the spaces around it; `ref` is its reference in the reader's own model."""

    text: str
    bold: bool = False
    italic: bool = False
    code: bool = False
    struck: bool = False
    formula: bool = False
    link: str = ""
    ref: str = ""

    @property
    def style(self) -> str:
        """The style as in `Mark.style`."""
        return "".join(style for name, style in _STYLES.items() if getattr(self, name))


def marks_of(runs: Iterable[Run], *, start: int = 0) -> tuple[Mark, ...]:
    """Return the marks of the runs; their text begins at `start`. White space at the ends of a run is not marked."""
    marks: list[Mark] = []
    for run in runs:
        text = run.text.strip()
        if text and (run.style or run.link):
            begin = start + len(run.text) - len(run.text.lstrip())
            marks.append(Mark(begin, begin + len(text), run.style, run.link))
        start += len(run.text)
    return tuple(marks)


def runs_of(text: str, marks: Sequence[Mark]) -> list[Run]:
    """Return the runs of a text with marks; the inverse of `marks_of`."""
    runs: list[Run] = []
    position = 0
    for mark in marks:
        runs.append(Run(text[position : mark.start]))
        bold, italic, code, struck, formula = (style in mark.style for style in _STYLES.values())
        inside = text[mark.start : mark.end]
        runs.append(Run(inside, bold=bold, italic=italic, code=code, struck=struck, formula=formula, link=mark.link))
        position = mark.end
    return [run for run in (*runs, Run(text[position:])) if run.text]


@dataclass(frozen=True, slots=True)
class Picture:
    """A raster image in the scratch folder, or an empty frame. The size is in points, as the source displays it.

    `alt` is the text that the source has instead of it.
    """

    path: Path | None
    width: float
    height: float
    alt: str = ""


@dataclass(frozen=True, slots=True)
class Area:
    """The position of a block on its page, in points. Blocks of slides have one, others have not."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Block:
    """One element. `depth` is the nesting level of a list item from 0; `marker` is its bullet or number as displayed.

    A long table is split into several blocks: each has some rows, counted from `first_row` in the table `whole`.
    """

    kind: StructureKind
    runs: tuple[Run, ...] = ()
    level: int | None = None
    depth: int = 0
    marker: str = ""
    table: Table | None = None
    picture: Picture | None = None
    whole: Table | None = None
    first_row: int = 0
    ref: str = ""
    area: Area | None = None

    @property
    def text(self) -> str:
        """The text of the block, including the marker, which is printed and can be searched for."""
        content = "".join(run.text for run in self.runs)
        return f"{self.marker} {content}" if self.marker else content

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The marks of `text`; a code block has none."""
        start = len(self.marker) + 1 if self.marker else 0
        return () if self.kind is StructureKind.CODE else marks_of(self.runs, start=start)


@dataclass(frozen=True, slots=True)
class Section:
    """Blocks on pages of one size, starting on a new page: a text, a slide or a sheet.

    A slide is one page; its blocks stand in their areas if all of them have one. The lowest `notes_height` points of
    the page are for speaker notes and comments.
    """

    blocks: Sequence[Block]
    width: float = A4[0]
    height: float = A4[1]
    is_slide: bool = False
    notes_height: float = 0.0


@dataclass(frozen=True, slots=True)
class ReflowDocument:
    """A document to be typeset. `source` is the reader's own model, if the reader has one."""

    sections: Sequence[Section]
    title: str = ""
    metadata: Mapping[str, str] = field(default_factory=dict)
    warnings: Sequence[ParseWarning] = ()
    source: object = None
