"""Pictures of a document, kept small enough to be set; what cannot be drawn leaves an empty frame."""

from pathlib import Path
from typing import Any

from PIL import Image

from documents.pipeline.flow.model import Picture
from documents.pipeline.pictures import on_white

_MAX_PIXELS = 50_000_000
_MAX_SIDE = 1600  # pixels that are kept of the longer side
_MAX_PICTURES = 2_000
_POINTS = 72.0


class PictureStore:
    """Writes pictures into a folder. A picture that does not say how dense it is has 96 dots per inch."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._count = 0

    def keep(self, item: Any) -> Picture | None:
        """A picture of docling's model; nothing where there is no image in it."""
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
        return None if image is None else self.write(image, dpi=96.0)

    def write(self, image: Image.Image, *, dpi: float) -> Picture:
        self._count += 1
        width, height = (side * _POINTS / dpi for side in image.size)
        small = on_white(image)
        small.thumbnail((_MAX_SIDE, _MAX_SIDE))
        path = self._folder / f"picture-{len(list(self._folder.glob('picture-*.png'))) + 1}.png"
        small.save(path, "png")
        return Picture(path, max(4.0, width), max(4.0, height))
