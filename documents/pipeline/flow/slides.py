"""Slides: everything on one page, at its place, in letters that fit there."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, Final

from documents.pipeline.flow.model import Area, Block, Section
from documents.types import StructureKind

NOTES: Final = "Notes:"
SLIDE = (720.0, 405.0)
MARGIN = 28.0
_LEAST = 8.0  # points: a place that is smaller says nothing
_SIZES = (20, 18, 16, 14, 12, 11, 10, 9, 8, 7, 6, 5)
_NOTE_KINDS = frozenset({"footnote", "page_footer"})
_NOTE_SIZES = (12, 11, 10, 9, 8, 7, 6, 5)
_GAP = 8.0
_MOST_NOTES = 4  # times the height of the slide
_LETTER, _LINE = 0.5, 1.6  # of the size
_TITLE_SIZES = (30, 26, 22, *_SIZES[1:])

Placed = Sequence[tuple[int, Block]]


def groups_of(section: Section, blocks: Placed) -> list[tuple[Area, Placed]]:
    """Blocks that share a place, pictures first, because they may lie under the text."""
    height = section.height - section.notes_height
    shown = [entry for entry in blocks if not is_note(entry[1])]
    notes = [entry for entry in blocks if is_note(entry[1])]
    room = Area(MARGIN, height + _GAP, section.width - 2 * MARGIN, section.notes_height - _GAP)
    below = [(room, notes)] if notes else []
    if not all(block.area is not None and _is_usable(block.area, section.width, height) for _, block in shown):
        area = Area(MARGIN, MARGIN, section.width - 2 * MARGIN, height - 2 * MARGIN)
        return [(area, shown), *below]
    groups = [(area, list(group)) for area, group in groupby(shown, key=_area) if area is not None]
    return [*sorted(groups, key=lambda entry: entry[1][0][1].kind is not StructureKind.FIGURE), *below]


def with_notes(slide: Section, notes: Sequence[Block]) -> Section:
    """A higher page: the notes come below the slide, so that its number is that of the slide."""
    if not notes:
        return slide
    letters = (slide.width - 2 * MARGIN) / (_NOTE_SIZES[0] * _LETTER)
    lines = sum(1 + len(line) / letters for note in notes for line in note.text.splitlines())
    height = min(_MOST_NOTES * slide.height, MARGIN + lines * _NOTE_SIZES[0] * _LINE)
    return replace(slide, blocks=[*slide.blocks, *notes], height=slide.height + height, notes_height=height)


def group_data(area: Area, printed: list[dict[str, Any]]) -> dict[str, Any]:
    is_title = all(block["kind"] == "title" for block in printed)
    is_note = all(block["kind"] in _NOTE_KINDS for block in printed)
    sizes = _TITLE_SIZES if is_title else _NOTE_SIZES if is_note else _SIZES
    return {"x": area.x, "y": area.y, "width": area.width, "height": area.height, "sizes": sizes, "blocks": printed}


def _area(entry: tuple[int, Block]) -> Area | None:
    return entry[1].area


def is_note(block: Block) -> bool:
    """A comment, or what the speaker wants to say; a slide has no other footnotes."""
    return block.kind is StructureKind.FOOTNOTE or block.marker == NOTES


def _is_usable(area: Area, width: float, height: float) -> bool:
    is_large = area.width >= _LEAST and area.height >= _LEAST
    return is_large and 0 <= area.x < width - _LEAST and 0 <= area.y < height - _LEAST
