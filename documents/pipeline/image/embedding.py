"""A picture's pixels in a form that PDF knows: the bytes of JPEG and PNG as they are, where that is possible."""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from PIL import Image

from documents.pipeline.pictures import on_white

_PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_PLAIN = {"1", "L", "RGB", "P"}
_ORIENTATION = 0x0112


@dataclass(frozen=True, slots=True)
class Embedded:
    """The entries of an image's dictionary, and its stream."""

    width: int
    height: int
    entries: str
    data: bytes


def embedded_file(path: Path) -> Embedded | None:
    """A JPEG that needs no turning, byte for byte; nothing for everything else."""
    with Image.open(path) as image:
        is_simple = image.format == "JPEG" and image.mode in {"L", "RGB"}
        if not is_simple or image.getexif().get(_ORIENTATION, 1) != 1:
            return None
        space = "/DeviceGray" if image.mode == "L" else "/DeviceRGB"
        entries = f"/ColorSpace {space} /BitsPerComponent 8 /Filter /DCTDecode"
        return Embedded(image.width, image.height, entries, path.read_bytes())


def embedded(image: Image.Image) -> Embedded:
    """Without loss: PDF understands the way in which PNG packs pixels."""
    plain = image if image.mode in _PLAIN and "transparency" not in image.info else on_white(image)
    buffer = BytesIO()
    plain.save(buffer, "PNG")
    chunks = list(_chunks(buffer.getvalue()))
    depth, kind = next(data[8:10] for name, data in chunks if name == b"IHDR")
    colors = 3 if kind == 2 else 1  # noqa: PLR2004  # PNG's number for RGB
    palette = next((data for name, data in chunks if name == b"PLTE"), b"")
    predictor = f"/DecodeParms << /Predictor 15 /Colors {colors} /BitsPerComponent {depth} /Columns {plain.width} >>"
    entries = f"/ColorSpace {_space(colors, palette)} /BitsPerComponent {depth} /Filter /FlateDecode {predictor}"
    return Embedded(plain.width, plain.height, entries, b"".join(data for name, data in chunks if name == b"IDAT"))


def _space(colors: int, palette: bytes) -> str:
    if palette:
        return f"[/Indexed /DeviceRGB {len(palette) // 3 - 1} <{palette.hex()}>]"
    return "/DeviceRGB" if colors > 1 else "/DeviceGray"


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    position = len(_PNG_SIGNATURE)
    while position < len(png):
        length, name = struct.unpack(">I4s", png[position : position + 8])
        yield name, png[position + 8 : position + 8 + length]
        position += length + 12
