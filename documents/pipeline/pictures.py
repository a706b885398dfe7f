"""Small pictures: one format, white behind what is transparent."""

from io import BytesIO

from PIL import Image

MAX_SHAPE = 3  # a thumbnail is at most this many times as high as it is wide
_QUALITY = 72


def on_white(image: Image.Image) -> Image.Image:
    """Without transparency."""
    if image.mode in {"RGBA", "LA", "PA"} or (image.mode == "P" and "transparency" in image.info):
        layer = image.convert("RGBA")
        page = Image.new("RGBA", layer.size, "white")
        page.alpha_composite(layer)
        return page.convert("RGB")
    return image.convert("RGB")


def to_webp(image: Image.Image) -> bytes:
    buffer = BytesIO()
    image.save(buffer, "webp", quality=_QUALITY, method=3)
    return buffer.getvalue()
