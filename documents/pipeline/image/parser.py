"""Parser of images: converts them to a PDF, which the viewer displays and whose text is recognized by OCR."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from PIL import Image

from documents.pipeline.image.image_pdf import EmbeddedImage, embed_file, embed_image, write_image_pdf
from documents.pipeline.image.open_image import MIME_TYPES, count_pages, iterate_pages
from documents.pipeline.pdf.parse_warnings import file_warnings
from documents.pipeline.pdf.parser import PdfParser
from documents.pipeline.protocols import BuiltInPlugin
from documents.types import ParsedStructure, ParseEvent, ParseOptions, ParseWarning, Rendition

POINTS_PER_INCH = 72.0
_DEFAULT_DPI = 150.0
_PLAUSIBLE_DPI = range(50, 2401)
_MAX_SIDE = 14_400.0  # points: the largest page that PDF readers must support (ISO 32000-1, annex C)
_SIZE_OF_DAMAGED_PAGE = (612.0, 792.0)  # of a first one: US letter, as in a PDF; others have that of the page before


class ImageParser(BuiltInPlugin):
    """Parser of PNG, JPEG, TIFF with one or several pages, WebP, BMP and GIF."""

    name = "image"
    version = "4"
    types = MIME_TYPES
    can_degrade_pages = True

    def parse(self, path: Path, options: ParseOptions) -> Iterator[ParseEvent]:
        count = count_pages(path, max_pages=options.max_pages)
        pdf = Path(options.scratch, "album.pdf")
        damaged: list[int] = []
        write_image_pdf(pdf, _embedded_pages(path, count, damaged))
        warnings = file_warnings(damaged, has_xfa=False)
        yield from _with_rendition(PdfParser().parse(pdf, options), Rendition(str(pdf)), warnings)


def _with_rendition(
    events: Iterator[ParseEvent], rendition: Rendition, warnings: Iterable[ParseWarning]
) -> Iterator[ParseEvent]:
    """Add the warnings, and the PDF as the rendition unless the PDF parser yielded a better arranged one.

    Both are before the structure.
    """
    has_rendition = False
    for event in events:
        has_rendition = has_rendition or isinstance(event, Rendition)
        if isinstance(event, ParsedStructure):
            yield from warnings
            if not has_rendition:
                yield rendition
        yield event


def _embedded_pages(path: Path, count: int, damaged: list[int]) -> Iterator[tuple[EmbeddedImage | None, float, float]]:
    """Yield the pages with their sizes; the numbers of those that cannot be read, which are empty, are recorded."""
    width, height = _SIZE_OF_DAMAGED_PAGE
    for number, page in enumerate(iterate_pages(path, count), 1):
        if page is None:
            damaged.append(number)
            yield None, width, height
            continue
        width, height = _page_size(page)
        yield (embed_file(path) if count == 1 else None) or embed_image(page), width, height


def _page_size(image: Image.Image) -> tuple[float, float]:
    """Return the page size in points, by the resolution in the file if it is plausible."""
    dpi = image.info.get("dpi", (0, 0))[0]
    resolution = float(dpi) if _PLAUSIBLE_DPI.start <= dpi < _PLAUSIBLE_DPI.stop else _DEFAULT_DPI
    scale = POINTS_PER_INCH / resolution
    scale = min(scale, _MAX_SIDE / max(image.size))
    return image.width * scale, image.height * scale
