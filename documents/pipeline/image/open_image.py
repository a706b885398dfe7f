"""Open images: check limits before any pixel is decoded, apply the EXIF orientation, and iterate over pages."""

import struct
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from warnings import catch_warnings, simplefilter

from PIL import Image, ImageOps, UnidentifiedImageError
from PIL.TiffImagePlugin import TiffImageFile

from core.errors import DomainError
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
_FAILURES = (OSError, SyntaxError, ValueError, EOFError, TypeError, LookupError, ArithmeticError, struct.error)
_FORMATS = ("PNG", "JPEG", "TIFF", "WEBP", "BMP", "GIF")
JPEG_START = b"\xff\xd8"
_START_OF_SCAN, _END_OF_IMAGE, _FILL = 0xDA, 0xD9, 0xFF
_SEGMENTS = range(0xC0, 0xFF)  # others are fill bytes, or data of a scan
_STRIP_OFFSETS, _STRIP_LENGTHS, _TILE_OFFSETS, _TILE_LENGTHS = 273, 279, 324, 325  # tags of TIFF
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
    """Count the pages of a TIFF. Images of other formats have one page, even if they are animated.

    A page that cannot be found is the last one, because each page has the position of the next.
    """
    with _open(path) as image:
        if image.format != "TIFF":
            return 1
        pages = 1
        while pages <= max_pages:
            try:
                _seek(image, pages)
            except EOFError:
                return pages
            except _FAILURES:
                return pages + 1
            pages += 1
        raise TooManyPages(pages=pages, limit=max_pages)


def iterate_pages(path: Path, count: int) -> Iterator[Image.Image | None]:
    """Yield each page, upright and decoded, or `None` if it is damaged or too large. Raise the reason if all are.

    A page is closed when the next one is requested.
    """
    failures: list[DomainError] = []
    with _open(path) as image:
        for number in range(count):
            try:
                page = _read_page(image, number)
            except DomainError as error:
                failures.append(error)
                yield None
                continue
            yield page
            page.close()
    if len(failures) == count:
        raise failures[0]


def _read_page(image: Image.Image, number: int) -> Image.Image:
    with _typed_errors():
        if number:
            _seek(image, number)
        return _decode(image)


def _seek(image: Image.Image, number: int) -> None:
    with catch_warnings():
        simplefilter("ignore", UserWarning)  # about tags that are cut off: the page is decoded, or reported
        image.seek(number)


@contextmanager
def _open(path: Path) -> Iterator[Image.Image]:
    """Open the file with Pillow, and translate Pillow's errors."""
    if path.stat().st_size == 0:
        raise EmptyFile
    _check_scans(path)
    Image.MAX_IMAGE_PIXELS = None  # `_check_size` raises a typed error instead
    with _typed_errors(), Image.open(path, formats=_FORMATS) as image:
        yield image


@contextmanager
def _typed_errors() -> Iterator[None]:
    try:
        yield
    except UnidentifiedImageError:
        raise CorruptDocument from None
    except _FAILURES as error:
        raise (TruncatedDocument if "truncated" in str(error).lower() else CorruptDocument) from None


def _decode(image: Image.Image) -> Image.Image:
    _check_size(image)
    _check_scans_of_tiff(image)
    image.load()
    return ImageOps.exif_transpose(image)


def _check_scans(path: Path) -> None:
    """Raise `UnsafeDocument` for a JPEG with more scans than any program writes: each is decoded over all pixels."""
    if has_too_many_scans(path.read_bytes()):
        raise UnsafeDocument(limit=MAX_SCANS)


def _check_scans_of_tiff(image: Image.Image) -> None:
    """Raise `UnsafeDocument` if the strips or tiles of this page of a TIFF are such JPEGs."""
    if not isinstance(image, TiffImageFile) or image.info.get("compression") != "jpeg":
        return
    starts = image.tag_v2.get(_STRIP_OFFSETS) or image.tag_v2.get(_TILE_OFFSETS) or ()
    lengths = image.tag_v2.get(_STRIP_LENGTHS) or image.tag_v2.get(_TILE_LENGTHS) or ()
    with Path(str(image.filename)).open("rb") as file:
        for start, length in zip(starts, lengths, strict=False):
            file.seek(start)
            if has_too_many_scans(file.read(length)):
                raise UnsafeDocument(limit=MAX_SCANS)


def has_too_many_scans(content: bytes) -> bool:
    """Return whether this is a JPEG with more than `MAX_SCANS` scans."""
    if not content.startswith(JPEG_START) or content.count(bytes([0xFF, _START_OF_SCAN])) <= MAX_SCANS:
        return False
    return sum(1 for _ in islice(_scans(content), MAX_SCANS + 1)) > MAX_SCANS


def _scans(content: bytes) -> Iterator[int]:
    """Yield the positions of the scans of a JPEG, segment by segment (ITU-T T.81, annex B)."""
    position = len(JPEG_START)
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
