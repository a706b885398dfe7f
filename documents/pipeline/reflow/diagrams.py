"""Diagrams (SmartArt) and alternative shapes of slides and Word documents, rewritten as text that readers know.

The text of a diagram is in a part of its own. Readers see the frame of the diagram only.
"""

import zipfile
from copy import deepcopy
from typing import Any, Final

from lxml import etree

from documents.pipeline.reflow.package_parts import Related, diagram_lines, related_parts, root_of, xml_root

_A: Final = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_DIAGRAM: Final = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}"
_M: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_MC: Final = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_P: Final = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_R: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_W: Final = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_MARKS: Final = (b"/drawingml/2006/diagram", b"AlternateContent")


class Diagrams:
    """Adds the text of the diagrams of a package, of each once."""

    def __init__(self) -> None:
        self._done: set[str] = set()

    def with_text(self, archive: zipfile.ZipFile, name: str, content: bytes) -> bytes:
        """Return a part with the text of its diagrams as paragraphs or shapes; the part itself if it has none."""
        root = xml_root(content) if any(mark in content for mark in _MARKS) else None
        if root is None:
            return content
        changes = _choose_shapes(root) if root.tag == f"{_P}sld" else 0
        related = related_parts(archive, name)
        for diagram in list(root.iter(f"{_DIAGRAM}relIds")):
            data = related.get(diagram.get(f"{_R}dm") or "")
            if data is not None and data.part not in self._done:
                self._done.add(data.part)
                changes += _add_text(archive, diagram, data)
        if not changes:
            return content
        return bytes(etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True))


def _choose_shapes(root: Any) -> int:
    """Replace alternatives of shapes by the first one with text: readers of slides know neither."""
    chosen = 0
    for element in list(root.iter(f"{_MC}AlternateContent")):
        choice = next((branch for branch in element if _has_text(branch)), None)
        if choice is None or not _is_shape_tree(element.getparent()):
            continue
        has_frame = next(element.iter(f"{_P}graphicFrame"), None) is not None  # the other text is a message of Office
        if choice.tag == f"{_MC}Fallback" and has_frame:
            continue
        for shape in list(choice):
            element.addprevious(shape)
        element.getparent().remove(element)
        chosen += 1
    return chosen


def _is_shape_tree(element: Any) -> bool:
    return element is not None and element.tag in {f"{_P}spTree", f"{_P}grpSp"}


def _has_text(element: Any) -> bool:
    has_diagram = next(element.iter(f"{_DIAGRAM}relIds"), None) is not None
    return has_diagram or any((text.text or "").strip() for text in element.iter(f"{_A}t", f"{_M}t"))


def _add_text(archive: zipfile.ZipFile, diagram: Any, data: Related) -> bool:
    root = root_of(archive, data.part)
    lines = list(diagram_lines(root)) if root is not None else []
    frame: Any = next(diagram.iterancestors(f"{_P}graphicFrame"), None)
    paragraph: Any = next(diagram.iterancestors(f"{_W}p"), None)
    if not lines or (frame is None and paragraph is None):
        return False
    if frame is not None:
        frame.getparent().replace(frame, _shape(frame, lines))
        return True
    for line in reversed(lines):
        paragraph.addnext(_paragraph(_W, line))
    return True


def _shape(frame: Any, lines: list[str]) -> Any:
    """Return a text box at the position of a frame."""
    shape = etree.Element(f"{_P}sp")
    properties = etree.SubElement(shape, f"{_P}nvSpPr")
    name = frame.find(f"{_P}nvGraphicFramePr/{_P}cNvPr")
    properties.append(deepcopy(name) if name is not None else etree.Element(f"{_P}cNvPr", id="0", name=""))
    etree.SubElement(properties, f"{_P}cNvSpPr", txBox="1")
    etree.SubElement(properties, f"{_P}nvPr")
    look = etree.SubElement(shape, f"{_P}spPr")
    position = frame.find(f"{_P}xfrm")
    if position is not None:
        etree.SubElement(look, f"{_A}xfrm").extend(deepcopy(list(position)))
    etree.SubElement(etree.SubElement(look, f"{_A}prstGeom", prst="rect"), f"{_A}avLst")
    body = etree.SubElement(shape, f"{_P}txBody")
    etree.SubElement(body, f"{_A}bodyPr")
    body.extend(_paragraph(_A, line) for line in lines)
    return shape


def _paragraph(namespace: str, line: str) -> Any:
    paragraph = etree.Element(f"{namespace}p")
    text = etree.SubElement(etree.SubElement(paragraph, f"{namespace}r"), f"{namespace}t")
    text.text = line
    return paragraph
