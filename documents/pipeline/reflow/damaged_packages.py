"""Packages with damaged parts, made readable part by part: one of them must not cost the whole document."""

import posixpath
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple
from xml.parsers import expat

from lxml import etree

from documents.pipeline.reflow.package_parts import related_parts, xml_root
from documents.pipeline.reflow.plain_slides import plain_slide, unreadable_slides
from documents.types import ParseWarning

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
        slides = unreadable_slides(repaired)
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
        content = plain_slide(xml_root(content))
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
