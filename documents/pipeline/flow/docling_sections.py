"""Which parts of docling's document begin on pages of their own: slides and sheets."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from documents.pipeline.flow.docling_blocks import BlockReader
from documents.pipeline.flow.model import Area, Block, Section
from documents.pipeline.flow.sheets import sheet_section
from documents.pipeline.flow.slides import SLIDE, is_note, with_notes
from documents.types import ParseWarning

_EMU = 12_700.0  # to a point
_ODF_SHEET = "sheet: "  # how docling calls the groups of a workbook in OpenDocument
_HIDDEN = {True: "A slide that is hidden is left out.", False: "A sheet that is hidden is left out."}


def sections_of(document: Any, reader: BlockReader) -> list[Section]:
    """Whatever stands between slides and sheets is a section, too; empty ones are left out.

    Comments stand below their slide or sheet; those of a text are in docling's model only, as what is hidden is.
    """
    parts: list[tuple[Any, list[Block]]] = []
    for reference in document.body.children:
        node = reference.resolve(document)
        if _is_hidden(node):
            reader.warnings.append(ParseWarning("hidden_left_out", _HIDDEN[_is_slide(node)]))
            continue
        of_page = bool(parts) and _is_page(parts[-1][0]) and node.content_layer.value == "notes"
        reader.has_notes = of_page or _is_page(node)
        blocks = list(reader.blocks(node))
        goes_on = bool(parts) and (of_page or not (_is_page(node) or _is_page(parts[-1][0])))
        if goes_on:
            parts[-1][1].extend(blocks)
        else:
            parts.append((node, blocks))
    return [section for node, blocks in parts if (section := _section(document, node, blocks)).blocks]


def _section(document: Any, node: Any, blocks: Sequence[Block]) -> Section:
    if _is_slide(node):
        return _slide(document, int(node.name.removeprefix("slide-")) + 1, blocks)
    return sheet_section(_sheet_name(node), blocks) if _is_page(node) else Section(blocks)


def _is_slide(node: Any) -> bool:
    return _is_page(node) and node.label.value == "chapter"


def _is_page(node: Any) -> bool:
    """A slide or a sheet."""
    match node.label.value if hasattr(node, "label") else "":
        case "sheet":
            return True
        case "chapter":
            return bool(node.name.startswith("slide-"))
        case "section":
            return bool(node.name.startswith(_ODF_SHEET))
    return False


def _sheet_name(node: Any) -> str:
    return str(node.name).removeprefix(_ODF_SHEET)


def _is_hidden(node: Any) -> bool:
    return _is_page(node) and node.content_layer.value == "invisible"


def _slide(document: Any, number: int, blocks: Sequence[Block]) -> Section:
    """The slide, and below it what was noted about it."""
    shown = [block for block in blocks if not is_note(block)]
    notes = [block for block in blocks if is_note(block)]
    page = document.pages.get(number)
    if page is None or page.size.width < _EMU:
        return with_notes(Section(shown, *SLIDE, is_slide=True), notes)
    width, height = page.size.width / _EMU, page.size.height / _EMU
    places = dict(_places(document))
    placed = [replace(block, area=places.get(block.ref)) for block in shown]
    return with_notes(Section(list(_with_captions(placed)), width, height, is_slide=True), notes)


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
