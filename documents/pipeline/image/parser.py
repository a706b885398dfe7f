"""Parser of images: converts them to a PDF, which the viewer displays and whose text is recognized by OCR."""

from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from documents.pipeline.image.image_pdf import EmbeddedImage, embed_file, embed_image, write_image_pdf
from documents.pipeline.image.open_image import MIME_TYPES, count_pages, iterate_pages
from documents.pipeline.pdf.parser import PdfParser
from documents.pipeline.protocols import BuiltInPlugin
from documents.types import ParsedStructure, ParseEvent, ParseOptions, Rendition

POINTS_PER_INCH = 72.0
_DEFAULT_DPI = 150.0
_PLAUSIBLE_DPI = range(50, 2401)
_MAX_SIDE = 14_400.0  # points: the largest page that PDF readers must support (ISO 32000-1, annex C)


class ImageParser(BuiltInPlugin):
    """Parser of PNG, JPEG, TIFF with one or several pages, WebP, BMP and GIF."""

    name = "image"
    version = "3"
    types = MIME_TYPES

    def parse(self, path: Path, options: ParseOptions) -> Iterator[ParseEvent]:
        count = count_pages(path, max_pages=options.max_pages)
        pdf = Path(options.scratch, "album.pdf")
        write_image_pdf(pdf, _embedded_pages(path, count))
        yield from _with_rendition(PdfParser().parse(pdf, options), Rendition(str(pdf)))


def _with_rendition(events: Iterator[ParseEvent], rendition: Rendition) -> Iterator[ParseEvent]:
    """Add the PDF as the rendition before the structure, unless the PDF parser yielded a better arranged one."""
    has_rendition = False
    for event in events:
        has_rendition = has_rendition or isinstance(event, Rendition)
        if isinstance(event, ParsedStructure) and not has_rendition:
            yield rendition
        yield event


def _embedded_pages(path: Path, count: int) -> Iterator[tuple[EmbeddedImage, float, float]]:
    for page in iterate_pages(path, count):
        width, height = _page_size(page)
        yield (embed_file(path) if count == 1 else None) or embed_image(page), width, height


def _page_size(image: Image.Image) -> tuple[float, float]:
    """Return the page size in points, by the resolution in the file if it is plausible."""
    dpi = image.info.get("dpi", (0, 0))[0]
    resolution = float(dpi) if _PLAUSIBLE_DPI.start <= dpi < _PLAUSIBLE_DPI.stop else _DEFAULT_DPI
    scale = POINTS_PER_INCH / resolution
    scale = min(scale, _MAX_SIDE / max(image.size))
    return image.width * scale, image.height * scale
