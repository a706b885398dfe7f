"""Parser of images: converts them to a PDF, which the viewer displays and whose text is recognized by OCR."""

import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from PIL import Image

from documents.pipeline.image.open_image import MIME_TYPES, count_pages, iterate_pages
from documents.pipeline.pdf.parse_warnings import file_warnings
from documents.pipeline.pdf.parser import PdfParser
from documents.pipeline.pictures import on_white
from documents.pipeline.protocols import BuiltInPlugin
from documents.types import ParsedStructure, ParseEvent, ParseOptions, ParseWarning, Rendition

POINTS_PER_INCH = 72.0
_DEFAULT_DPI = 150.0
_PLAUSIBLE_DPI = range(50, 2401)
_MAX_SIDE = 14_400.0  # points: the largest page that PDF readers must support (ISO 32000-1, annex C)
_SIZE_OF_DAMAGED_PAGE = (612.0, 792.0)  # of a first one: US letter, as in a PDF; others have that of the page before


@dataclass(frozen=True, slots=True)
class _EmbeddedImage:
    """An image XObject: size in pixels, further entries of its dictionary, and its stream."""

    width: int
    height: int
    entries: str
    data: bytes


class ImageParser(BuiltInPlugin):
    """Parser of PNG, JPEG, TIFF with one or several pages, WebP, BMP and GIF."""

    name = "image"
    version = "4"
    types = MIME_TYPES
    can_degrade_pages = True

    def parse(self, path: Path, options: ParseOptions) -> Iterator[ParseEvent]:
        count = count_pages(path, max_pages=options.max_pages)
        pdf = Path(options.scratch, "album.pdf")
        damaged: list[int] = []
        _write_image_pdf(pdf, _embedded_pages(path, count, damaged))
        warnings = file_warnings(damaged, has_xfa=False)
        yield from _with_rendition(PdfParser().parse(pdf, options), Rendition(str(pdf)), warnings)


def _with_rendition(
    events: Iterator[ParseEvent], rendition: Rendition, warnings: Iterable[ParseWarning]
) -> Iterator[ParseEvent]:
    """Add the warnings, and the PDF as the rendition unless the PDF parser yielded a better arranged one.

    Both are before the structure.
    """
    has_rendition = False
    for event in events:
        has_rendition = has_rendition or isinstance(event, Rendition)
        if isinstance(event, ParsedStructure):
            yield from warnings
            if not has_rendition:
                yield rendition
        yield event


def _embedded_pages(path: Path, count: int, damaged: list[int]) -> Iterator[tuple[_EmbeddedImage | None, float, float]]:
    """Yield the pages with their sizes; the numbers of those that cannot be read, which are empty, are recorded."""
    width, height = _SIZE_OF_DAMAGED_PAGE
    for number, page in enumerate(iterate_pages(path, count), 1):
        if page is None:
            damaged.append(number)
            yield None, width, height
            continue
        width, height = _page_size(page)
        yield (_embed_file(path) if count == 1 else None) or _embed_image(page), width, height


def _page_size(image: Image.Image) -> tuple[float, float]:
    """Return the page size in points, by the resolution in the file if it is plausible."""
    dpi = image.info.get("dpi", (0, 0))[0]
    resolution = float(dpi) if _PLAUSIBLE_DPI.start <= dpi < _PLAUSIBLE_DPI.stop else _DEFAULT_DPI
    scale = POINTS_PER_INCH / resolution
    scale = min(scale, _MAX_SIDE / max(image.size))
    return image.width * scale, image.height * scale


# Write images as the pages of a PDF, one at a time, so that only one is in memory.
#
# The data of JPEG and PNG files are copied without decoding where PDF supports that.

_OBJECTS_PER_PAGE = 3
_CATALOG, _PAGES = 1, 2  # object numbers
_PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_PNG_RGB = 2  # PNG's colour type (PNG specification, 11.2.2)
_PNG_MODES = {"1", "L", "RGB", "P"}
_EXIF_ORIENTATION = 0x0112


def _write_image_pdf(target: Path, images: Iterable[tuple[_EmbeddedImage | None, float, float]]) -> None:
    """Write a PDF with one page for each image, and an empty one for `None`.

    Each comes with the width and the height of its page in points.
    """
    with target.open("wb") as file:
        writer = _PdfWriter(file)
        for image, width, height in images:
            writer.add_page(image, width, height)
        writer.finish()


def _embed_file(path: Path) -> _EmbeddedImage | None:
    """Embed a JPEG file byte for byte. Return `None` for other formats, and if the image has to be rotated."""
    with Image.open(path) as image:
        is_supported = image.format == "JPEG" and image.mode in {"L", "RGB"}
        if not is_supported or image.getexif().get(_EXIF_ORIENTATION, 1) != 1:
            return None
        space = "/DeviceGray" if image.mode == "L" else "/DeviceRGB"
        entries = f"/ColorSpace {space} /BitsPerComponent 8 /Filter /DCTDecode"
        return _EmbeddedImage(image.width, image.height, entries, path.read_bytes())


def _embed_image(image: Image.Image) -> _EmbeddedImage:
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
    return _EmbeddedImage(opaque.width, opaque.height, entries, data)


class _PdfWriter:
    """Writer of PDF objects, and of the cross-reference table with their offsets."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._offsets: dict[int, int] = {}
        self._pages: list[int] = []
        file.write(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")

    def add_page(self, image: _EmbeddedImage | None, width: float, height: float) -> None:
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
