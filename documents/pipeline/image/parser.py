"""Pictures as documents: a PDF is made of them, which the viewer shows and from which their text is read."""

from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from documents.pipeline.image.album import write_album
from documents.pipeline.image.embedding import Embedded, embedded, embedded_file
from documents.pipeline.image.reading import MIME_TYPES, page_count, pages_of
from documents.pipeline.pdf.parser import PdfParser
from documents.pipeline.plugin import OfTypes
from documents.types import ParsedStructure, ParseEvent, ParseOptions, Rendition

POINTS_PER_INCH = 72.0
_USUAL_DPI = 150.0
_PLAUSIBLE_DPI = range(50, 2401)
_MAX_SIDE = 14_400.0  # points: the largest page that PDF readers must accept


class ImageParser(OfTypes):
    """PNG, JPEG, TIFF of one or many pages, WebP, BMP, GIF."""

    name = "image"
    version = "3"
    types = MIME_TYPES

    def parse(self, path: Path, options: ParseOptions) -> Iterator[ParseEvent]:
        count = page_count(path, max_pages=options.max_pages)
        album = Path(options.scratch, "album.pdf")
        write_album(album, _pictures(path, count))
        yield from _with_album(PdfParser().parse(album, options), Rendition(str(album)))


def _with_album(events: Iterator[ParseEvent], album: Rendition) -> Iterator[ParseEvent]:
    """The album is what is shown, unless a better arranged one was made of it; it is needed until the end."""
    is_replaced = False
    for event in events:
        is_replaced = is_replaced or isinstance(event, Rendition)
        if isinstance(event, ParsedStructure) and not is_replaced:
            yield album
        yield event


def _pictures(path: Path, count: int) -> Iterator[tuple[Embedded, float, float]]:
    for page in pages_of(path, count):
        width, height = _page_size(page)
        yield (embedded_file(path) if count == 1 else None) or embedded(page), width, height


def _page_size(image: Image.Image) -> tuple[float, float]:
    """In points, by the resolution that the file names if it is plausible."""
    dpi = image.info.get("dpi", (0, 0))[0]
    resolution = float(dpi) if _PLAUSIBLE_DPI.start <= dpi < _PLAUSIBLE_DPI.stop else _USUAL_DPI
    scale = POINTS_PER_INCH / resolution
    scale = min(scale, _MAX_SIDE / max(image.size))
    return image.width * scale, image.height * scale
