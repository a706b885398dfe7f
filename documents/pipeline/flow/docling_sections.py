"""Which parts of docling's document begin on pages of their own: slides and sheets."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from documents.pipeline.flow.docling_blocks import BlockReader
from documents.pipeline.flow.model import Area, Block, Section
from documents.pipeline.flow.pictures import PictureStore
from documents.pipeline.flow.sheets import sheet_section
from documents.pipeline.flow.slides import SLIDE

_EMU = 12_700.0  # to a point


def sections_of(document: Any, scratch: Path, *, has_title_level: bool) -> list[Section]:
    """Whatever stands between slides and sheets is a section, too; empty ones are left out."""
    reader = BlockReader(document, PictureStore(scratch), has_title_level=has_title_level)
    sections: list[Section] = []
    loose: list[Block] = []
    for reference in document.body.children:
        node = reference.resolve(document)
        blocks = list(reader.blocks(node))
        section = _section(document, node, blocks)
        if section is None:
            loose += blocks
            continue
        sections += [Section(loose), section]
        loose = []
    return [section for section in (*sections, Section(loose)) if section.blocks]


def _section(document: Any, node: Any, blocks: Sequence[Block]) -> Section | None:
    label = node.label.value if hasattr(node, "label") else ""
    if label == "sheet":
        return sheet_section(node.name, blocks)
    if label == "chapter" and node.name.startswith("slide-"):
        return _slide(document, int(node.name.removeprefix("slide-")) + 1, blocks)
    return None


def _slide(document: Any, number: int, blocks: Sequence[Block]) -> Section:
    page = document.pages.get(number)
    if page is None or page.size.width < _EMU:
        return Section(blocks, *SLIDE, is_slide=True)
    width, height = page.size.width / _EMU, page.size.height / _EMU
    places = dict(_places(document))
    placed = [replace(block, area=places.get(block.ref)) for block in blocks]
    return Section(list(_with_captions(placed)), width, height, is_slide=True)


def _with_captions(blocks: Sequence[Block]) -> Iterator[Block]:
    """A block without a place of its own stands with the one before it."""
    area: Area | None = None
    for block in blocks:
        area = block.area or area
        yield replace(block, area=area)


def _places(document: Any) -> Iterator[tuple[str, Area]]:
    """Where the source says that its shapes stand."""
    for item in (*document.texts, *document.tables, *document.pictures):
        for found in item.prov[:1]:
            box = found.bbox
            yield item.self_ref, Area(box.l / _EMU, box.t / _EMU, (box.r - box.l) / _EMU, (box.b - box.t) / _EMU)
