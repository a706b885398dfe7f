"""Opening pictures: size limits before any pixel is decoded, orientation as the camera meant it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image, ImageOps, UnidentifiedImageError

from documents.errors import CorruptDocument, EmptyFile, ParserOutOfMemory, TruncatedDocument

PNG, JPEG = "image/png", "image/jpeg"
MIME_TYPES = (JPEG, PNG)
MAX_PIXELS = 100_000_000
_FORMATS = ("PNG", "JPEG")


@contextmanager
def open_picture(path: Path) -> Iterator[Image.Image]:
    """The picture, upright, fully decoded. Raises the typed failures of `documents.errors`."""
    if path.stat().st_size == 0:
        raise EmptyFile
    Image.MAX_IMAGE_PIXELS = None  # checked here, with an error of ours
    try:
        with Image.open(path, formats=_FORMATS) as image:
            if image.width * image.height > MAX_PIXELS:
                raise ParserOutOfMemory(f"The picture has more than {MAX_PIXELS:,} pixels.", limit=MAX_PIXELS)
            image.load()
            upright = ImageOps.exif_transpose(image)
    except UnidentifiedImageError:
        raise CorruptDocument from None
    except (OSError, SyntaxError, ValueError) as error:
        raise (TruncatedDocument if "truncated" in str(error).lower() else CorruptDocument) from None
    try:
        yield upright
    finally:
        upright.close()
