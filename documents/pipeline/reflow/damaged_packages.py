"""Packages with damaged parts, made readable part by part: one of them must not cost the whole document.

Of those that readers cannot read even then, the text is kept line by line.
"""

import posixpath
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple
from xml.parsers import expat
from xml.sax.saxutils import escape

from lxml import etree

from documents.pipeline.mime_types import DOCX, PPTX, XLSX
from documents.pipeline.reflow.layout import DEFAULT_SLIDE_SIZE
from documents.pipeline.reflow.model import Block, ReflowDocument, Run, Section
from documents.pipeline.reflow.package_parts import related_parts, root_of, text_lines, xml_root
from documents.types import ParseWarning, StructureKind

_XML: Final = (".xml", ".rels")
_MAX_NAMES: Final = 5
_FORMATS: Final = "http://schemas.openxmlformats.org"
_WORD: Final = f"{_FORMATS}/wordprocessingml/2006/main"
_SHEET: Final = f"{_FORMATS}/spreadsheetml/2006/main"
_ODF: Final = "urn:oasis:names:tc:opendocument:xmlns:office:1.0"
_DEFAULT_STYLES: Final = (
    f'<w:styles xmlns:w="{_WORD}"><w:style w:type="paragraph" w:default="1" w:styleId="Normal">'
    '<w:name w:val="Normal"/></w:style><w:style w:type="character" w:default="1" w:styleId="Characters">'
    '<w:name w:val="Default Paragraph Font"/></w:style></w:styles>'
)
_ONE_FORMAT: Final = (
    f'<styleSheet xmlns="{_SHEET}"><fonts><font/></fonts><fills><fill><patternFill/></fill></fills>'
    '<borders><border/></borders><cellStyleXfs><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
    '<cellXfs><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs>'
    '<cellStyles><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
)
# Parts without which a document still has its text, and what they are replaced by.
_OPTIONAL: Final = (
    (r"word/styles\.xml", _DEFAULT_STYLES),
    (r"word/numbering\.xml", f'<w:numbering xmlns:w="{_WORD}"/>'),
    (r"word/header\d*\.xml", f'<w:hdr xmlns:w="{_WORD}"><w:p/></w:hdr>'),
    (r"word/footer\d*\.xml", f'<w:ftr xmlns:w="{_WORD}"><w:p/></w:ftr>'),
    (r"word/settings\.xml", f'<w:settings xmlns:w="{_WORD}"/>'),
    (r"word/comments\.xml", f'<w:comments xmlns:w="{_WORD}"/>'),
    (r"docProps/core\.xml", f'<c:coreProperties xmlns:c="{_FORMATS}/package/2006/metadata/core-properties"/>'),
    (r"docProps/app\.xml", f'<Properties xmlns="{_FORMATS}/officeDocument/2006/extended-properties"/>'),
    (r"docProps/custom\.xml", f'<Properties xmlns="{_FORMATS}/officeDocument/2006/custom-properties"/>'),
    (r"\w+/theme/\w+\.xml", f'<a:theme xmlns:a="{_FORMATS}/drawingml/2006/main" name=""/>'),
    (r"xl/styles\.xml", _ONE_FORMAT),
    (r"xl/drawings/\w+\.xml", f'<x:wsDr xmlns:x="{_FORMATS}/drawingml/2006/spreadsheetDrawing"/>'),
    (r"styles\.xml", f'<o:document-styles xmlns:o="{_ODF}" o:version="1.2"/>'),
    (r"meta\.xml", f'<o:document-meta xmlns:o="{_ODF}" o:version="1.2"><o:meta/></o:document-meta>'),
    (r"settings\.xml", f'<o:document-settings xmlns:o="{_ODF}" o:version="1.2"/>'),
)
_WORKBOOK: Final = "xl/workbook.xml"
_CELL_STYLE = re.compile(rb"(<(?:c|row|col)\b[^>]*?)\s(?:s|style)=\"\d*\"")
_WORKSHEET = re.compile(r"xl/worksheets/[^/]+\.xml")
_RELATION_ID: Final = f"{{{_FORMATS}/officeDocument/2006/relationships}}id"


class Repaired(NamedTuple):
    """A readable copy of a package, and warnings about what was damaged."""

    path: Path
    warnings: list[ParseWarning]


class Damage(NamedTuple):
    """Parts that are not well-formed, references to missing parts by part and id, and slides that cannot be read."""

    malformed: list[str]
    missing: Mapping[str, Mapping[str, str]]
    slides: list[str]


def repaired_copies(path: Path, scratch: Path) -> Iterator[Repaired]:
    """Yield a copy whose XML is well-formed, without references to missing parts.

    If that is not enough: one without formats and other optional parts, where slides that cannot be read have their
    text only.
    """
    with zipfile.ZipFile(path) as archive:
        malformed = [name for name in archive.namelist() if name.endswith(_XML) and not _is_well_formed(archive, name)]
        damage = Damage(malformed, dict(_missing_relationships(archive)), [])
        missing = [name for parts in damage.missing.values() for name in parts.values()]
        warning = damage_warning([*malformed, *missing])
        repaired = _write(archive, damage, scratch / "repaired.zip", has_formats=True)
        yield Repaired(repaired, [warning])
        slides = _unreadable_slides(repaired)
        plain = _write(archive, damage._replace(slides=slides), scratch / "plain.zip", has_formats=False)
        yield Repaired(plain, [warning, *_slide_warnings(slides)])


def _write(archive: zipfile.ZipFile, damage: Damage, target: Path, *, has_formats: bool) -> Path:
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as copy:
        for name in archive.namelist():
            copy.writestr(name, _repaired(archive, name, damage, has_formats=has_formats))
    return target


def missing_sheets(archive: zipfile.ZipFile) -> Iterator[ParseWarning]:
    """Yield a warning if sheets of a workbook are not in the file: its reader passes over them."""
    names = set(archive.namelist())
    sheets = [each.part for each in related_parts(archive, _WORKBOOK).values() if each.kind == "worksheet"]
    missing = [sheet for sheet in sheets if sheet not in names]
    if missing:
        yield damage_warning(missing)


def damage_warning(parts: Sequence[str]) -> ParseWarning:
    """Return the warning about damaged or missing parts."""
    names = list(dict.fromkeys(posixpath.basename(part) for part in parts))
    listed = ", ".join(names[:_MAX_NAMES]) + ("…" if len(names) > _MAX_NAMES else "")
    named = f" ({listed})" if listed else ""
    return ParseWarning("part_damaged", f"A part of this file is damaged{named}: some of its content may be missing.")


def _slide_warnings(slides: Sequence[str]) -> Iterator[ParseWarning]:
    if slides:
        names = ", ".join(posixpath.basename(slide).removesuffix(".xml") for slide in slides[:_MAX_NAMES])
        message = f"The structure of slides could not be analysed ({names}). The text was kept line by line."
        yield ParseWarning("structure_missing", message)


def _is_well_formed(archive: zipfile.ZipFile, name: str) -> bool:
    try:
        expat.ParserCreate(namespace_separator=" ").Parse(archive.read(name), True)  # noqa: FBT003 - it takes no names
    except expat.ExpatError:
        return False
    return True


def _missing_relationships(archive: zipfile.ZipFile) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Yield the parts that refer to missing ones, with these by the ids of the relationships."""
    names = set(archive.namelist())
    for name in names:
        folder, file = posixpath.split(name)
        if file.endswith(".rels") and posixpath.basename(folder) == "_rels":
            part = posixpath.join(posixpath.dirname(folder), file.removesuffix(".rels"))
            related = related_parts(archive, part)
            missing = {key: each.part for key, each in related.items() if each.part not in names}
            if missing:
                yield part, missing


def _repaired(archive: zipfile.ZipFile, name: str, damage: Damage, *, has_formats: bool) -> bytes:
    """Return a part that can be read."""
    content = archive.read(name)
    replacement = _replacement(name)
    if name in damage.slides:
        content = _plain_slide(xml_root(content))
    elif replacement is not None and not has_formats:
        content = replacement
    elif name in damage.malformed:
        root = xml_root(content)
        content = replacement or content if root is None else etree.tostring(root, encoding="utf-8")
    if not has_formats and _WORKSHEET.fullmatch(name):
        content = _CELL_STYLE.sub(rb"\1", content)
    return _without_relationships(name, content, damage.missing)


def _replacement(name: str) -> bytes | None:
    return next((part.encode() for pattern, part in _OPTIONAL if re.fullmatch(pattern, name)), None)


def _without_relationships(name: str, content: bytes, missing: Mapping[str, Mapping[str, str]]) -> bytes:
    """Return the part, or its relationships, without those to missing parts."""
    folder, file = posixpath.split(name)
    is_list = file.endswith(".rels")
    part = posixpath.join(posixpath.dirname(folder), file.removesuffix(".rels")) if is_list else name
    ids = missing.get(part)
    root = xml_root(content) if ids else None
    if not ids or root is None:
        return content
    attribute = "Id" if is_list else _RELATION_ID
    for element in [each for each in root.iter(etree.Element) if each.get(attribute) in ids]:
        if any(text.strip() for text in element.itertext()):  # a link: its words are kept
            del element.attrib[attribute]
        elif element.getparent() is not None:
            element.getparent().remove(element)
    return bytes(etree.tostring(root, encoding="utf-8"))


# Slides that python-pptx cannot read, replaced by slides with their text only.

_SLIDE: Final = (
    '<p:sld xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><p:cSld><p:spTree><p:nvGrpSpPr>'
    '<p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/><p:sp><p:nvSpPr>'
    '<p:cNvPr id="2" name="Text"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm>'
    '<a:off x="360000" y="360000"/><a:ext cx="8400000" cy="4400000"/></a:xfrm></p:spPr><p:txBody><a:bodyPr/>'
    "%s</p:txBody></p:sp></p:spTree></p:cSld></p:sld>"
)


def _plain_slide(root: Any) -> bytes:
    """Return a slide with one box, which has the lines of text of the slide."""
    lines = () if root is None else text_lines(root)
    paragraphs = "".join(f"<a:p><a:r><a:t>{escape(line)}</a:t></a:r></a:p>" for line in lines)
    return (_SLIDE % (paragraphs or "<a:p/>")).encode()


def _unreadable_slides(path: Path) -> list[str]:
    """Return the parts of the slides with something that python-pptx cannot read; none if it can read no slide."""
    import pptx  # noqa: PLC0415  # heavy

    try:
        presentation: Any = pptx.Presentation(str(path))
        parts = [presentation.part.related_part(entry.rId) for entry in presentation.slides._sldIdLst]  # noqa: SLF001  # the public list fails as a whole
    except Exception:  # noqa: BLE001  # damaged files raise all kinds
        return []
    return [str(part.partname).lstrip("/") for part in parts if not _is_readable(part)]


def _is_readable(part: Any) -> bool:
    try:
        for shape in part.slide.shapes:
            _read(shape)
    except Exception:  # noqa: BLE001  # as above
        return False
    return True


def _read(shape: Any) -> tuple[Any, ...]:
    """Return everything that the reader of presentations asks of a shape."""
    place = (shape.left, shape.top, shape.width, shape.height, shape.shape_type)
    kind = shape.placeholder_format.type if shape.is_placeholder else None
    text = shape.text_frame.text if shape.has_text_frame else ""
    inner = [_read(each) for each in getattr(shape, "shapes", ())]
    return (*place, kind, text, inner)


# The text of documents that their readers cannot read: line by line, without structure.

_WORD_NAMESPACE: Final = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_ODF_TEXT: Final = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_SLIDE_NAME = re.compile(r"ppt/slides/slide(\d+)\.xml")
_SHEET_NAME = re.compile(r"xl/worksheets/sheet(\d+)\.xml")


def read_plain_lines(path: Path, mime_type: str) -> ReflowDocument:
    """Return the text as paragraphs, by slide, sheet or body; there is no section if there is no text."""
    with zipfile.ZipFile(path) as archive:
        match mime_type:
            case _ if mime_type == PPTX:
                sections = [Section(list(lines), *DEFAULT_SLIDE_SIZE, is_slide=True) for lines in _slides(archive)]
            case _ if mime_type == XLSX:
                sections = [Section(list(lines)) for lines in _sheets(archive)]
            case _ if mime_type == DOCX:
                sections = [Section(list(_blocks(_word_lines(root_of(archive, "word/document.xml")))))]
            case _:
                sections = [Section(list(_blocks(_odf_lines(root_of(archive, "content.xml")))))]
    message = "The structure of this document could not be analysed. The text was kept line by line."
    return ReflowDocument(
        [section for section in sections if section.blocks], warnings=[ParseWarning("structure_missing", message)]
    )


def _blocks(lines: Iterator[str]) -> Iterator[Block]:
    for line in lines:
        if line.strip():
            yield Block(StructureKind.PARAGRAPH, (Run(line.strip()),))


def _slides(archive: zipfile.ZipFile) -> Iterator[Iterator[Block]]:
    for name in _ordered(archive, _SLIDE_NAME, "ppt/presentation.xml", "slide"):
        root = root_of(archive, name)
        yield _blocks(iter(()) if root is None else text_lines(root))


def _sheets(archive: zipfile.ZipFile) -> Iterator[Iterator[Block]]:
    root = root_of(archive, "xl/sharedStrings.xml")
    strings = [] if root is None else ["".join(text.text or "" for text in item.iter("{*}t")) for item in root]
    for name in _ordered(archive, _SHEET_NAME, "xl/workbook.xml", "worksheet"):
        sheet = root_of(archive, name)
        yield _blocks(iter(()) if sheet is None else _sheet_lines(sheet, strings))


def _ordered(archive: zipfile.ZipFile, pattern: re.Pattern[str], main_part: str, kind: str) -> list[str]:
    """Return the parts in the order of the relationships, or of their numbers if there are none."""
    related = [each.part for each in related_parts(archive, main_part).values() if each.kind == kind]
    numbered = [match for match in map(pattern.fullmatch, archive.namelist()) if match]
    return related or [match.group() for match in sorted(numbered, key=lambda match: int(match.group(1)))]


def _sheet_lines(sheet: Any, strings: list[str]) -> Iterator[str]:
    for row in sheet.iter("{*}row"):
        yield " ".join(_cell_text(cell, strings) for cell in row.iter("{*}c"))


def _cell_text(cell: Any, strings: list[str]) -> str:
    value = "".join(text.text or "" for text in cell.iter("{*}v"))
    if cell.get("t") == "s":
        return strings[int(value)] if value.isdigit() and int(value) < len(strings) else ""
    return value or "".join(text.text or "" for text in cell.iter("{*}t"))


def _word_lines(root: Any) -> Iterator[str]:
    """Yield the text of the paragraphs, with that of boxes between their parts."""
    line = ""
    for element in (
        ()
        if root is None
        else root.iter(f"{_WORD_NAMESPACE}p", f"{_WORD_NAMESPACE}t", f"{_WORD_NAMESPACE}tab", f"{_WORD_NAMESPACE}br")
    ):
        match element.tag.rpartition("}")[2]:
            case "p":
                yield line
                line = ""
            case "t":
                line += element.text or ""
            case _:
                line += " "
    yield line


def _odf_lines(root: Any) -> Iterator[str]:
    for paragraph in () if root is None else root.iter(f"{_ODF_TEXT}p", f"{_ODF_TEXT}h"):
        yield "".join(paragraph.itertext())
