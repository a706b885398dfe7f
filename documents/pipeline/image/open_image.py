"""Open images: check limits before any pixel is decoded, apply the EXIF orientation, and iterate over pages."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from PIL import Image, ImageOps, ImageSequence, UnidentifiedImageError

from documents.errors import (
    CorruptDocument,
    EmptyFile,
    ParserOutOfMemory,
    TooManyPages,
    TruncatedDocument,
    UnsafeDocument,
)

PNG, JPEG, TIFF = "image/png", "image/jpeg", "image/tiff"
MIME_TYPES = (JPEG, PNG, TIFF, "image/webp", "image/bmp", "image/gif")
MAX_PIXELS = 100_000_000
MAX_SCANS = 100  # of a progressive JPEG; programs write about ten
_FORMATS = ("PNG", "JPEG", "TIFF", "WEBP", "BMP", "GIF")
_JPEG_START = b"\xff\xd8"
_START_OF_SCAN, _END_OF_IMAGE, _FILL = 0xDA, 0xD9, 0xFF
_SEGMENTS = range(0xC0, 0xFF)  # others are fill bytes, or data of a scan
_MARKERS_ALONE = range(0xD0, 0xD9)  # without a length


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
    _check_scans(path)
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


def _check_scans(path: Path) -> None:
    """Raise `UnsafeDocument` for a JPEG with more scans than any program writes: each is decoded over all pixels."""
    content = path.read_bytes()
    if not content.startswith(_JPEG_START):
        return
    scans = sum(1 for _ in islice(_scans(content), MAX_SCANS + 1))
    if scans > MAX_SCANS:
        raise UnsafeDocument(scans=scans, limit=MAX_SCANS)


def _scans(content: bytes) -> Iterator[int]:
    """Yield the positions of the scans of a JPEG, segment by segment (ITU-T T.81, annex B)."""
    position = len(_JPEG_START)
    while (position := content.find(b"\xff", position)) >= 0 and position + 4 <= len(content):
        marker = content[position + 1]
        if marker == _END_OF_IMAGE:
            return
        if marker == _START_OF_SCAN:
            yield position
        has_length = marker in _SEGMENTS and marker not in _MARKERS_ALONE
        length = int.from_bytes(content[position + 2 : position + 4]) if has_length else 0
        position += 1 if marker == _FILL else 2 + length


def _check_size(image: Image.Image) -> None:
    if image.width * image.height > MAX_PIXELS:
        raise ParserOutOfMemory(f"The image has more than {MAX_PIXELS:,} pixels.", limit=MAX_PIXELS)
