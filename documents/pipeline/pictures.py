"""Encoding of pictures: webp, with a white background behind transparent pixels, and a pixel for what is left out."""

from io import BytesIO

from PIL import Image

MAX_SHAPE = 3  # the height of a thumbnail is at most this many times its width
_QUALITY = 72


def on_white(image: Image.Image) -> Image.Image:
    """Return the image as RGB on a white background."""
    if image.mode in {"RGBA", "LA", "PA"} or (image.mode == "P" and "transparency" in image.info):
        layer = image.convert("RGBA")
        page = Image.new("RGBA", layer.size, "white")
        page.alpha_composite(layer)
        return page.convert("RGB")
    return image.convert("RGB")


def to_webp(image: Image.Image) -> bytes:
    """Return the image encoded as webp."""
    buffer = BytesIO()
    image.save(buffer, "webp", quality=_QUALITY, method=3)
    return buffer.getvalue()


def white_pixel() -> bytes:
    """Return a JPEG of one white pixel."""
    buffer = BytesIO()
    Image.new("L", (1, 1), 255).save(buffer, "JPEG")
    return buffer.getvalue()
