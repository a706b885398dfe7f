"""Pictures of a document, scaled down for typesetting."""

from pathlib import Path
from typing import Any

from PIL import Image

from documents.pipeline.pictures import on_white
from documents.pipeline.reflow.model import Picture

_MAX_PIXELS = 50_000_000
_MAX_SIDE = 1600  # pixels of the longer side after scaling
_MAX_PICTURES = 2_000
_DPI = 96.0
_MIN_SIDE = 4.0  # points
_FRAME = (144.0, 96.0)  # points


def empty_frame() -> Picture:
    """Return a frame for a picture that cannot be decoded."""
    return Picture(None, *_FRAME)


class PictureStore:
    """Writes pictures to a folder. Their size on the page is that at 96 dots per inch."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._count = 0

    def add(self, item: Any) -> Picture | None:
        """Write a picture of docling's model; return None if it has no image or cannot be decoded."""
        reference = item.image
        if reference is None or self._count >= _MAX_PICTURES:
            return None
        size = reference.size
        if size.width * size.height > _MAX_PIXELS:
            return None
        try:
            image = reference.pil_image
        except (OSError, ValueError, Image.DecompressionBombError):
            return None
        return None if image is None else self._write(image)

    def _write(self, image: Image.Image) -> Picture:
        self._count += 1
        width, height = (side * 72.0 / _DPI for side in image.size)
        scaled = on_white(image)
        scaled.thumbnail((_MAX_SIDE, _MAX_SIDE))
        path = self._folder / f"picture-{len(list(self._folder.glob('picture-*.png'))) + 1}.png"
        scaled.save(path, "png")
        return Picture(path, max(_MIN_SIDE, width), max(_MIN_SIDE, height))
