"""Write images as the pages of a PDF, one at a time, so that only one is in memory.

The data of JPEG and PNG files are copied without decoding where PDF supports that.
"""

import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from PIL import Image

from documents.pipeline.pictures import on_white

_OBJECTS_PER_PAGE = 3
_CATALOG, _PAGES = 1, 2  # object numbers

_PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_PNG_RGB = 2  # PNG's colour type (PNG specification, 11.2.2)
_PNG_MODES = {"1", "L", "RGB", "P"}
_EXIF_ORIENTATION = 0x0112


@dataclass(frozen=True, slots=True)
class EmbeddedImage:
    """An image XObject: size in pixels, further entries of its dictionary, and its stream."""

    width: int
    height: int
    entries: str
    data: bytes


def write_image_pdf(target: Path, images: Iterable[tuple[EmbeddedImage | None, float, float]]) -> None:
    """Write a PDF with one page for each image, and an empty one for `None`.

    Each comes with the width and the height of its page in points.
    """
    with target.open("wb") as file:
        writer = _PdfWriter(file)
        for image, width, height in images:
            writer.add_page(image, width, height)
        writer.finish()


def embed_file(path: Path) -> EmbeddedImage | None:
    """Embed a JPEG file byte for byte. Return `None` for other formats, and if the image has to be rotated."""
    with Image.open(path) as image:
        is_supported = image.format == "JPEG" and image.mode in {"L", "RGB"}
        if not is_supported or image.getexif().get(_EXIF_ORIENTATION, 1) != 1:
            return None
        space = "/DeviceGray" if image.mode == "L" else "/DeviceRGB"
        entries = f"/ColorSpace {space} /BitsPerComponent 8 /Filter /DCTDecode"
        return EmbeddedImage(image.width, image.height, entries, path.read_bytes())


def embed_image(image: Image.Image) -> EmbeddedImage:
    """Embed an image without loss: PDF can decode the compressed data of a PNG (predictor 15, ISO 32000-1, 7.4.4.4)."""
    opaque = image if image.mode in _PNG_MODES and "transparency" not in image.info else on_white(image)
    buffer = BytesIO()
    opaque.save(buffer, "PNG")
    chunks = list(_png_chunks(buffer.getvalue()))
    depth, color_type = next(data[8:10] for name, data in chunks if name == b"IHDR")
    colors = 3 if color_type == _PNG_RGB else 1
    palette = next((data for name, data in chunks if name == b"PLTE"), b"")
    predictor = f"/DecodeParms << /Predictor 15 /Colors {colors} /BitsPerComponent {depth} /Columns {opaque.width} >>"
    space = _color_space(colors, palette)
    entries = f"/ColorSpace {space} /BitsPerComponent {depth} /Filter /FlateDecode {predictor}"
    data = b"".join(data for name, data in chunks if name == b"IDAT")
    return EmbeddedImage(opaque.width, opaque.height, entries, data)


class _PdfWriter:
    """Writer of PDF objects, and of the cross-reference table with their offsets."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._offsets: dict[int, int] = {}
        self._pages: list[int] = []
        file.write(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")

    def add_page(self, image: EmbeddedImage | None, width: float, height: float) -> None:
        page = _PAGES + 1 + _OBJECTS_PER_PAGE * len(self._pages)
        contents, xobject = page + 1, page + 2
        self._pages.append(page)
        draw = f"q {width:.4f} 0 0 {height:.4f} 0 0 cm /P Do Q".encode() if image else b""
        resources = f"<< /XObject << /P {xobject} 0 R >> >>" if image else "<< >>"
        box = f"/MediaBox [0 0 {width:.4f} {height:.4f}]"
        self._write(
            page, f"<< /Type /Page /Parent {_PAGES} 0 R {box} /Contents {contents} 0 R /Resources {resources} >>"
        )
        self._write(contents, f"<< /Length {len(draw)} >>", draw)
        if image is None:
            self._write(xobject, "null")
            return
        size = f"/Width {image.width} /Height {image.height} /Length {len(image.data)}"
        self._write(xobject, f"<< /Type /XObject /Subtype /Image {size} {image.entries} >>", image.data)

    def finish(self) -> None:
        """Write the page tree, the catalog, the cross-reference table and the trailer."""
        kids = " ".join(f"{page} 0 R" for page in self._pages)
        self._write(_PAGES, f"<< /Type /Pages /Count {len(self._pages)} /Kids [{kids}] >>")
        self._write(_CATALOG, f"<< /Type /Catalog /Pages {_PAGES} 0 R >>")
        start = self._file.tell()
        count = len(self._offsets) + 1
        self._file.write(f"xref\n0 {count}\n0000000000 65535 f \n".encode())
        for _, offset in sorted(self._offsets.items()):
            self._file.write(f"{offset:010} 00000 n \n".encode())
        self._file.write(f"trailer << /Size {count} /Root {_CATALOG} 0 R >>\nstartxref\n{start}\n%%EOF\n".encode())

    def _write(self, number: int, dictionary: str, stream: bytes | None = None) -> None:
        self._offsets[number] = self._file.tell()
        self._file.write(f"{number} 0 obj\n{dictionary}\n".encode())
        if stream is not None:
            self._file.write(b"stream\n" + stream + b"\nendstream\n")
        self._file.write(b"endobj\n")


def _color_space(colors: int, palette: bytes) -> str:
    if palette:
        return f"[/Indexed /DeviceRGB {len(palette) // 3 - 1} <{palette.hex()}>]"
    return "/DeviceRGB" if colors > 1 else "/DeviceGray"


def _png_chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    position = len(_PNG_SIGNATURE)
    while position < len(png):
        length, name = struct.unpack(">I4s", png[position : position + 8])
        yield name, png[position + 8 : position + 8 + length]
        position += length + 12
