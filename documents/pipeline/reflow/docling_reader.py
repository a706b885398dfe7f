"""Reading of formats without pages with docling's readers.

The readers are used directly, because docling's converter would import all pipelines. They are not allowed to fetch
anything. docling's own document is kept, so that boxes on the typeset pages can be added to it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple
from warnings import catch_warnings, simplefilter

from core.errors import DomainError
from documents.errors import CorruptDocument
from documents.pipeline.mime_types import (
    ASCIIDOC,
    CSV,
    DOCX,
    EPUB,
    HTML,
    JATS,
    MARKDOWN,
    ODP,
    ODS,
    ODT,
    PPTX,
    TSV,
    VTT,
    XLSX,
)
from documents.pipeline.reflow.alt_texts import keep_alt_texts, keep_odf_alt_texts
from documents.pipeline.reflow.assemble import Assembly
from documents.pipeline.reflow.cell_limits import remove_distant_rows
from documents.pipeline.reflow.delimited_text import read_table
from documents.pipeline.reflow.docling_blocks import BlockReader
from documents.pipeline.reflow.drawing_text import (
    add_odf_sheet_text,
    add_odf_slide_text,
    add_sheet_text,
    add_slide_text,
)
from documents.pipeline.reflow.layout import DEFAULT_SLIDE_SIZE, is_note, sheet_section, slide_with_notes
from documents.pipeline.reflow.model import Area, Block, ReflowDocument, Section
from documents.pipeline.reflow.number_formats import apply_number_formats
from documents.pipeline.reflow.pictures import PictureStore
from documents.pipeline.reflow.ruby import move_readings
from documents.types import ParseWarning, StructureKind

_ODF_MODULE = "opendocument_backend"
_HEADING_FIRST = {DOCX, ODT}  # docling's first level is a heading there; in other formats it is the title
_EMU_PER_POINT = 12_700.0
_ODF_SHEET = "sheet: "  # docling's name of the groups of an OpenDocument workbook begins with it


class Backend(NamedTuple):
    """A reader of docling: module, class, name of the format, and class of its options if it has any."""

    module: str
    name: str
    format: str
    options: str = ""


BACKENDS = {
    DOCX: Backend("msword_backend", "MsWordDocumentBackend", "DOCX", "MsWordBackendOptions"),
    PPTX: Backend("mspowerpoint_backend", "MsPowerpointDocumentBackend", "PPTX", "MsPowerpointBackendOptions"),
    XLSX: Backend("msexcel_backend", "MsExcelDocumentBackend", "XLSX", "MsExcelBackendOptions"),
    ODT: Backend(_ODF_MODULE, "OdtDocumentBackend", "ODT"),
    ODS: Backend(_ODF_MODULE, "OdsDocumentBackend", "ODS", "OdsBackendOptions"),
    ODP: Backend(_ODF_MODULE, "OdpDocumentBackend", "ODP"),
    HTML: Backend("html_backend", "HTMLDocumentBackend", "HTML", "HTMLBackendOptions"),
    MARKDOWN: Backend("md_backend", "MarkdownDocumentBackend", "MD", "MarkdownBackendOptions"),
    ASCIIDOC: Backend("asciidoc_backend", "AsciiDocBackend", "ASCIIDOC", "AsciiDocBackendOptions"),
    EPUB: Backend("epub_backend", "EpubDocumentBackend", "EPUB", "EpubBackendOptions"),
    JATS: Backend("xml.jats_backend", "JatsDocumentBackend", "XML_JATS", "JatsBackendOptions"),
    VTT: Backend("webvtt_backend", "WebVTTDocumentBackend", "VTT"),
}
DELIMITED = (CSV, TSV)  # docling refuses such files for one wrong quote
_ADDITIONS = {
    "PPTX": add_slide_text,
    "XLSX": add_sheet_text,
    "ODP": add_odf_slide_text,
    "ODS": add_odf_sheet_text,
}


def read_with_docling(
    path: Path, mime_type: str, scratch: Path, *, name: str, is_web_page: bool = True
) -> ReflowDocument:
    """Return the file as blocks; `name` becomes the name of docling's document.

    `is_web_page=False` is for HTML without navigation menus, such as e-mail.
    """
    warnings: list[ParseWarning] = []
    document = _convert(path, mime_type, scratch, warnings, is_web_page=is_web_page)
    document.name = name
    reader = BlockReader(document, PictureStore(scratch), has_title_level=mime_type not in _HEADING_FIRST)
    sections = _sections(document, reader)
    comments = sum(group.label.value == "comment_section" for group in document.groups)
    return ReflowDocument(
        sections,
        title=_first_title(sections),
        metadata={"comments": str(comments)} if comments else {},
        warnings=list(dict.fromkeys([*warnings, *reader.warnings])),
        source=document,
    )


def docling_json(document: Any, assembly: Assembly) -> bytes:
    """Return docling's document as JSON with the pages and boxes of the rendition."""
    from docling_core.types import doc  # noqa: PLC0415  # heavy

    types: Any = doc
    document.pages = {}
    for number, (width, height) in enumerate(assembly.sizes, 1):
        document.add_page(page_no=number, size=types.Size(width=width, height=height))
    provenance: dict[str, list[Any]] = {}
    cells: dict[str, dict[tuple[int, int], Any]] = {}
    for location in assembly.locations:
        left, top, right, bottom = location.box
        box = types.BoundingBox(l=left, t=top, r=right, b=bottom, coord_origin=types.CoordOrigin.TOPLEFT)
        if location.cell is not None:
            cells.setdefault(location.ref, {}).setdefault(location.cell, box)
            continue
        provenance.setdefault(location.ref, []).append(
            types.ProvenanceItem(page_no=location.page, bbox=box, charspan=(0, location.length))
        )
    for item in _items(document):
        item.prov = provenance.get(item.self_ref, [])
        _set_cell_boxes(item, cells.get(item.self_ref, {}))
    return bytes(document.model_dump_json(exclude_none=True), "utf-8")


def _convert(path: Path, mime_type: str, scratch: Path, warnings: list[ParseWarning], *, is_web_page: bool) -> Any:
    """Return the file as a DoclingDocument, and add warnings; raise `CorruptDocument` for any error of the reader.

    The text before the first heading of a web page with menus is taken for navigation.
    """
    try:
        if mime_type in DELIMITED:
            return read_table(path, mime_type, warnings)
        infer_furniture = is_web_page and _has_menus(path)
        return _run_backend(path, BACKENDS[mime_type], scratch, warnings, infer_furniture=infer_furniture)
    except (DomainError, MemoryError):
        raise
    except Exception as error:  # docling's readers raise exceptions of all kinds
        raise CorruptDocument(detail=f"{type(error).__name__}: {error}"[:300]) from error


def _has_menus(path: Path) -> bool:
    content = path.read_bytes().lower()
    return b"<nav" in content or b"navigation" in content


def _run_backend(
    path: Path, chosen: Backend, scratch: Path, warnings: list[ParseWarning], *, infer_furniture: bool
) -> Any:
    from docling.datamodel import backend_options  # noqa: PLC0415  # heavy
    from docling.datamodel.base_models import FormatToExtensions, InputFormat  # noqa: PLC0415  # heavy
    from docling.datamodel.document import InputDocument  # noqa: PLC0415  # heavy

    suffix = next(iter(FormatToExtensions[InputFormat[chosen.format]]))
    if path.suffix != f".{suffix}":  # some readers check the name
        link = scratch / f"source.{suffix}"
        link.unlink(missing_ok=True)
        link.symlink_to(path.resolve())
        path = link
    module = import_module(f"docling.backend.{chosen.module}")
    backend = getattr(module, chosen.name)
    options = None
    if chosen.options:
        options = _options(getattr(backend_options, chosen.options), infer_furniture=infer_furniture)
    source = InputDocument(
        path_or_stream=path,
        format=InputFormat[chosen.format],
        backend=backend,
        backend_options=options,
        filename=path.name,
    )
    if not source.valid:
        raise CorruptDocument
    reader: Any = source._backend  # noqa: SLF001  # docling's converter uses it, too
    if chosen.format == "XLSX":
        warnings += remove_distant_rows(reader.workbook)
        apply_number_formats(reader.workbook)
    keep_alt_texts(reader, chosen.format)
    if chosen.format == "HTML" and reader.soup is not None:
        move_readings(reader.soup)
    document = _convert_described(reader, module if chosen.module == _ODF_MODULE else None)
    add_text = _ADDITIONS.get(chosen.format)
    if add_text is not None:
        add_text(document, path)
    return document


def _convert_described(reader: Any, odf_module: Any | None) -> Any:
    with catch_warnings():
        simplefilter("ignore", UserWarning)  # about external pictures, which are not fetched
        if odf_module is None:
            return reader.convert()
        with keep_odf_alt_texts(odf_module) as describe:
            document = reader.convert()
            describe(document)
            return document


def _options(options_class: Any, *, infer_furniture: bool) -> Any:
    """Return options that use embedded pictures and fetch nothing."""
    values = {"fetch_images": True, "infer_furniture": infer_furniture}
    supported = {name: value for name, value in values.items() if name in options_class.model_fields}
    return options_class(enable_remote_fetch=False, enable_local_fetch=False, **supported)


def _set_cell_boxes(item: Any, boxes: Mapping[tuple[int, int], Any]) -> None:
    data = getattr(item, "data", None)
    for cell in getattr(data, "table_cells", ()):
        cell.bbox = boxes.get((cell.start_row_offset_idx, cell.start_col_offset_idx))


def _items(document: Any) -> Iterator[Any]:
    kinds: Sequence[Iterable[Any]] = (
        document.texts,
        document.tables,
        document.pictures,
        document.key_value_items,
        document.form_items,
    )
    for items in kinds:
        yield from items


def _first_title(sections: Sequence[Section]) -> str:
    """Return the first title; a presentation has one on each slide."""
    blocks = (block for section in sections for block in section.blocks)
    return next((" ".join(block.text.split()) for block in blocks if block.kind is StructureKind.TITLE), "")


def _sections(document: Any, reader: BlockReader) -> list[Section]:
    """Return slides, sheets and the text between them as sections, without empty ones.

    Comments are placed below their slide or sheet. Those of a text, and hidden content, are in docling's model only.
    """
    parts: list[tuple[Any, list[Block]]] = []
    hidden = {"slide": 0, "sheet": 0}
    for reference in document.body.children:
        node = reference.resolve(document)
        if _is_page(node) and node.content_layer.value == "invisible":
            hidden["slide" if _is_slide(node) else "sheet"] += 1
            continue
        is_note_of_page = bool(parts) and _is_page(parts[-1][0]) and node.content_layer.value == "notes"
        reader.has_notes = is_note_of_page or _is_page(node)
        blocks = list(reader.blocks(node))
        is_continuation = bool(parts) and (is_note_of_page or not (_is_page(node) or _is_page(parts[-1][0])))
        if is_continuation:
            parts[-1][1].extend(blocks)
        else:
            parts.append((node, blocks))
    reader.warnings += _hidden_warnings(hidden)
    return [section for node, blocks in parts if (section := _section(document, node, blocks)).blocks]


def _hidden_warnings(hidden: Mapping[str, int]) -> Iterator[ParseWarning]:
    for name, count in hidden.items():
        if count:
            skipped = f"1 hidden {name} was skipped." if count == 1 else f"{count} hidden {name}s were skipped."
            yield ParseWarning("hidden_skipped", skipped)


def _section(document: Any, node: Any, blocks: Sequence[Block]) -> Section:
    if _is_slide(node):
        return _slide(document, int(node.name.removeprefix("slide-")) + 1, blocks)
    if _is_page(node):
        return sheet_section(str(node.name).removeprefix(_ODF_SHEET), blocks)
    return Section(blocks)


def _is_slide(node: Any) -> bool:
    return _is_page(node) and node.label.value == "chapter"


def _is_page(node: Any) -> bool:
    """Return whether the node is a slide or a sheet."""
    match node.label.value if hasattr(node, "label") else "":
        case "sheet":
            return True
        case "chapter":
            return bool(node.name.startswith("slide-"))
        case "section":
            return bool(node.name.startswith(_ODF_SHEET))
    return False


def _slide(document: Any, number: int, blocks: Sequence[Block]) -> Section:
    content = [block for block in blocks if not is_note(block)]
    notes = [block for block in blocks if is_note(block)]
    page = document.pages.get(number)
    if page is None or page.size.width < _EMU_PER_POINT:
        return slide_with_notes(Section(content, *DEFAULT_SLIDE_SIZE, is_slide=True), notes)
    width, height = page.size.width / _EMU_PER_POINT, page.size.height / _EMU_PER_POINT
    areas = dict(_areas(document))
    placed = [replace(block, area=areas.get(block.ref)) for block in content]
    return slide_with_notes(Section(list(_inherit_areas(placed)), width, height, is_slide=True), notes)


def _inherit_areas(blocks: Sequence[Block]) -> Iterator[Block]:
    """Yield the blocks; one without an area of its own gets that of the block before it."""
    area: Area | None = None
    for block in blocks:
        area = block.area or area
        yield replace(block, area=area)


def _areas(document: Any) -> Iterator[tuple[str, Area]]:
    """Yield the areas of the shapes as the source declares them."""
    for item in (*document.texts, *document.tables, *document.pictures):
        for provenance in item.prov[:1]:
            box = provenance.bbox
            width, height = (box.r - box.l) / _EMU_PER_POINT, (box.b - box.t) / _EMU_PER_POINT
            yield item.self_ref, Area(box.l / _EMU_PER_POINT, box.t / _EMU_PER_POINT, width, height)
