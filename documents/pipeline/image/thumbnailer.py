"""A picture, small."""

from pathlib import Path

from PIL import Image

from documents.pipeline.image.reading import MIME_TYPES, open_picture
from documents.pipeline.pictures import MAX_SHAPE, on_white, to_webp


class ImageThumbnailer:
    """Scales the picture down; of a very long one only the top is kept."""

    name = "image"
    version = "1"

    def accepted_types(self) -> tuple[str, ...]:
        return MIME_TYPES

    def score(self, mime_type: str) -> int:
        return 50 if mime_type in MIME_TYPES else 0

    def thumbnail(self, path: Path, mime_type: str, *, width: int) -> bytes:
        with open_picture(path) as image:
            top = image.crop((0, 0, image.width, min(image.height, MAX_SHAPE * image.width)))
            height = max(1, round(width * top.height / top.width))
            return to_webp(on_white(top).resize((width, height), Image.Resampling.LANCZOS, reducing_gap=3.0))
