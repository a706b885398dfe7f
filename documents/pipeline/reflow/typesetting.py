"""Typesetting of a document with typst, part by part, so that long documents take little memory.

The text is passed as data and is never read as markup. A part ends at a page break between two blocks; blocks that
were set after it are set again at the beginning of the next part, so that no page stays half empty.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import NamedTuple

import typst

from documents.pipeline.fonts import FAMILIES, folders_for
from documents.pipeline.pdf.file import Handle, open_page, open_pdf, page_count
from documents.pipeline.reflow.ink_marks import InkPage, ink_numbers, read_ink
from documents.pipeline.reflow.model import Block, ReflowDocument, Section
from documents.pipeline.reflow.typst_data import MAX_INKS, InkNumbers, count_inks, section_data

_PROGRAM = Path(__file__).with_name("reflow.typ")
_MAX_PART_CHARACTERS = 120_000  # about fifty pages
_MAX_PART_BLOCKS = 1_500
_CACHED_RUNS = 10


class NumberedBlock(NamedTuple):
    """A block, its number in the document, and the number of its section."""

    number: int
    section: int
    block: Block


@dataclass(frozen=True, slots=True)
class Part:
    """A PDF, the number of its valid pages, and the ink numbers on them."""

    path: Path
    pages: int
    inks: InkNumbers


def typeset(document: ReflowDocument, folder: Path) -> Iterator[Part]:
    """Yield the parts in order. Each remains in the folder."""
    sections = enumerate(document.sections)
    blocks = ((index, block) for index, section in sections for block in section.blocks)
    remaining = [NumberedBlock(number, section, block) for number, (section, block) in enumerate(blocks)]
    for number in count():
        if not remaining:
            return
        size = _next_part_size(remaining)
        part = _typeset_part(document.sections, remaining[:size], folder, f"part-{number}.pdf")
        pages, done = (part.pages, size) if size == len(remaining) else _last_page_break(part, remaining[:size])
        del remaining[:done]
        yield Part(part.path, pages, part.inks)


def read_page(document: Handle, number: int) -> InkPage:
    """Return the words and backgrounds of a page by ink number."""
    with open_page(document, number) as page:
        return read_ink(page)


def _next_part_size(remaining: Sequence[NumberedBlock]) -> int:
    """Return the number of blocks for the next part, at least one."""
    characters = inks = 0
    for size, entry in enumerate(remaining):
        characters += _length(entry.block)
        inks += count_inks(entry.block)
        if size and (characters > _MAX_PART_CHARACTERS or inks > MAX_INKS or size >= _MAX_PART_BLOCKS):
            return size
    return len(remaining)


def _length(block: Block) -> int:
    cells = block.table.cells if block.table else ()
    return len(block.text) + sum(len(cell.text) + 10 for cell in cells)


def _typeset_part(sections: Sequence[Section], entries: Sequence[NumberedBlock], folder: Path, name: str) -> Part:
    inks = InkNumbers()
    data = []
    for number in sorted({entry.section for entry in entries}):
        blocks = [(entry.number, entry.block) for entry in entries if entry.section == number]
        data.append(section_data(sections[number], blocks, inks))
    source, target = folder / _PROGRAM.name, folder / name
    source.write_bytes(_PROGRAM.read_bytes())
    content = json.dumps(data, ensure_ascii=False)
    inputs = {"data": content, "fonts": json.dumps(FAMILIES)}
    fonts = typst.Fonts(include_system_fonts=False, font_paths=folders_for(content))
    typst.compile(str(source), output=str(target), root=str(folder), sys_inputs=inputs, font_paths=fonts)
    _clear_typst_cache(source)
    source.unlink()
    with open_pdf(target) as document:
        return Part(target, page_count(document), inks)


def _clear_typst_cache(source: Path) -> None:
    """Compile an empty document ten times, because typst caches the results of its last ten runs."""
    source.write_text("", encoding="utf-8")
    for _ in range(_CACHED_RUNS):
        typst.compile(str(source), output=str(source.with_suffix(".pdf")), ignore_system_fonts=True)
    source.with_suffix(".pdf").unlink()


def _last_page_break(part: Part, entries: Sequence[NumberedBlock]) -> tuple[int, int]:
    """Return the numbers of pages and blocks before the last page that begins with a new block."""
    first = entries[0].number
    with open_pdf(part.path) as document:
        later = _blocks_on_page(document, part.pages, part.inks)
        for number in range(part.pages - 1, 0, -1):
            here = _blocks_on_page(document, number, part.inks)
            if here and later and max(here) < min(later):
                return number, min(later) - first
            later = here or later
    return part.pages, len(entries)


def _blocks_on_page(document: Handle, number: int, inks: InkNumbers) -> set[int]:
    with open_page(document, number) as page:
        return {inks.targets[ink][0] for ink in ink_numbers(page) if ink in inks.targets}
