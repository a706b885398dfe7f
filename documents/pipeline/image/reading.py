"""Opening pictures: limits before any pixel is decoded, orientation as the camera meant it, page after page."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image, ImageOps, ImageSequence, UnidentifiedImageError

from documents.errors import CorruptDocument, EmptyFile, ParserOutOfMemory, TooManyPages, TruncatedDocument

PNG, JPEG, TIFF = "image/png", "image/jpeg", "image/tiff"
MIME_TYPES = (JPEG, PNG, TIFF, "image/webp", "image/bmp", "image/gif")
MAX_PIXELS = 100_000_000
_FORMATS = ("PNG", "JPEG", "TIFF", "WEBP", "BMP", "GIF")


@contextmanager
def open_picture(path: Path) -> Iterator[Image.Image]:
    """The first page, upright, fully decoded. Raises the typed failures of `documents.errors`."""
    with _opened(path) as image:
        upright = _decoded(image)
    try:
        yield upright
    finally:
        upright.close()


def page_count(path: Path, *, max_pages: int) -> int:
    """Only TIFFs have pages; what moves in other formats is one picture."""
    with _opened(path) as image:
        if image.format != "TIFF":
            return 1
        pages = 0
        for _ in ImageSequence.Iterator(image):
            pages += 1
            if pages > max_pages:
                raise TooManyPages(pages=pages, limit=max_pages)
        return pages


def pages_of(path: Path, count: int) -> Iterator[Image.Image]:
    """Each of the pages, upright and decoded, until the next one is asked for."""
    with _opened(path) as image:
        for number in range(count):
            if number:
                image.seek(number)
            page = _decoded(image)
            yield page
            page.close()


@contextmanager
def _opened(path: Path) -> Iterator[Image.Image]:
    """The file as Pillow sees it, and what Pillow says of damage in our words."""
    if path.stat().st_size == 0:
        raise EmptyFile
    Image.MAX_IMAGE_PIXELS = None  # checked here, with an error of ours
    try:
        with Image.open(path, formats=_FORMATS) as image:
            _check_size(image)
            yield image
    except UnidentifiedImageError:
        raise CorruptDocument from None
    except (OSError, SyntaxError, ValueError, EOFError) as error:
        raise (TruncatedDocument if "truncated" in str(error).lower() else CorruptDocument) from None


def _decoded(image: Image.Image) -> Image.Image:
    _check_size(image)
    image.load()
    return ImageOps.exif_transpose(image)


def _check_size(image: Image.Image) -> None:
    if image.width * image.height > MAX_PIXELS:
        raise ParserOutOfMemory(f"The picture has more than {MAX_PIXELS:,} pixels.", limit=MAX_PIXELS)
