"""Sets a document on pages with typst, part by part, so that long ones take little memory.

The text is data and never read as markup. A part ends where a page ends between two blocks: what was set after that
is set again at the beginning of the next part, so that no page stays half empty.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import NamedTuple

import typst

from documents.pipeline.flow.marks import MarkedPage, numbers_on, read_marks
from documents.pipeline.flow.model import Block, FlowDocument, Section
from documents.pipeline.flow.printing import INKS, Numbering, inks_of, section_data
from documents.pipeline.fonts import FAMILIES, folders_for
from documents.pipeline.pdf.file import Handle, open_page, open_pdf, page_count

_PROGRAM = Path(__file__).with_name("flow.typ")
_PART_CHARACTERS = 120_000  # some fifty pages
_PART_BLOCKS = 1_500
_RUNS_KEPT = 10


class Place(NamedTuple):
    """A block and where it comes from: `number` counts the blocks of the whole document."""

    number: int
    section: int
    block: Block


@dataclass(frozen=True, slots=True)
class Part:
    """A PDF, how many of its pages count, and whose numbers are on them."""

    path: Path
    pages: int
    numbering: Numbering


def set_parts(document: FlowDocument, folder: Path) -> Iterator[Part]:
    """All parts in order. Each is on disk until it is joined."""
    waiting = list(_places(document))
    for number in count():
        if not waiting:
            return
        taken = _next_part(waiting)
        part = _set(document.sections, waiting[:taken], folder, f"part-{number}.pdf")
        pages, done = (part.pages, taken) if taken == len(waiting) else _clean_end(part, waiting[:taken])
        del waiting[:done]
        yield Part(part.path, pages, part.numbering)


def read_page(document: Handle, number: int) -> MarkedPage:
    with open_page(document, number) as page:
        return read_marks(page)


def _places(document: FlowDocument) -> Iterator[Place]:
    index = 0
    for number, section in enumerate(document.sections):
        for block in section.blocks:
            yield Place(index, number, block)
            index += 1


def _next_part(waiting: Sequence[Place]) -> int:
    """How many blocks go into the next part: at least one."""
    characters = inks = 0
    for taken, place in enumerate(waiting):
        characters += _length(place.block)
        inks += inks_of(place.block)
        if taken and (characters > _PART_CHARACTERS or inks > INKS or taken >= _PART_BLOCKS):
            return taken
    return len(waiting)


def _length(block: Block) -> int:
    cells = block.table.cells if block.table else ()
    return len(block.text) + sum(len(cell.text) + 10 for cell in cells)


def _set(sections: Sequence[Section], places: Sequence[Place], folder: Path, name: str) -> Part:
    numbering = Numbering()
    data = []
    for number in sorted({place.section for place in places}):
        blocks = [(place.number, place.block) for place in places if place.section == number]
        data.append(section_data(sections[number], blocks, numbering))
    source, target = folder / _PROGRAM.name, folder / name
    source.write_bytes(_PROGRAM.read_bytes())
    words = json.dumps(data, ensure_ascii=False)
    inputs = {"data": words, "fonts": json.dumps(FAMILIES)}
    typst.compile(str(source), output=str(target), root=str(folder), sys_inputs=inputs, font_paths=folders_for(words))
    _forget_what_was_set(source)
    source.unlink()
    with open_pdf(target) as document:
        return Part(target, page_count(document), numbering)


def _forget_what_was_set(source: Path) -> None:
    """typst keeps all that it has set in its last ten runs: ten runs that set nothing free it."""
    source.write_text("", encoding="utf-8")
    for _ in range(_RUNS_KEPT):
        typst.compile(str(source), output=str(source.with_suffix(".pdf")))
    source.with_suffix(".pdf").unlink()


def _clean_end(part: Part, places: Sequence[Place]) -> tuple[int, int]:
    """How many pages and how many blocks are done: up to the last page that begins with a block of its own."""
    first = places[0].number
    with open_pdf(part.path) as document:
        later = _blocks_on(document, part.pages, part.numbering)
        for number in range(part.pages - 1, 0, -1):
            here = _blocks_on(document, number, part.numbering)
            if here and later and max(here) < min(later):
                return number, min(later) - first
            later = here or later
    return part.pages, len(places)


def _blocks_on(document: Handle, number: int, numbering: Numbering) -> set[int]:
    with open_page(document, number) as page:
        return {numbering.places[mark][0] for mark in numbers_on(page) if mark in numbering.places}
