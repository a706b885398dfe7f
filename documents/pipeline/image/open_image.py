"""Open images: check limits before any pixel is decoded, apply the EXIF orientation, and iterate over pages."""

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
def open_image(path: Path) -> Iterator[Image.Image]:
    """Yield the first page, upright and decoded. Raise the typed failures of `documents.errors`."""
    with _open(path) as image:
        upright = _decode(image)
    try:
        yield upright
    finally:
        upright.close()


def count_pages(path: Path, *, max_pages: int) -> int:
    """Count the pages of a TIFF. Images of other formats have one page, even if they are animated."""
    with _open(path) as image:
        if image.format != "TIFF":
            return 1
        pages = 0
        for _ in ImageSequence.Iterator(image):
            pages += 1
            if pages > max_pages:
                raise TooManyPages(pages=pages, limit=max_pages)
        return pages


def iterate_pages(path: Path, count: int) -> Iterator[Image.Image]:
    """Yield each page, upright and decoded. It is closed when the next one is requested."""
    with _open(path) as image:
        for number in range(count):
            if number:
                image.seek(number)
            page = _decode(image)
            yield page
            page.close()


@contextmanager
def _open(path: Path) -> Iterator[Image.Image]:
    """Open the file with Pillow, and translate Pillow's errors."""
    if path.stat().st_size == 0:
        raise EmptyFile
    Image.MAX_IMAGE_PIXELS = None  # `_check_size` raises a typed error instead
    try:
        with Image.open(path, formats=_FORMATS) as image:
            _check_size(image)
            yield image
    except UnidentifiedImageError:
        raise CorruptDocument from None
    except (OSError, SyntaxError, ValueError, EOFError) as error:
        raise (TruncatedDocument if "truncated" in str(error).lower() else CorruptDocument) from None


def _decode(image: Image.Image) -> Image.Image:
    _check_size(image)
    image.load()
    return ImageOps.exif_transpose(image)


def _check_size(image: Image.Image) -> None:
    if image.width * image.height > MAX_PIXELS:
        raise ParserOutOfMemory(f"The image has more than {MAX_PIXELS:,} pixels.", limit=MAX_PIXELS)
