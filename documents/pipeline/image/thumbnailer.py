"""Thumbnails of images."""

from pathlib import Path

from PIL import Image

from documents.pipeline.image.open_image import MIME_TYPES, open_image
from documents.pipeline.pictures import MAX_SHAPE, on_white, to_webp
from documents.pipeline.protocols import BuiltInPlugin


class ImageThumbnailer(BuiltInPlugin):
    """Thumbnailer that scales the image down. Of a very long image only the top is used."""

    name = "image"
    version = "1"
    types = MIME_TYPES

    def thumbnail(self, path: Path, mime_type: str, *, width: int) -> bytes:
        with open_image(path) as image:
            top = image.crop((0, 0, image.width, min(image.height, MAX_SHAPE * image.width)))
            height = max(1, round(width * top.height / top.width))
            return to_webp(on_white(top).resize((width, height), Image.Resampling.LANCZOS, reducing_gap=3.0))
