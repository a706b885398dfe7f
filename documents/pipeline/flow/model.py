"""What a format without pages has in it: blocks in reading order, before anything is set on pages.

Readers make it, the typesetter prints it, the placing ties both together. Pure values.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from documents.types import Mark, ParseWarning, StructureKind, Table

A4 = (595.0, 842.0)
BULLET = "\u2022"
_LETTERS = {"bold": "b", "italic": "i", "code": "c", "struck": "s"}


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of a line in one style, with the spaces around it; `ref` is its name in the reader's own model."""

    text: str
    bold: bool = False
    italic: bool = False
    code: bool = False
    struck: bool = False
    link: str = ""
    ref: str = ""

    @property
    def style(self) -> str:
        """As in the marks of items."""
        return "".join(letter for name, letter in _LETTERS.items() if getattr(self, name))


def marks_of(runs: Iterable[Run], *, start: int = 0) -> tuple[Mark, ...]:
    """What is not plain; the runs' text begins at `start`. White space at the ends is left out."""
    marks: list[Mark] = []
    for run in runs:
        text = run.text.strip()
        if text and (run.style or run.link):
            begin = start + len(run.text) - len(run.text.lstrip())
            marks.append(Mark(begin, begin + len(text), run.style, run.link))
        start += len(run.text)
    return tuple(marks)


def runs_of(text: str, marks: Sequence[Mark]) -> list[Run]:
    """The other way round."""
    runs: list[Run] = []
    at = 0
    for mark in marks:
        runs.append(Run(text[at : mark.start]))
        bold, italic, code, struck = (letter in mark.style for letter in _LETTERS.values())
        inside = text[mark.start : mark.end]
        runs.append(Run(inside, bold=bold, italic=italic, code=code, struck=struck, link=mark.link))
        at = mark.end
    return [run for run in (*runs, Run(text[at:])) if run.text]


@dataclass(frozen=True, slots=True)
class Picture:
    """A raster image in the scratch folder, or an empty frame. Size in points, as the source would show it."""

    path: Path | None
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Area:
    """Where on its page a block wants to stand, in points: slides have such places, texts have none."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Block:
    """One element. `depth` counts the lists around a list item; `marker` is the bullet or number as people see it.

    A long table comes in several blocks: each has its rows, counted from `first_row` in the `whole`.
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
        """What stands in the document's text: with the marker, which is printed and can be searched for."""
        content = "".join(run.text for run in self.runs)
        return f"{self.marker} {content}" if self.marker else content

    @property
    def marks(self) -> tuple[Mark, ...]:
        """Of its text; code as a whole has none."""
        start = len(self.marker) + 1 if self.marker else 0
        return () if self.kind is StructureKind.CODE else marks_of(self.runs, start=start)


@dataclass(frozen=True, slots=True)
class Section:
    """Blocks on pages of one size, which begin on a page of their own: a text, a slide, a sheet.

    On a slide everything stands on one page, where it wants to if all of it says where; the lowest part of the page may
    be kept for notes.
    """

    blocks: Sequence[Block]
    width: float = A4[0]
    height: float = A4[1]
    is_slide: bool = False
    notes_height: float = 0.0


@dataclass(frozen=True, slots=True)
class FlowDocument:
    """A document to be set. `source` is the model of the reader, if it has one that shall be kept."""

    sections: Sequence[Section]
    title: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)
    warnings: Sequence[ParseWarning] = ()
    source: object = None
