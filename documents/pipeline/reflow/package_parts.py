"""Parts of Office Open XML packages: their XML and their relationships."""

import posixpath
import re
import zipfile
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import unquote

from lxml import etree

_RELATIONSHIPS = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
_DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_DIAGRAM = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}"
_TEXT = (f"{_DRAWING}t", f"{_DRAWING}br")
_POINTS_WITH_TEXT = frozenset({"node", "asst"})


class Related(NamedTuple):
    """A part that another part refers to; `kind` is the last word of the relationship's type."""

    kind: str
    part: str


def xml_root(content: bytes) -> Any:
    """Return the root element of an XML part as far as it can be read; `None` if there is none. Nothing is fetched."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, recover=True)
    try:
        return etree.fromstring(content, parser)
    except etree.XMLSyntaxError:
        return None


def root_of(archive: zipfile.ZipFile, part: str) -> Any:
    """Return the root element of a part; `None` if the package does not have it."""
    try:
        return xml_root(transitional(archive.read(part)))
    except KeyError:
        return None


def related_parts(archive: zipfile.ZipFile, part: str) -> dict[str, Related]:
    """Return the parts that a part refers to, by the ids of the relationships."""
    folder, name = posixpath.split(part)
    root = root_of(archive, posixpath.join(folder, "_rels", f"{name}.rels"))
    related: dict[str, Related] = {}
    for entry in () if root is None else root.iter(_RELATIONSHIPS):
        target = unquote(entry.get("Target") or "")
        if target and entry.get("TargetMode") != "External":
            path = posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
            related[entry.get("Id") or ""] = Related((entry.get("Type") or "").rpartition("/")[2], path)
    return related


def diagram_lines(root: Any) -> Iterator[str]:
    """Yield the text of the data of a diagram (SmartArt), one line for each paragraph."""
    for point in root.iter(f"{_DIAGRAM}pt"):
        if point.get("type", "node") in _POINTS_WITH_TEXT:
            yield from text_lines(point)


def text_lines(element: Any) -> Iterator[str]:
    """Yield the text of the paragraphs of a drawing, without empty ones."""
    for paragraph in element.iter(f"{_DRAWING}p"):
        parts = (text.text or "" if text.tag == f"{_DRAWING}t" else " " for text in paragraph.iter(*_TEXT))
        line = "".join(parts).strip()
        if line:
            yield line


# Strict Office Open XML (ISO/IEC 29500-1) as the transitional form, which all readers know. The two forms have the same
# elements in different namespaces.

_STRICT = b"http://purl.oclc.org/ooxml/"
_NAMESPACE = re.compile(rb"http://purl\.oclc\.org/ooxml/(\w+)/")
_TRANSITIONAL = rb"http://schemas.openxmlformats.org/\1/2006/"
_RENAMED = {b"extendedProperties": b"extended-properties", b"customProperties": b"custom-properties"}
_RENAMED_END = re.compile(rb"(/2006/(?:relationships/)?)(" + b"|".join(_RENAMED) + rb")(?=[\"'])")


def transitional(content: bytes) -> bytes:
    """Return an XML part with the namespaces of the transitional form."""
    if _STRICT not in content:
        return content
    content = _NAMESPACE.sub(_TRANSITIONAL, content)
    return _RENAMED_END.sub(lambda match: match.group(1) + _RENAMED[match.group(2)], content)
