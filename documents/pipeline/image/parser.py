"""A picture as a document of one page: a figure. Its text is not read yet, and the result says so."""

from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from documents.pipeline.docling_document import Described, PageSize, docling_json
from documents.pipeline.image.reading import MIME_TYPES, open_picture
from documents.pipeline.pictures import on_white
from documents.types import (
    Box,
    DocumentInfo,
    Item,
    ParsedPage,
    ParsedStructure,
    ParseEvent,
    ParseOptions,
    ParseWarning,
    Rendition,
    StructureKind,
)

POINTS_PER_INCH = 72.0
_USUAL_DPI = 150.0
_PLAUSIBLE_DPI = range(50, 2401)
_MAX_SIDE = 14_400.0  # points: the largest page that PDF readers must accept
NO_OCR = ParseWarning("no_ocr", "The text in this picture was not read.")


class ImageParser:
    """PNG and JPEG."""

    name = "image"
    version = "1"

    def accepted_types(self) -> tuple[str, ...]:
        return MIME_TYPES

    def score(self, mime_type: str) -> int:
        return 50 if mime_type in MIME_TYPES else 0

    def parse(self, path: Path, options: ParseOptions) -> Iterator[ParseEvent]:
        with open_picture(path) as image:
            width, height = _page_size(image)
            yield DocumentInfo(1)
            rendition = Path(options.scratch, "rendition.pdf")
            on_white(image).save(rendition, "PDF", resolution=POINTS_PER_INCH * image.width / width)
        yield ParsedPage(1, width, height, "", ())
        yield Rendition(str(rendition))
        yield NO_OCR
        figure = Item(StructureKind.FIGURE, 1, Box(0.0, 0.0, width, height), 0, 0)
        docling = docling_json(path.name, [PageSize(width, height)], [Described(figure, "")])
        yield ParsedStructure((figure,), docling=docling)


def _page_size(image: Image.Image) -> tuple[float, float]:
    """In points, by the resolution that the file names if it is plausible."""
    dpi = image.info.get("dpi", (0, 0))[0]
    resolution = float(dpi) if _PLAUSIBLE_DPI.start <= dpi < _PLAUSIBLE_DPI.stop else _USUAL_DPI
    scale = POINTS_PER_INCH / resolution
    scale = min(scale, _MAX_SIDE / max(image.size))
    return image.width * scale, image.height * scale
