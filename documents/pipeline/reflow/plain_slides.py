"""Slides that python-pptx cannot read, replaced by slides with their text only."""

from pathlib import Path
from typing import Any, Final
from xml.sax.saxutils import escape

from documents.pipeline.reflow.package_parts import text_lines

_SLIDE: Final = (
    '<p:sld xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><p:cSld><p:spTree><p:nvGrpSpPr>'
    '<p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/><p:sp><p:nvSpPr>'
    '<p:cNvPr id="2" name="Text"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm>'
    '<a:off x="360000" y="360000"/><a:ext cx="8400000" cy="4400000"/></a:xfrm></p:spPr><p:txBody><a:bodyPr/>'
    "%s</p:txBody></p:sp></p:spTree></p:cSld></p:sld>"
)


def plain_slide(root: Any) -> bytes:
    """Return a slide with one box, which has the lines of text of the slide."""
    lines = () if root is None else text_lines(root)
    paragraphs = "".join(f"<a:p><a:r><a:t>{escape(line)}</a:t></a:r></a:p>" for line in lines)
    return (_SLIDE % (paragraphs or "<a:p/>")).encode()


def unreadable_slides(path: Path) -> list[str]:
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
