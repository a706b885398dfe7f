"""A picture, small."""

from pathlib import Path

from PIL import Image

from documents.pipeline.image.reading import MIME_TYPES, open_picture
from documents.pipeline.pictures import MAX_SHAPE, on_white, to_webp
from documents.pipeline.plugin import OfTypes


class ImageThumbnailer(OfTypes):
    """Scales the picture down; of a very long one only the top is kept."""

    name = "image"
    version = "1"
    types = MIME_TYPES

    def thumbnail(self, path: Path, mime_type: str, *, width: int) -> bytes:
        with open_picture(path) as image:
            top = image.crop((0, 0, image.width, min(image.height, MAX_SHAPE * image.width)))
            height = max(1, round(width * top.height / top.width))
            return to_webp(on_white(top).resize((width, height), Image.Resampling.LANCZOS, reducing_gap=3.0))
